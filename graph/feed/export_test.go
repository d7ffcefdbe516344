package feed

// WindowEvents is the maximum number of events in a window.
const WindowEvents = windowEvents

// Held returns the number of events in all windows, and their bytes.
func (f *Feed) Held() (events, bytes int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.windows {
		events, bytes = events+len(w.events), bytes+w.bytes
	}
	return events, bytes
}

// Polls reports whether the feed reads the store.
func (f *Feed) Polls() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stop != nil
}
