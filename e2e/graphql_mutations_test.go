package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
)

// TestMutations sends the requests of testdata/mutations/changes.txtar to a new
// demo, one after the other.
func TestMutations(t *testing.T) {
	testFile(t, serveDemo(t), "testdata/mutations/changes.txtar")
}

// TestAccessMutations does the same for testdata/mutations/access.txtar.
func TestAccessMutations(t *testing.T) {
	testFile(t, serveDemo(t), "testdata/mutations/access.txtar")
}

// TestRecordTypeMutations does the same for
// testdata/mutations/recordtypes.txtar.
func TestRecordTypeMutations(t *testing.T) {
	testFile(t, serveDemo(t), "testdata/mutations/recordtypes.txtar")
}

// TestMembersAreNotStale requests members with the tag of an earlier answer,
// before and after one is added.
func TestMembersAreNotStale(t *testing.T) {
	s := serveDemo(t)
	tag := ""
	ask := func() int {
		target := "http://127.0.0.1/graphql?query=" + url.QueryEscape(withIDs(`{ members(projectId: "<airnet>") { nodes { access } } }`))
		r := httptest.NewRequest(http.MethodGet, target, nil)
		r.Header.Set("Apollo-Require-Preflight", "1")
		r.Header.Set("If-None-Match", tag)
		recorder := httptest.NewRecorder()
		s.handler.ServeHTTP(recorder, r)
		tag = recorder.Header().Get("ETag")
		return recorder.Code
	}
	if got := []int{ask(), ask(), ask()}; !slices.Equal(got, []int{200, 304, 304}) {
		t.Errorf("got %v", got)
	}
	s.data(t, withIDs(`mutation { setMember(input: {projectId: "<airnet>", actor: "ann", access: READ}) { access } }`), nil, &struct{}{})
	if got := ask(); got != 200 {
		t.Errorf("after a member was added: got %d", got)
	}
}

// TestStatementsOfMutations tests that the number of statements of a mutation
// does not grow with the number of changes.
func TestStatementsOfMutations(t *testing.T) {
	s := serveDemo(t)
	counts := map[int]bool{}
	for i, n := range []int{1, 1, 10, 100} {
		var changes []any
		for i := range n {
			name := fmt.Sprintf("$t%d", i)
			changes = append(changes,
				map[string]any{"name": name, "create": map[string]any{"task": map[string]any{"projectId": "airnet", "title": fmt.Sprint(n, i)}}},
				map[string]any{"link": map[string]any{"srcId": withIDs("<airnet>"), "rel": "HAS_TASK", "dstId": name}},
			)
		}
		const request = `mutation ($changes: [Change!]!) { applyChanges(changes: $changes) { changes { entity { label directEdge } } } }`
		count := s.store.Statements(func() { s.data(t, request, map[string]any{"changes": changes}, &struct{}{}) })
		if i > 0 { // the first reads the graphs in which names are looked up
			counts[count] = true
		}
	}
	if len(counts) != 1 {
		t.Errorf("numbers of statements: %v, want always the same", counts)
	}
}
