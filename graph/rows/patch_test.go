package rows_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/rows"
)

// TestUpdatesKeep tests that an update keeps what it does not name.
func TestUpdatesKeep(t *testing.T) {
	for _, test := range []struct{ update, labels, props string }{
		{`{"title":"y"}`, `["bug","needs design"]`, `{"assignee":"mo","deep":{"a":1,"b":2},"ticket":"T-1"}`},
		{`{"props":{"size":3}}`, `["bug","needs design"]`, `{"assignee":"mo","deep":{"a":1,"b":2},"size":3,"ticket":"T-1"}`},
		{`{"props":{"ticket":null}}`, `["bug","needs design"]`, `{"assignee":"mo","deep":{"a":1,"b":2}}`},
		{`{"props":{"deep":{"a":null,"c":[1]}}}`, `["bug","needs design"]`, `{"assignee":"mo","deep":{"b":2,"c":[1]},"ticket":"T-1"}`},
		{`{"props":{"deep":"flat"}}`, `["bug","needs design"]`, `{"assignee":"mo","deep":"flat","ticket":"T-1"}`},
		{`{"replace_props":{"x":1}}`, `["bug","needs design"]`, `{"x":1}`},
		{`{"props":null}`, `["bug","needs design"]`, ``},
		{`{"owner":"li"}`, `["bug","needs design"]`, `{"deep":{"a":1,"b":2},"owner":"li","ticket":"T-1"}`},
		{`{"owner":null}`, `["bug","needs design"]`, `{"deep":{"a":1,"b":2},"ticket":"T-1"}`},
		{`{"owner":"li","props":{"ticket":"T-2"}}`, `["bug","needs design"]`, `{"deep":{"a":1,"b":2},"owner":"li","ticket":"T-2"}`},
		{`{"labels":["urgent"]}`, `["bug","needs design","urgent"]`, `{"assignee":"mo","deep":{"a":1,"b":2},"ticket":"T-1"}`},
		{`{"add_labels":["bug"," urgent "]}`, `["bug","needs design","urgent"]`, `{"assignee":"mo","deep":{"a":1,"b":2},"ticket":"T-1"}`},
		{`{"add_labels":["urgent"],"remove_labels":["bug"]}`, `["needs design","urgent"]`,
			`{"assignee":"mo","deep":{"a":1,"b":2},"ticket":"T-1"}`},
		{`{"replace_labels":["x"]}`, `["x"]`, `{"assignee":"mo","deep":{"a":1,"b":2},"ticket":"T-1"}`},
		{`{"labels":null}`, ``, `{"assignee":"mo","deep":{"a":1,"b":2},"ticket":"T-1"}`},
	} {
		e := &graph.Task{Title: "x"}
		e.Kind, e.ID, e.ProjectID, e.Labels = graph.KindTask, graph.ID("t"), graph.ID("p"), []string{"bug", "needs design"}
		e.Props = graph.JSON(`{"assignee":"mo","deep":{"a":1,"b":2},"ticket":"T-1"}`)
		fields, err := rows.ReadMembers([]byte(test.update))
		if err != nil {
			t.Fatal(err)
		}
		if problems := rows.Set(e, fields); problems != nil {
			t.Errorf("%s: %v", test.update, problems)
		}
		if labels := string(graph.EncodeTexts(e.Labels)); labels != test.labels || string(e.Props) != test.props {
			t.Errorf("%s: got %s %s, want %s %s", test.update, labels, e.Props, test.labels, test.props)
		}
	}
}
