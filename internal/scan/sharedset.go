package scan

import (
	"sync"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/notes"
)

// sharedKey identifies a set of notes without text.
type sharedKey struct {
	absent, absent2 uint64
	notes           [6]uint16 // field<<8 | state of each note, in order; 0 after the last
}

// sharedSets are the shared sets of a record type. Most lines have the same few.
type sharedSets struct {
	sets  atomic.Pointer[[]sharedSet]
	mutex sync.Mutex // held while a set is added
}

type sharedSet struct {
	key sharedKey
	set *notes.Set
}

// maxShared is the largest number of shared sets of a record type. Other sets are made anew each time.
const maxShared = 64

// find returns the set with a key, or nil.
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

// add adds a set, and returns it; if another goroutine has added a set with this key, it returns that one.
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
