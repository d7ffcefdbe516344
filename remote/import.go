package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
)

// reported are the statuses of answers with a report: of an import that is done,
// one with a conflict, and one with rejected lines, which write nothing.
var reported = []int{http.StatusOK, http.StatusConflict, http.StatusUnprocessableEntity}

// Import sends NDJSON, plain or gzip, to be imported. It returns the answer of
// the server: the report, which is a line of JSON, and then the rejected lines
// if the report does not have all of them. The caller must close it.
func (s *Server) Import(ctx context.Context, in io.Reader, parameters url.Values) (io.ReadCloser, error) {
	address := s.base + "/import?" + parameters.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, in)
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	request.Header.Set("Content-Type", "application/octet-stream")
	s.sign(request)
	writes := parameters.Get("dryRun") != "true"
	response, err := s.do(request, writes)
	if err != nil {
		return nil, err
	}
	if slices.Contains(reported, response.StatusCode) {
		return response.Body, nil
	}
	defer response.Body.Close()
	var got answer
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil || len(got.Errors) == 0 {
		return nil, s.refused(response, writes, err)
	}
	return nil, s.failed(&got.Errors[0])
}
