package scalar_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/scalar"
	"dossier/loaders"
)

// TestTimes checks times. Errors say which form is expected.
func TestTimes(t *testing.T) {
	ctx := graphql.WithFieldContext(context.Background(), &graphql.FieldContext{})
	for text, want := range map[string]string{
		"2026-11-30T09:00:00Z": `"2026-11-30T09:00:00Z"`, "2026-11-30t10:00:00.5+01:00": `"2026-11-30T10:00:00.5+01:00"`,
		"2026-11-30": `"2026-11-30T00:00:00Z"`, "": "", "tomorrow": "", "2026-11-31": "", "2026-11": "",
	} {
		got, err := scalar.UnmarshalTime(ctx, text)
		if (err == nil) != (want != "") || err != nil && !strings.Contains(err.Error(), "expected a time in RFC 3339") {
			t.Errorf("%q: %v", text, err)
		}
		var out strings.Builder
		if failed := scalar.MarshalTime(got).MarshalGQLContext(ctx, &out); err == nil && out.String() != want {
			t.Errorf("%q: wrote %s (%v), want %s", text, &out, failed, want)
		}
	}
	for want, value := range map[string]any{`got "an object"`: map[string]any{"a": 1}, `got "a list"`: []any{1}, `got "7"`: 7} {
		if _, err := scalar.UnmarshalTime(ctx, value); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", value, err, want)
		}
	}
}

// TestIDs checks ids of the demo graph: prefixes are completed, those of no id
// to an unknown id; full ids and other texts are unchanged.
func TestIDs(t *testing.T) {
	service := query.New(storetest.Demo(t, "../.."), query.Options{Now: storetest.Now})
	ctx := reader.With(storetest.Context(), loaders.New(service))
	task := graph.ID("shoplane/task/offline-queue")
	for _, test := range []struct {
		value any
		want  string
		code  graph.Code // "" for none
	}{
		{task, task, ""},
		{task[:8], task, ""},
		{strings.ToUpper(task[:13]), task, ""},
		{json.Number("83984988"), "83984988-ba61-5ba3-8ad4-f04934a9f877", ""},
		{int64(83984988), "83984988-ba61-5ba3-8ad4-f04934a9f877", ""},
		{"no id!", "no id!", ""},
		{"ffffffff", "ffffffff-0000-0000-0000-000000000000", ""},
		{true, "", graph.CodeBadUserInput},
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
