package e2e_test

import (
	"sync"
	"testing"
)

// TestFirstRequests asks new services by root fields that wait for one load: a load that
// joined the reads of another root field waited for that field, which waited for it.
func TestFirstRequests(t *testing.T) {
	s := serveDemo(t)
	const query = `{ tasks(first: 3) { nodes { id } } search(query: "frost") { total }
		contextDocument(input: {start: {topic: "overdue tasks of airnet"}}) { tokens } }`
	for range 20 {
		s.restart()
		var asking sync.WaitGroup
		asking.Go(func() { s.ask(t, `{ search(query: "warm up") { total } }`, nil) })
		var answer struct{ Search struct{ Total int } }
		s.data(t, query, nil, &answer)
		if answer.Search.Total == 0 {
			t.Error("nothing was found")
		}
		asking.Wait()
	}
}
