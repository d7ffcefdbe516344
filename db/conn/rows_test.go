package conn

import (
	"strings"
	"testing"

	"dossier/db/enginetest"
	"dossier/db/schema"
	"dossier/graph"
)

func TestScanRecordType(t *testing.T) {
	got, err := scanRecordType(enginetest.Row{"person", "Person", "", `[{"name": "role", "type": "text"}]`})
	if err != nil || len(got.Fields) != 1 || got.Fields[0].Name != "role" {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := scanRecordType(enginetest.Row{"person", "Person", "", `{}`}); err == nil || !strings.Contains(err.Error(),
		"read record type: ") {
		t.Errorf("got %v", err)
	}
}

func TestEachEndsAtAnError(t *testing.T) {
	conn := New(enginetest.New(t), enginetest.Dialect, Options{})
	if err := conn.Each(schema.ShapeOf(graph.KindTask, graph.Light), nil)(enginetest.Row{}); err == nil {
		t.Error("each calls its function after an error")
	}
}
