package serving

import (
	"context"
	"sync"
	"time"

	"dossier/graph/query"
	"dossier/tokens"
)

// startWithin is what requests may take longer while the first projects are loaded,
// so that none is refused because it came too early. By eye: a server closes
// connections whose answer takes a minute.
const startWithin = 30 * time.Second

// Warm loads the projects and the encoding in the background, because clients of MCP
// start a process for each conversation, and a user asks as soon as a server listens.
// more returns startWithin until that is done, and then 0. stop ends it and waits for
// its end.
func Warm(ctx context.Context, service *query.Service) (more func() time.Duration, stop func()) {
	tokens.Warm()
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	var loading sync.WaitGroup
	loading.Go(func() {
		defer close(done)
		// A request that needs what could not be loaded reports the error.
		_, _ = service.Search(ctx, query.SearchInput{Query: "dossier", First: new(1)})
		if count, err := service.Counter(); err == nil {
			count("dossier")
		}
	})
	more = func() time.Duration {
		select {
		case <-done:
			return 0
		default:
			return startWithin
		}
	}
	return more, func() { cancel(); loading.Wait() }
}
