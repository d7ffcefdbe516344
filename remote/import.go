package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"dossier/graph"
)

// Import sends NDJSON, plain or gzip, to be imported. It returns the answer of
// the server: the report, which is a line of JSON, and then the rejected lines
// if the report does not have all of them. The caller must close it.
func (s *Server) Import(ctx context.Context, in io.Reader, parameters url.Values) (io.ReadCloser, error) {
	address := strings.TrimSuffix(s.url, "/graphql") + "/import?" + parameters.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, in)
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	request.Header.Set("Content-Type", "application/octet-stream")
	if s.key != "" {
		request.Header.Set("Authorization", "Bearer "+s.key)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, graph.Unavailable("the server at "+s.url+" does not answer", err)
	}
	if response.StatusCode == http.StatusOK || response.StatusCode == http.StatusUnprocessableEntity {
		return response.Body, nil
	}
	defer response.Body.Close()
	var got answer
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil || len(got.Errors) == 0 {
		return nil, s.refused(response)
	}
	return nil, s.failed(&got.Errors[0])
}
