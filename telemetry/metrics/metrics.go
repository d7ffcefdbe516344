// Package metrics counts and times what a server does, for Prometheus. The number
// of its series is bounded, whatever clients send.
package metrics

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the metrics of a server. They are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	names    names

	requests      *prometheus.CounterVec
	requestTime   *prometheus.HistogramVec
	operations    *prometheus.CounterVec
	operationTime *prometheus.HistogramVec
	price         *prometheus.CounterVec
	calls         *prometheus.CounterVec
	callTime      *prometheus.HistogramVec
	statements    *prometheus.CounterVec
	statementTime prometheus.Histogram
	documents     *prometheus.CounterVec
	tokens        *prometheus.CounterVec
	confidence    prometheus.Histogram
	words         *prometheus.CounterVec
	searches      *prometheus.CounterVec
	imports       *prometheus.CounterVec
	imported      *prometheus.CounterVec
}

// times are the bounds of histograms, in seconds: 1 ms to 10 s, the default limit
// of a request.
var times = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// shares are the bounds of what is between 0 and 1.
var shares = []float64{.1, .2, .3, .4, .5, .6, .7, .8, .9, 1}

// shortTimes are those of a round trip to the database.
var shortTimes = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .1, .5, 2.5}

// New returns metrics of a program with a version and a commit.
func New(version, commit, goVersion string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.requests = m.counter("http_requests_total", "Requests over HTTP, by path and status.", "path", "status")
	m.requestTime = m.histogram("http_request_duration_seconds", "Time of requests over HTTP.", times, "path")
	m.operations = m.counter("operations_total",
		"GraphQL operations, by name, type and outcome: ok, unchanged, or the code of the first error.", "operation", "type", "outcome")
	m.operationTime = m.histogram("operation_duration_seconds", "Time of GraphQL operations.", times, "operation")
	m.price = m.counter("operation_price_total", "Prices of GraphQL operations, in units of 1 to 2 µs of a processor.", "operation")
	m.calls = m.counter("tool_calls_total", "Calls of agents over MCP, by tool and outcome: ok, or the code of the error.", "tool", "outcome")
	m.callTime = m.histogram("tool_call_duration_seconds", "Time of calls of agents.", times, "tool")
	m.statements = m.counter("statements_total", "SQL statements, by their first word and outcome: ok or error.", "verb", "outcome")
	m.statementTime = m.single("statement_duration_seconds",
		"Time of a round trip to the database, which may have several statements.", shortTimes)
	m.documents = m.counter("documents_total", "Context documents, by lens and answerability.", "lens", "answerability")
	m.tokens = m.counter("document_tokens_total", "Tokens of context documents: allowed by max_tokens, and used.", "lens", "count")
	m.confidence = m.single("document_confidence", "Probability that the graph has an answer, of context documents.", shares)
	m.words = m.counter("question_words_total",
		"Words of questions that were read as a query: those that it has, and those it has not.", "use")
	m.imports = m.counter("imports_total", "Imports over HTTP and of followed folders, by outcome: ok, rejected, or the code of the error.",
		"source", "outcome")
	m.imported = m.counter("imported_total",
		"What imports did: entities and edges that they created, updated or deleted, rejected lines, and fields with a conflict.", "what")
	m.searches = m.counter("searches_total", "Searches, by whether there was a hit.", "hits")
	m.begin()
	m.Gauge("build_info", "1, with the version of the program as labels.", func() float64 { return 1 }, "version", version, "commit", commit,
		"go", goVersion)
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// begin makes the series whose labels are known, since a rate needs them from the
// start.
func (m *Metrics) begin() {
	for counter, values := range map[*prometheus.CounterVec][]string{
		m.searches: {"none", "some"}, m.words: {"read", "unused"}, m.imported: importedWhat,
	} {
		for _, value := range values {
			counter.WithLabelValues(value)
		}
	}
	for _, source := range []string{"http", "folder"} {
		m.imports.WithLabelValues(source, "ok")
	}
}

const namespace = "dossier"

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	made := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	m.registry.MustRegister(made)
	return made
}

func (m *Metrics) histogram(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	made := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: bounds}, labels)
	m.registry.MustRegister(made)
	return made
}

// single returns a histogram without labels.
func (m *Metrics) single(name, help string, bounds []float64) prometheus.Histogram {
	return m.histogram(name, help, bounds).WithLabelValues().(prometheus.Histogram)
}

// Gauge adds a metric whose value is read when it is asked for. labels are names
// and values.
func (m *Metrics) Gauge(name, help string, value func() float64, labels ...string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: name, Help: help, ConstLabels: pairs(labels),
	},
		value))
}

// Counter adds a metric like that of [Metrics.Gauge] that only grows.
func (m *Metrics) Counter(name, help string, value func() float64, labels ...string) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: namespace, Name: name, Help: help, ConstLabels: pairs(labels),
	},
		value))
}

// pairs returns labels of their names and values.
func pairs(labels []string) prometheus.Labels {
	constant := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		constant[labels[i]] = labels[i+1]
	}
	return constant
}

// observe adds a time to a histogram, with the id of the trace, unless it is "", so
// that a dashboard leads from a slow request to its trace.
func observe(histogram prometheus.Observer, took time.Duration, trace string) {
	if exemplars, has := histogram.(prometheus.ExemplarObserver); has && trace != "" {
		exemplars.ObserveWithExemplar(took.Seconds(), prometheus.Labels{"trace_id": trace})
		return
	}
	histogram.Observe(took.Seconds())
}

// Handler answers with the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{EnableOpenMetrics: true})
}

// Request counts a request. trace is the id of its trace, "" for none.
func (m *Metrics) Request(path string, status int, took time.Duration, trace string) {
	path = known(path)
	m.requests.WithLabelValues(path, strconv.Itoa(status)).Inc()
	observe(m.requestTime.WithLabelValues(path), took, trace)
}

// paths are the paths that are counted by name.
var paths = []string{"/graphql", "/mcp", "/import", "/healthz", "/readyz", "/metrics", "/explorer", "/playground"}

// known returns the path of paths that a path is or is below, else "other".
func known(path string) string {
	for _, one := range paths {
		if path == one || strings.HasPrefix(path, one+"/") {
			return one
		}
	}
	return "other"
}

// Operation counts a GraphQL operation.
func (m *Metrics) Operation(name, kind, outcome string, price int, took time.Duration, trace string) {
	name = m.names.bounded(name, outcome == "ok")
	m.operations.WithLabelValues(name, kind, outcome).Inc()
	observe(m.operationTime.WithLabelValues(name), took, trace)
	m.price.WithLabelValues(name).Add(float64(max(price, 0)))
}

// Call counts a call of an agent. tool is one that exists.
func (m *Metrics) Call(tool, outcome string, took time.Duration, trace string) {
	m.calls.WithLabelValues(tool, outcome).Inc()
	observe(m.callTime.WithLabelValues(tool), took, trace)
}

// Statements counts the statements of a round trip.
func (m *Metrics) Statements(statements []string, err error, took time.Duration, trace string) {
	outcome := "ok"
	if err != nil {
		outcome = "error"
	}
	for _, sql := range statements {
		m.statements.WithLabelValues(verb(sql), outcome).Inc()
	}
	observe(m.statementTime, took, trace)
}

// verb returns the first word of a statement: that of its own text, never of a
// client.
func verb(sql string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(sql), " ")
	switch word = strings.ToLower(word); word {
	case "select", "insert", "update", "delete", "with":
		return word
	}
	return "other"
}

// Document counts a context document. lens is one that exists.
func (m *Metrics) Document(lens, answerability string, confidence float64, allowed, used int) {
	m.documents.WithLabelValues(lens, answerability).Inc()
	m.confidence.Observe(confidence)
	m.tokens.WithLabelValues(lens, "allowed").Add(float64(allowed))
	m.tokens.WithLabelValues(lens, "used").Add(float64(used))
}

// Question counts the words of a question that was read, and those of them that the
// query does not have.
func (m *Metrics) Question(words, unused int) {
	m.words.WithLabelValues("read").Add(float64(max(words-unused, 0)))
	m.words.WithLabelValues("unused").Add(float64(unused))
}

// An Import has the counts of an import.
type Import struct{ Created, Updated, Deleted, Rejected, Conflicts int }

// importedWhat are the labels of the fields of an [Import].
var importedWhat = []string{"created", "updated", "deleted", "rejected", "conflicts"}

// Import counts an import. source is http or folder.
func (m *Metrics) Import(source, outcome string, did Import) {
	m.imports.WithLabelValues(source, outcome).Inc()
	for i, count := range []int{did.Created, did.Updated, did.Deleted, did.Rejected, did.Conflicts} {
		m.imported.WithLabelValues(importedWhat[i]).Add(float64(count))
	}
}

// Search counts a search with a number of hits.
func (m *Metrics) Search(hits int) {
	found := "some"
	if hits == 0 {
		found = "none"
	}
	m.searches.WithLabelValues(found).Inc()
}

// mostNames is how many names of operations are counted by name, by eye: more
// than most frontends have. Each has 17 series.
const mostNames = 100

// longestName bounds a name in bytes. By eye.
const longestName = 80

// names are the names of operations that are counted.
type names struct {
	mu   sync.Mutex
	seen map[string]bool
}

// bounded returns the name of an operation, or "other". A new name is counted
// from its first success on, so that errors cannot use up the names.
func (n *names) bounded(name string, success bool) string {
	if name == "" {
		return "anonymous"
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.seen[name]:
		return name
	case !success || len(n.seen) >= mostNames || len(name) > longestName:
		return "other"
	case n.seen == nil:
		n.seen = map[string]bool{}
	}
	n.seen[name] = true
	return name
}
