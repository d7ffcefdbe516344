package metrics

import (
	"fmt"
	"io"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// A Summary has sums over the metrics of a server.
type Summary struct {
	Version       string    `json:"version"`
	Since         time.Time `json:"since"` // when the process started; zero where no system says so
	Requests      float64   `json:"requests"`
	Failed        float64   `json:"failed"`     // requests with a status from 500 on
	MeanMillis    float64   `json:"meanMillis"` // of a GraphQL operation
	Documents     float64   `json:"documents"`  // context documents
	ToolCalls     float64   `json:"toolCalls"`  // of agents
	Statements    float64   `json:"statements"` // of SQL
	Streams       float64   `json:"streams"`    // connections of subscriptions
	Projects      float64   `json:"projects"`   // in memory
	ProjectBytes  float64   `json:"projectBytes"`
	ResidentBytes float64   `json:"residentBytes"`
	OpenFiles     float64   `json:"openFiles"`
}

// Read returns a summary of what [Metrics.Handler] answered.
func Read(text io.Reader) (*Summary, error) {
	parser := expfmt.NewTextParser(model.UTF8Validation)
	read, err := parser.TextToMetricFamilies(text)
	if err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	f := families(read)
	s := &Summary{
		Requests: f.sum("dossier_http_requests_total", nil),
		Failed: f.sum("dossier_http_requests_total",
			func(label func(string) string) bool { return strings.HasPrefix(label("status"), "5") }),
		Documents:     f.sum("dossier_documents_total", nil),
		ToolCalls:     f.sum("dossier_tool_calls_total", nil),
		Statements:    f.sum("dossier_statements_total", nil),
		Streams:       f.sum("dossier_streams", nil),
		Projects:      f.sum("dossier_projects_held", nil),
		ProjectBytes:  f.sum("dossier_projects_held_bytes", nil),
		ResidentBytes: f.sum("process_resident_memory_bytes", nil),
		OpenFiles:     f.sum("process_open_fds", nil),
	}
	if operations := f.sum("dossier_operations_total", nil); operations > 0 {
		s.MeanMillis = 1000 * f.sum("dossier_operation_duration_seconds", nil) / operations
	}
	if start := f.sum("process_start_time_seconds", nil); start > 0 {
		s.Since = time.Unix(int64(start), 0).UTC()
	}
	f.sum("dossier_build_info", func(label func(string) string) bool {
		s.Version = label("version")
		return false
	})
	return s, nil
}

// families are metrics by name.
type families map[string]*dto.MetricFamily

// sum returns the sum of the samples of a metric whose labels a filter accepts,
// those of a histogram by their sums; 0 if there are none. A filter of nil accepts
// all.
func (f families) sum(name string, accepts func(label func(string) string) bool) (total float64) {
	for _, metric := range f[name].GetMetric() {
		label := func(name string) string {
			for _, pair := range metric.GetLabel() {
				if pair.GetName() == name {
					return pair.GetValue()
				}
			}
			return ""
		}
		if accepts == nil || accepts(label) {
			total += metric.GetCounter().GetValue() + metric.GetGauge().GetValue() + metric.GetHistogram().GetSampleSum()
		}
	}
	return total
}
