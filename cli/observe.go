package cli

import (
	"context"
	"time"

	"dossier/graph/contextdoc"
	"dossier/telemetry"
	"dossier/telemetry/metrics"
	"dossier/telemetry/traces"
)

// observe makes the server and its store report to metrics, and to traces if the
// environment has an endpoint for them. The caller must call finish, which sends
// the last traces.
func (o *ServeOptions) observe(ctx context.Context, services *services) (finish func(), err error) {
	finish, err = services.observe(ctx)
	o.Observer = services.observer
	return finish, err
}

// observe sets the observer of what the services do.
func (s *services) observe(ctx context.Context) (finish func(), err error) {
	sent, err := traces.New(ctx, version())
	if err != nil {
		return nil, err
	}
	commit, goVersion := built()
	s.observer = &telemetry.Observer{Metrics: metrics.New(version(), commit, goVersion), Traces: sent}
	s.stores.observe = s.observer.Statements
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendWithin)
		defer cancel()
		if err := sent.Close(ctx); err != nil {
			s.stores.log.Warn("the last traces could not be sent", "error", err)
		}
	}, nil
}

// sendWithin is the time that the last traces may take. By eye.
const sendWithin = 5 * time.Second

// documented counts a context document.
func (s *services) documented(d *contextdoc.Document, lens string) {
	s.observer.Document(lens, string(d.Answerability), d.MaxTokens, d.Tokens)
}
