package e2e_test

import (
	"strings"
	"testing"

	"dossier/embeddings/embeddingstest"
)

// TestEmbed embeds a database file, by flags and by environment variables.
func TestEmbed(t *testing.T) {
	db := demoFile(t)
	endpoint := embeddingstest.New(t)
	endpoint.Set(func(s *embeddingstest.Server) { s.Key, s.Meanings["brume"] = "sk-secret", "fog" })
	if got := command(t, "", "embed", db); got.status != 2 || !strings.Contains(got.errOut, "--embeddings-url") {
		t.Errorf("without an endpoint: %+v", got)
	}
	if got := command(t, "", "search", "brume", db, "--embeddings-url="+endpoint.URL); got.status != 2 ||
		!strings.Contains(got.errOut, "--embeddings-model") {
		t.Errorf("without a model: %+v", got)
	}
	got := command(t, "", "embed", db, "--embeddings-url="+endpoint.URL, "--embeddings-model=words", "--embeddings-key=sk-wrong")
	if got.status != 7 || strings.Contains(got.errOut, "sk-wrong") {
		t.Errorf("with a wrong key: %+v", got)
	}
	t.Setenv("DOSSIER_EMBEDDINGS_URL", endpoint.URL)
	t.Setenv("DOSSIER_EMBEDDINGS_MODEL", "words")
	t.Setenv("DOSSIER_EMBEDDINGS_KEY", "sk-secret")
	t.Setenv("DOSSIER_EMBEDDINGS_DIMENSIONS", "512")
	if got := command(t, "", "embed", db); got.status != 0 || !strings.Contains(got.out, "entities embedded") ||
		strings.HasPrefix(got.out, "0 ") {
		t.Errorf("embed: %+v", got)
	}
	if got := command(t, "", "embed", db); !strings.HasPrefix(got.out, "0 ") {
		t.Errorf("embed again: %+v", got)
	}
	if got := command(t, "", "search", "brume", db, "--json"); !strings.Contains(got.out, "Winter co-location") {
		t.Errorf("search: %+v", got)
	}
}
