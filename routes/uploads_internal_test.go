package routes

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A deadlined writer has the deadline of its request's body.
type deadlined struct {
	http.ResponseWriter
	read time.Time
}

// SetReadDeadline implements an optional method of [http.ResponseWriter].
func (d *deadlined) SetReadDeadline(until time.Time) error {
	d.read = until
	return nil
}

// TestUploadsHaveTime checks how long a body may take for what has arrived.
func TestUploadsHaveTime(t *testing.T) {
	for size, want := range map[int]time.Duration{0: 15 * time.Second, 1 << 20: 31 * time.Second, 40 << 20: 10 * time.Minute} {
		writer := &deadlined{ResponseWriter: httptest.NewRecorder()}
		receiving := &uploads{most: 50 << 20}
		begun := time.Now()
		request := httptest.NewRequest(http.MethodPost, "/import", strings.NewReader(strings.Repeat(" ", size)))
		_, release, err := receiving.receive(request, http.NewResponseController(writer), filepath.Join(t.TempDir(), "body"))
		if got := writer.read.Sub(begun); err != nil || got < want || got > want+5*time.Second {
			t.Errorf("%d bytes: got %s, %v; expected %s", size, got, err, want)
		}
		release()
		if receiving.open.Load() != 0 || receiving.kept.Load() != 0 {
			t.Errorf("%d bytes: %d uploads of %d bytes are left", size, receiving.open.Load(), receiving.kept.Load())
		}
	}
}

// TestUploadsAreCounted checks that there is a limit of how many arrive at once,
// and that the announced size is looked at first.
func TestUploadsAreCounted(t *testing.T) {
	receiving := &uploads{most: 10}
	folder := t.TempDir()
	receive := func(size int) (func(), error) {
		request := httptest.NewRequest(http.MethodPost, "/import", strings.NewReader(strings.Repeat(" ", size)))
		_, release, err := receiving.receive(request, http.NewResponseController(&deadlined{}), filepath.Join(folder, "body"))
		return release, err
	}
	release, err := receive(11)
	if release(); err == nil || receiving.kept.Load() > 0 {
		t.Errorf("11 bytes: got %v", err)
	}
	for range uploadsOpen {
		release, err := receive(0)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
	}
	release, err = receive(0)
	if release(); !errors.Is(err, errUploads) {
		t.Errorf("one more: got %v", err)
	}
}
