package scan

import (
	"sync"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/notes"
)

// sharedKey is all that makes a set whose notes have no text.
type sharedKey struct {
	absent, absent2 uint64
	notes           [6]uint16 // field<<8 | state, in order; 0 behind the last
}

// sharedSets are the sets of a record type that say nothing but states: few, and on most lines the same.
type sharedSets struct {
	sets  atomic.Pointer[[]sharedSet]
	mutex sync.Mutex // of those who add one
}

type sharedSet struct {
	key sharedKey
	set *notes.Set
}

// maxShared bounds the shared sets of a record type. Later ones are made anew each time.
const maxShared = 64

func (s *sharedSets) find(key *sharedKey) *notes.Set {
	if all := s.sets.Load(); all != nil {
		for k := range *all {
			if e := &(*all)[k]; e.key == *key {
				return e.set
			}
		}
	}
	return nil
}

// full reports whether no set can be added any more.
func (s *sharedSets) full() bool {
	all := s.sets.Load()
	return all != nil && len(*all) >= maxShared
}

// add puts a set among the shared ones, and returns the one that is there in the end.
func (s *sharedSets) add(key *sharedKey, set *notes.Set) *notes.Set {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if other := s.find(key); other != nil {
		return other
	}
	var all []sharedSet
	if p := s.sets.Load(); p != nil {
		all = *p
	}
	if len(all) >= maxShared {
		return set
	}
	// Readers have the old slice: it must not change.
	all = append(all[:len(all):len(all)], sharedSet{*key, set})
	s.sets.Store(&all)
	return set
}
