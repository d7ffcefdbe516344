package rows_test

import (
	"slices"
	"testing"

	"dossier/graph"
	"dossier/graph/rows"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		line    string
		kind    graph.Kind
		rel     graph.Relation
		unknown []string
	}{
		{`{"kind":"TASK","id":"t","project_id":"p","title":"Weigh"}`, "task", "", nil},
		{`{"kind":"edge","rel":"HAS_TASK","src_id":"p","dst_id":"t"}`, "edge", "has_task", nil},
		{`{"kind":"insight","id":"i","project_id":"p","title":"Warm","summary":"It rains.","colour":"red"}`, "insight", "", []string{"colour"}},
	} {
		item, problems := rows.Parse([]byte(test.line), false)
		if problems != nil || item.Kind != test.kind || item.Edge.Rel != test.rel || !slices.Equal(item.Unknown, test.unknown) {
			t.Errorf("%s is a %s %s with the fields %q in props, problems %v", test.line, item.Kind, item.Edge.Rel, item.Unknown, problems)
		}
	}
}
