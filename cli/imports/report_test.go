package imports

import (
	"bytes"
	"testing"

	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/ndjson"
)

func TestRejectedFile(t *testing.T) {
	for _, test := range []struct{ rejected, file, want string }{
		{"", "a.ndjson", "a.ndjson.rejected.ndjson"},
		{"x", "a.ndjson", "a.ndjson.rejected.ndjson"},
		{"x", "-", "x"},
		{"", "-", "stdin.rejected.ndjson"},
	} {
		if got := (&Import{Rejected: test.rejected}).rejectedFile(test.file); got != test.want {
			t.Errorf("%+v: got %s", test, got)
		}
	}
}

func TestPrintReport(t *testing.T) {
	var out, errOut bytes.Buffer
	printReport(terminal.Streams{Out: &out, Err: &errOut}, "a.ndjson", &ndjson.Report{
		Kinds:    map[graph.Kind]int{graph.KindTask: 2, graph.KindEdge: 1},
		Rejected: 32,
		More:     []ndjson.More{{Line: 7, Count: 20}, {Count: 10}},
		Others:   4,
		Rejects:  []ndjson.Reject{{Line: 7, Field: "title", Reason: "is blank"}, {Line: 9, Reason: "not JSON"}},
		Unknown:  map[string]int{"zeal": 1, "colour\n": 2, "task.due": 3},
	})
	if want := "a.ndjson: 2 entities, 1 edges, 32 rejected; nothing was written\n" +
		"kept in props: \"colour\\n\" (2), task.due (3; expected due_at?), zeal (1), other fields (4)\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if want := "a.ndjson:7: title: is blank\na.ndjson:9: not JSON\n" +
		"a.ndjson: 20 more lines were rejected for the reason of line 7\n" +
		"a.ndjson: 10 more lines were rejected for other reasons\n"; errOut.String() != want {
		t.Errorf("got %q, want %q", errOut.String(), want)
	}
}
