package serving

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/graph/query"
)

// EmbedCommand is the command that computes the vectors of texts.
type EmbedCommand struct{}

// Run computes the missing vectors and reports progress on standard error.
func (EmbedCommand) Run(ctx context.Context, services *Services, streams terminal.Streams) error {
	if services.Embeddings.URL == "" {
		return graph.BadInput("embeddings.url", "no endpoint for embeddings is configured")
	}
	service, closeStore, err := services.open(ctx, storage.Serves)
	if err != nil {
		return err
	}
	defer closeStore()
	embedded := 0
	write := throttled(terminal.LogEvery, func(done, total int) { fmt.Fprintf(streams.Err, "%d of %d entities embedded\n", done, total) })
	err = service.Embed(ctx, func(done, total int) {
		embedded = done
		write(done, total)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Out, "%d entities embedded; all vectors are up to date.\n", embedded)
	return nil
}

// The pause between two searches for changed texts. It doubles with each
// failure of the endpoint, up to embedLongest. By eye.
const (
	embedEvery   = 5 * time.Second
	embedLongest = 5 * time.Minute
)

// embedInBackground embeds new and changed texts, if there is an endpoint. stop
// ends that and waits for its end.
func (s *Services) embedInBackground(ctx context.Context, service *query.Service, log *slog.Logger) (stop func()) {
	if s.Embeddings.URL == "" || s.Stores.ReadOnly {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		keepEmbedded(ctx, service, log)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// keepEmbedded embeds new and changed texts until ctx ends.
func keepEmbedded(ctx context.Context, service *query.Service, log *slog.Logger) {
	write := throttled(terminal.LogEvery, func(done, total int) { log.InfoContext(ctx, "embedding", "done", done, "of", total) })
	for pause := embedEvery; ; {
		err := service.Embed(ctx, write)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			pause = embedEvery
		} else {
			pause = min(2*pause, embedLongest)
			log.WarnContext(ctx, "embeddings paused after a failure", "error", err, "for", pause)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// throttled returns a function that calls write at most once in each period,
// and always for the last progress.
func throttled(period time.Duration, write func(done, total int)) func(done, total int) {
	next := time.Now().Add(period)
	return func(done, total int) {
		if done < total && time.Now().Before(next) {
			return
		}
		next = time.Now().Add(period)
		write(done, total)
	}
}
