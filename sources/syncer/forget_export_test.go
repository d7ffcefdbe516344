package syncer

import "os"

// Forget removes what is known of all sources, so that they are read again.
func (s *Syncer) Forget() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = map[string]*held{}
	return os.RemoveAll(s.States)
}
