package cli

import (
	"strings"
	"testing"

	"dossier/embeddings/embeddingstest"
)

// TestEmbed runs the command with and without an endpoint.
func TestEmbed(t *testing.T) {
	db := demoFile(t)
	if got := run(t, nil, "embed", db); got != (result{2, "", "dossier: --embeddings-url: no endpoint for embeddings is configured\n"}) {
		t.Errorf("without an endpoint: %+v", got)
	}
	endpoint := embeddingstest.New(t)
	flags := []string{"embed", db, "--embeddings-url=" + endpoint.URL, "--embeddings-model=words"}
	if got := run(t, nil, flags...); got.status != 0 || !strings.HasSuffix(got.out, "entities embedded; all vectors are up to date.\n") {
		t.Errorf("%+v", got)
	}
	if got := run(t, nil, append(flags, "--embeddings-dimensions=-1")...); got.status != 2 ||
		!strings.Contains(got.errOut, "--embeddings-dimensions: ") {
		t.Errorf("%+v", got)
	}
}
