package conn

import (
	"context"
	"testing"
)

// TestAnnouncements checks that writes during an announcement share the next
// one, that close waits for it, and that nothing is announced after close.
func TestAnnouncements(t *testing.T) {
	var a announcements
	begun, end, count := make(chan struct{}, 1000), make(chan struct{}), 0
	announce := func(context.Context) error {
		count++
		begun <- struct{}{}
		<-end
		return nil
	}
	a.add(announce)
	<-begun
	for range 100 {
		a.add(announce)
	}
	close(end)
	a.close()
	a.add(announce)
	if count != 2 {
		t.Errorf("%d announcements of 101 writes; expected 2", count)
	}
}
