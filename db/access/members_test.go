package access

import (
	"testing"

	"dossier/db/conn"
	"dossier/db/enginetest"
	"dossier/graph"
)

func TestGrant(t *testing.T) {
	for _, test := range []struct {
		held string
		want graph.Code
	}{{"admin", ""}, {"write", graph.CodeForbidden}, {"read", graph.CodeForbidden}, {"", graph.CodeNotFound}} {
		s := enginetest.New(t)
		store := New(conn.New(s, enginetest.Dialect, conn.Options{}), enginetest.LedgerDelay)
		s.Rows["FROM onto_members WHERE access"] = [][]any{{1}} // another admin
		if test.held != "" {
			s.Rows["FROM onto_revisions"] = [][]any{{graph.ID("p"), 1, "stamp", test.held}}
		}
		err := store.Grant(enginetest.AsAnn(), graph.ID("p"), "bob", graph.AccessRead)
		if err == nil && test.want != "" || err != nil && graph.CodeOf(err) != test.want {
			t.Errorf("%q: got %v, want %s", test.held, err, test.want)
		}
		if put := len(s.Puts["onto_members"]); put != map[graph.Code]int{"": 1}[test.want] {
			t.Errorf("%q: put %d members", test.held, put)
		}
	}
}
