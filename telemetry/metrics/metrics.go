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
	searches      *prometheus.CounterVec
}

// times are the bounds of histograms, in seconds: 1 ms to 10 s, the default limit
// of a request.
var times = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// shortTimes are those of a round trip to the database.
var shortTimes = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .1, .5, 2.5}

// New returns metrics of a program with a version and a commit.
func New(version, commit, goVersion string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.requests = m.counter("http_requests_total", "Requests over HTTP, by path and status.", "path", "status")
	m.requestTime = m.histogram("http_request_duration_seconds", "Time of requests over HTTP.", times, "path")
	m.operations = m.counter("operations_total", "GraphQL operations, by name, type and outcome: ok, unchanged, or the code of the first error.", "operation", "type", "outcome")
	m.operationTime = m.histogram("operation_duration_seconds", "Time of GraphQL operations.", times, "operation")
	m.price = m.counter("operation_price_total", "Prices of GraphQL operations, in units of 1 to 2 µs of a processor.", "operation")
	m.calls = m.counter("tool_calls_total", "Calls of agents over MCP, by tool or method and outcome: ok, or the code of the error.", "tool", "outcome")
	m.callTime = m.histogram("tool_call_duration_seconds", "Time of calls of agents.", times, "tool")
	m.statements = m.counter("statements_total", "SQL statements, by their first word and outcome: ok or error.", "verb", "outcome")
	times := m.histogram("statement_duration_seconds", "Time of a round trip to the database, which may have several statements.", shortTimes)
	m.statementTime = times.WithLabelValues().(prometheus.Histogram)
	m.documents = m.counter("documents_total", "Context documents, by lens and answerability.", "lens", "answerability")
	m.tokens = m.counter("document_tokens_total", "Tokens of context documents: allowed by max_tokens, and used.", "lens", "count")
	m.searches = m.counter("searches_total", "Searches, by whether there was a hit.", "hits")
	for _, hits := range []string{"none", "some"} { // a rate needs both from the start
		m.searches.WithLabelValues(hits)
	}
	m.Gauge("build_info", "1, with the version of the program as labels.", func() float64 { return 1 }, "version", version, "commit", commit, "go", goVersion)
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
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

// Gauge adds a metric whose value is read when it is asked for. labels are names
// and values.
func (m *Metrics) Gauge(name, help string, value func() float64, labels ...string) {
	constant := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		constant[labels[i]] = labels[i+1]
	}
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help, ConstLabels: constant}, value))
}

// Handler answers with the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{EnableOpenMetrics: true})
}

// Request counts a request.
func (m *Metrics) Request(path string, status int, took time.Duration) {
	path = known(path)
	m.requests.WithLabelValues(path, strconv.Itoa(status)).Inc()
	m.requestTime.WithLabelValues(path).Observe(took.Seconds())
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
func (m *Metrics) Operation(name, kind, outcome string, price int, took time.Duration) {
	name = m.names.bounded(name, outcome == "ok")
	m.operations.WithLabelValues(name, kind, outcome).Inc()
	m.operationTime.WithLabelValues(name).Observe(took.Seconds())
	m.price.WithLabelValues(name).Add(float64(max(price, 0)))
}

// Call counts a call of an agent. tool is one that exists, or a method.
func (m *Metrics) Call(tool, outcome string, took time.Duration) {
	m.calls.WithLabelValues(tool, outcome).Inc()
	m.callTime.WithLabelValues(tool).Observe(took.Seconds())
}

// Statements counts the statements of a round trip.
func (m *Metrics) Statements(statements []string, err error, took time.Duration) {
	outcome := "ok"
	if err != nil {
		outcome = "error"
	}
	for _, sql := range statements {
		m.statements.WithLabelValues(verb(sql), outcome).Inc()
	}
	m.statementTime.Observe(took.Seconds())
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
func (m *Metrics) Document(lens, answerability string, allowed, used int) {
	m.documents.WithLabelValues(lens, answerability).Inc()
	m.tokens.WithLabelValues(lens, "allowed").Add(float64(allowed))
	m.tokens.WithLabelValues(lens, "used").Add(float64(used))
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
