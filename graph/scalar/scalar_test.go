package scalar_test

import (
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/scalar"
	"dossier/loaders"
)

// TestIDs reads ids over the demo graph: whole ones and other texts as they are,
// beginnings made whole.
func TestIDs(t *testing.T) {
	service := query.New(storetest.Demo(t, "../.."), query.Options{Now: storetest.Now})
	ctx := graph.WithReader(storetest.Context(), loaders.New(service))
	task := graph.ID("shoplane/task/offline-queue")
	for _, test := range []struct {
		value any
		want  string
		code  graph.Code // "" for none
	}{
		{task, task, ""},
		{task[:8], task, ""},
		{strings.ToUpper(task[:13]), task, ""},
		{"no id!", "no id!", ""},
		{"ffffffff", "", graph.CodeNotFound},
		{7, "", graph.CodeBadUserInput},
	} {
		got, err := scalar.UnmarshalID(ctx, test.value)
		switch {
		case got != test.want, (err == nil) != (test.code == ""):
			t.Errorf("%v: got %q (%v), want %q", test.value, got, err, test.want)
		case err != nil && graph.CodeOf(err) != test.code:
			t.Errorf("%v: code %s, want %s", test.value, graph.CodeOf(err), test.code)
		}
	}
	var out strings.Builder
	if err := scalar.MarshalID(`a"b`).MarshalGQLContext(ctx, &out); err != nil || out.String() != `"a\"b"` {
		t.Errorf("wrote %s (%v)", &out, err)
	}
}
