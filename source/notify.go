package source

import "github.com/fsnotify/fsnotify"

// notifier tells when files are written to.
type notifier struct {
	watcher *fsnotify.Watcher
	changed chan struct{} // has an element if there was a notification since the last receive
}

// newNotifier returns a notifier of no files. It has a goroutine until close: fsnotify sends an error while it holds the lock that its Add, Remove
// and Close need, so that somebody must receive at all times.
func newNotifier() (*notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	n := &notifier{w, make(chan struct{}, 1)}
	go n.receive()
	return n, nil
}

func (n *notifier) receive() {
	for ok := true; ok; {
		select {
		case _, ok = <-n.watcher.Events:
		case _, ok = <-n.watcher.Errors:
		}
		select {
		case n.changed <- struct{}{}:
		default:
		}
	}
}

// move ends the notifications of an earlier file at path, and begins those of the file that is there now.
func (n *notifier) move(path string) {
	n.watcher.Remove(path)
	n.watcher.Add(path)
}

func (n *notifier) close() { n.watcher.Close() }
