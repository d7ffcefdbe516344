package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"dossier/db"
	"dossier/embeddings"
	"dossier/graph"
	"dossier/graph/query"
)

// embeddingOptions are the flags about the endpoint for embeddings. Without a
// URL there is none, and words alone are searched.
type embeddingOptions struct {
	URL        string `name:"url" env:"URL" placeholder:"URL" help:"An endpoint that speaks OpenAI's /v1/embeddings, as in https://api.openai.com/v1; searches and context documents compare meanings then."`
	Model      string `env:"MODEL" placeholder:"NAME" help:"The model to ask it for."`
	Key        string `env:"KEY" placeholder:"KEY" help:"What it knows its clients by; best given by the environment."`
	Dimensions int    `env:"DIMENSIONS" placeholder:"N" help:"How many values a vector is to have, for models that leave the choice."`
}

// configure lets a service over the store compare meanings, if there is an
// endpoint.
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

// How long the background waits before it looks for changed texts again, and at
// most when the endpoint is down.
const (
	embedEvery   = 5 * time.Second
	embedLongest = 5 * time.Minute
)

// embedding makes vectors in the background, where there is an endpoint. Who
// calls the function that it gives stops that and waits for it to end.
func (p *program) embedding(service *query.Service) (stop func()) {
	if p.embeddings.URL == "" {
		return func() {}
	}
	ctx, cancel := context.WithCancel(p.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.embed(ctx, service)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// embed makes the vectors of new and changed texts until ctx ends.
func (p *program) embed(ctx context.Context, service *query.Service) {
	tell := nowAndThen(logLine, func(done, total int) { p.log.InfoContext(ctx, "embedding", "done", done, "of", total) })
	for pause := embedEvery; ; {
		err := service.Embed(ctx, tell)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			pause = embedEvery
		} else {
			pause = min(2*pause, embedLongest)
			p.log.WarnContext(ctx, "embedding rests", "error", err, "for", pause)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

type embedCommand struct{}

// Run embeds what is pending and tells how far it is.
func (embedCommand) Run(p *program) error {
	if p.embeddings.URL == "" {
		return graph.BadInput("--embeddings-url", "no endpoint for embeddings is configured")
	}
	service, closeStore, err := p.service()
	if err != nil {
		return err
	}
	defer closeStore()
	embedded := 0
	tell := nowAndThen(logLine, func(done, total int) { fmt.Fprintf(p.errOut, "%d of %d entities embedded\n", done, total) })
	err = service.Embed(p.ctx, func(done, total int) {
		embedded = done
		tell(done, total)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%d entities embedded; all vectors are up to date.\n", embedded)
	return nil
}

// nowAndThen passes progress on, the last of it and otherwise not more often
// than every so long.
func nowAndThen(every time.Duration, tell func(done, total int)) func(done, total int) {
	next := time.Now().Add(every)
	return func(done, total int) {
		if done < total && time.Now().Before(next) {
			return
		}
		next = time.Now().Add(every)
		tell(done, total)
	}
}
