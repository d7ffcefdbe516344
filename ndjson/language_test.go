package ndjson_test

import (
	"strings"
	"testing"

	"dossier/ndjson"
)

// TestUnknownLanguage imports a project whose language is not supported.
func TestUnknownLanguage(t *testing.T) {
	const project = `{"kind":"project","id":"werk","name":"Werk","props":{"language":"klingon"}}`
	report := importInto(t, newStore(t), []byte(project), ndjson.Options{})
	const want = `"klingon" is not known; expected one of english, simple`
	if len(report.Rejects) != 1 || !strings.Contains(report.Rejects[0].Reason, want) {
		t.Errorf("rejected %+v, want a reason with %q", report.Rejects, want)
	}
}
