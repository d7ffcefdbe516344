package serving

import (
	"context"
	"time"

	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
	"dossier/ndjson"
	"dossier/telemetry"
	"dossier/telemetry/metrics"
	"dossier/telemetry/traces"
)

// Observe sets the observer of what the services do.
func (s *Services) Observe(ctx context.Context) (finish func(), err error) {
	sent, err := traces.New(ctx, Version())
	if err != nil {
		return nil, err
	}
	commit, goVersion := Built()
	s.Observer = &telemetry.Observer{Metrics: metrics.New(Version(), commit, goVersion), Traces: sent}
	s.Stores.Observe, s.Stores.Imported = s.Observer.Statements, s.imported("folder")
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendWithin)
		defer cancel()
		if err := sent.Close(ctx); err != nil {
			s.Stores.Log.Warn("the last traces could not be sent", "error", err)
		}
	}, nil
}

// sendWithin is the time that the last traces may take. By eye.
const sendWithin = 5 * time.Second

// documented counts a context document.
func (s *Services) documented(d *contextdoc.Document, lens string) {
	s.Observer.Document(lens, string(d.Answerability), d.Confidence, d.MaxTokens, d.Tokens)
	if d.ReadAs != nil {
		s.Observer.Question(d.ReadAs.Words, len(d.ReadAs.Unused))
	}
}

// imported returns a function that counts imports from a source: http, or the folder
// that is followed.
func (s *Services) imported(source string) func(*ndjson.Report, error) {
	return func(report *ndjson.Report, err error) {
		switch {
		case err != nil:
			s.Observer.Import(source, string(graph.CodeOf(err)), metrics.Import{})
		case report == nil: // only entities that vanished were deleted
			s.Observer.Import(source, "ok", metrics.Import{})
		case report.Written == nil: // nor is anything written of a dry run
			s.Observer.Import(source, "rejected", metrics.Import{Rejected: report.Counts.Rejected, Conflicts: report.Counts.Conflicts})
		default:
			c := report.Counts
			s.Observer.Import(source, "ok",
				metrics.Import{Created: c.Created, Updated: c.Updated, Deleted: c.Deleted, Rejected: c.Rejected, Conflicts: c.Conflicts})
		}
	}
}

// watch adds the metrics whose values a service and its store have when they are
// read.
func (s *Services) watch(service *query.Service, store *sqlstore.Store, counters *Counters) {
	o := s.Observer
	o.Gauge("projects_held", "Projects in memory.", func() float64 { return float64(service.Held().Projects) })
	o.Gauge("projects_held_entities", "Entities of the projects in memory.", func() float64 { return float64(service.Held().Entities) })
	o.Gauge("projects_held_bytes", "About the memory of projects, in bytes.", func() float64 { return float64(service.Held().Bytes) })
	const loads = "Graphs of projects that were loaded: read from the store, brought up to date by what changed, or loaded from a saved file."
	o.Counter("project_loads_total", loads, func() float64 { return float64(service.Held().Read) }, "from", "store")
	o.Counter("project_loads_total", loads, func() float64 { return float64(service.Held().Refreshed) }, "from", "changes")
	o.Counter("project_loads_total", loads, func() float64 { return float64(service.Held().Loaded) }, "from", "file")
	o.Counter("project_evictions_total", "Projects that were removed from memory to make room for others.",
		func() float64 { return float64(service.Held().Evicted) })
	o.Counter("project_saves_total", "Projects that were saved for the next start.", func() float64 { return float64(service.Held().Saved) })
	o.Gauge("subscriptions", "Subscriptions to the changes of projects.", func() float64 { return float64(service.Followed().Subscriptions) })
	o.Gauge("subscription_events_behind", "Events in memory that subscribers have not taken yet, of all together.",
		func() float64 { return float64(service.Followed().Behind) })
	o.Gauge("rows_unreadable", "Rows that could not be read and are left out.", func() float64 { return float64(store.Unreadable()) })
	o.Gauge("pool_connections_busy", "Connections to the database that requests use.", func() float64 { return float64(store.Pool().Busy) })
	o.Gauge("pool_connections_most", "The most connections to the database that requests may use.",
		func() float64 { return float64(store.Pool().Most) })
	o.Counter("pool_waits_total", "Requests that had to wait for a connection to the database.",
		func() float64 { return float64(store.Pool().Waits) })
	o.Counter("pool_wait_seconds_total", "Time of waiting for connections to the database.",
		func() float64 { return store.Pool().Waited.Seconds() })
	const reads = "Requests that accept the state of a replica: read there, at the primary server as no replica " +
		"had it, or there as the replica failed."
	o.Counter("replica_requests_total", reads, func() float64 { return float64(store.ReplicaReads().Replica) }, "read", "replica")
	o.Counter("replica_requests_total", reads, func() float64 { return float64(store.ReplicaReads().Elsewhere) }, "read", "primary")
	o.Counter("replica_requests_total", reads, func() float64 { return float64(store.ReplicaReads().Left) }, "read", "failed")
	o.Counter("tokens_counted_total", "Tokens that were counted, to fit texts into budgets.",
		func() float64 { return float64(counters.counted.Load()) })
	o.Gauge("problems", "What is wrong and does not stop the server; /readyz lists it.",
		func() float64 { return float64(len(service.Problems().All())) })
}
