package remote

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"dossier/graph"
	"dossier/telemetry/metrics"
)

// A Status is the report of a server about itself.
type Status struct {
	Server string `json:"server"`
	Ready  bool   `json:"ready"`
	Reason string `json:"reason,omitempty"` // why it is not ready
	// LeftOut are what the server works without, such as keys of sign-in that cannot
	// be read.
	LeftOut []string `json:"leftOut"`
	// Metrics are nil if the server does not show them.
	Metrics *metrics.Summary `json:"metrics"`
}

// Status asks the server whether it is ready, and for its metrics.
func (s *Server) Status(ctx context.Context) (*Status, error) {
	code, text, err := s.get(ctx, "/readyz")
	if err != nil {
		return nil, err
	}
	first, others, _ := strings.Cut(strings.TrimSpace(text), "\n")
	status := &Status{Server: s.name, Ready: code == http.StatusOK, LeftOut: []string{}}
	if others != "" {
		status.LeftOut = strings.Split(others, "\n")
	}
	if !status.Ready {
		status.Reason = first
	}
	code, text, err = s.get(ctx, "/metrics")
	if err != nil || code == http.StatusUnauthorized || code == http.StatusNotFound {
		return status, err
	}
	if status.Metrics, err = metrics.Read(strings.NewReader(text)); err != nil {
		return nil, graph.Unavailable("the metrics of "+s.name+" cannot be read", err)
	}
	return status, nil
}

// mostStatus is the most bytes of an answer that are read. By eye: metrics of 100
// operations are 300 kB.
const mostStatus = 16 << 20

// get returns the status and the text of the answer to a GET of a path.
func (s *Server) get(ctx context.Context, path string) (code int, text string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return 0, "", fmt.Errorf("write request: %w", err)
	}
	s.sign(request)
	answer, err := s.do(request, false)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(io.LimitReader(answer.Body, mostStatus))
	if err != nil {
		return 0, "", graph.Unavailable("the answer of "+s.name+path+" was lost", err)
	}
	return answer.StatusCode, string(read), nil
}
