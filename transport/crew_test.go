package transport

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// All functions run at once, however few goroutines wait, and no more
// goroutines are kept than the crew may have.
func TestCrew(t *testing.T) {
	c := newCrew()
	most := crewPerProcessor * runtime.GOMAXPROCS(0)
	for range 3 {
		var running, ended sync.WaitGroup
		release := make(chan bool)
		for range most + 10 {
			running.Add(1)
			ended.Add(1)
			c.run(func() {
				defer ended.Done()
				running.Done()
				<-release
			})
		}
		running.Wait()
		close(release)
		ended.Wait()
	}
	for begun := time.Now(); c.kept.Load() != int64(most); time.Sleep(time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			t.Fatalf("%d goroutines wait, want %d", c.kept.Load(), most)
		}
	}
}
