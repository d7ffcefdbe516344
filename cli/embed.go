package cli

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"dossier/cli/terminal"
	"dossier/db"
	"dossier/embeddings"
	"dossier/graph"
	"dossier/graph/query"
)

// embeddingOptions are the flags of the embeddings endpoint. Without a URL,
// search only uses words.
type embeddingOptions struct {
	URL        string `name:"url" env:"URL" placeholder:"URL" help:"${embeddingURL}"`
	Model      string `env:"MODEL" placeholder:"NAME" help:"The embedding model."`
	Key        string `secret:"" env:"KEY" placeholder:"KEY" help:"API key; prefer DOSSIER_EMBEDDINGS_KEY."`
	Dimensions int    `env:"DIMENSIONS" placeholder:"N" help:"The length of a vector, for models that support several."`
}

// configure sets the embedder of a service, if there is an endpoint.
func (o *embeddingOptions) configure(options *query.Options, store *db.Store) error {
	if o.URL == "" {
		return nil
	}
	client, err := embeddings.New(embeddings.Options{
		URL: o.URL, Name: o.Model, Key: o.Key, Dimensions: o.Dimensions, Random: rand.Float64,
	})
	if err != nil {
		return err
	}
	options.Embedder, options.Vectors = client, store
	return nil
}

type embedCommand struct{}

// Run computes the missing vectors and reports progress on standard error.
func (embedCommand) Run(ctx context.Context, services *services, streams terminal.Streams) error {
	if services.embeddings.URL == "" {
		return graph.BadInput("embeddings.url", "no endpoint for embeddings is configured")
	}
	service, closeStore, err := services.open(ctx, serves)
	if err != nil {
		return err
	}
	defer closeStore()
	embedded := 0
	write := throttled(logEvery, func(done, total int) { fmt.Fprintf(streams.Err, "%d of %d entities embedded\n", done, total) })
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
func (s *services) embedInBackground(ctx context.Context, service *query.Service, log *slog.Logger) (stop func()) {
	if s.embeddings.URL == "" || s.stores.readOnly {
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
	write := throttled(logEvery, func(done, total int) { log.InfoContext(ctx, "embedding", "done", done, "of", total) })
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
