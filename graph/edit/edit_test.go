package edit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/history"
	"dossier/graph/rows"
	"dossier/graph/searchtext"
)

// newEditor returns an editor over the demo, which numbers the ids of new entities.
func newEditor(t *testing.T) (*edit.Editor, *storetest.Store) {
	store, n := storetest.Demo(t, "../.."), 0
	return &edit.Editor{Store: store, Now: time.Now, Analyse: searchtext.Analyse, NewID: func() string {
		n++
		return graph.ID(fmt.Sprint("new ", n))
	}}, store
}

func members(t *testing.T, text string) rows.Members {
	t.Helper()
	fields, err := rows.ReadMembers([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return fields
}

// TestNames uses names of earlier changes wherever an id may be.
func TestNames(t *testing.T) {
	editor, store := newEditor(t)
	result, err := editor.Apply(storetest.Context(), edit.Request{Changes: []edit.Change{
		{Name: "$p", Do: history.OpCreated, Kind: graph.KindProject, Fields: members(t, `{"name": "Salt"}`)},
		{Name: "$d", Do: history.OpCreated, Kind: graph.KindDocument, Fields: members(t, `{"project_id": "$p", "title": "Protocol"}`)},
		{Name: "$o", Do: history.OpCreated, Kind: graph.KindOutput,
			Fields: members(t, `{"project_id": "$p", "name": "Report", "source_document_id": "$d"}`)},
		{Do: history.OpLinked, Link: edit.Link{Rel: "output_of", Src: "$o", Dst: "$p"}},
		{Do: history.OpUpdated, Kind: graph.KindOutput, ID: "$o", Fields: members(t, `{"state_key": "review"}`)},
	}})
	if err == nil || !strings.Contains(err.Error(), "unknown relation") {
		t.Fatalf("got %v, %v", result, err)
	}
	result, err = editor.Apply(storetest.Context(), edit.Request{Changes: []edit.Change{
		{Name: "$p", Do: history.OpCreated, Kind: graph.KindProject, Fields: members(t, `{"id": "salt", "name": "Salt"}`)},
		{Name: "$d", Do: history.OpCreated, Kind: graph.KindDocument, Fields: members(t, `{"project_id": "$p", "title": "Protocol"}`)},
		{Name: "$o", Do: history.OpCreated, Kind: graph.KindOutput,
			Fields: members(t, `{"id": "report", "project_id": "$p", "name": "Report", "source_document_id": "$d"}`)},
		{Do: history.OpLinked, Link: edit.Link{Rel: "part_of", Src: "$o", Dst: "$p"}},
		{Do: history.OpUpdated, Kind: graph.KindOutput, ID: "$o", Fields: members(t, `{"state_key": "review"}`)},
	}})
	if err != nil || len(result.Changes) != 5 || len(result.Events) != 4 ||
		result.Changes[3].ID != graph.EdgeID(graph.ID("salt"), graph.RelContains, graph.ID("report")) {
		t.Fatalf("got %+v, %v", result, err)
	}
	output := store.Entity(t, "report").(*graph.Output)
	if *output.SourceDocumentID != result.Changes[1].ID || *output.StateKey != "review" || output.ProjectID != graph.ID("salt") {
		t.Errorf("got %+v", output)
	}
}

// TestRefused checks that a change that breaks a rule is refused with an error
// that names it, and that nothing is written.
func TestRefused(t *testing.T) {
	editor, store := newEditor(t)
	queue := graph.ID("shoplane/task/offline-queue")
	before := store.Entity(t, "shoplane/task/offline-queue").Self()
	stale, fresh := before.UpdatedAt.Add(-time.Hour), before.UpdatedAt
	first := edit.Change{Path: "a", Do: history.OpUpdated, Kind: graph.KindTask, ID: queue, Fields: members(t, `{"title": "Written?"}`),
		Match: edit.Match{UpdatedAt: &fresh}}
	for _, test := range []struct {
		change edit.Change
		code   graph.Code
		text   string
	}{
		{edit.Change{Do: history.OpUpdated, Kind: graph.KindTask, ID: queue, Fields: members(t, `{"priority": 7}`)}, graph.CodeBadUserInput,
			"b.priority: 7 is out of range"},
		{edit.Change{Do: history.OpUpdated, Kind: graph.KindTask, ID: "$later", Fields: members(t, `{}`)}, graph.CodeBadUserInput,
			"b.id: $later is not the name of an earlier change"},
		{edit.Change{Do: history.OpUpdated, Kind: graph.KindPlan, ID: queue, Fields: members(t, `{}`)}, graph.CodeNotFound, "b: no plan with id"},
		{edit.Change{Do: history.OpDeleted, ID: queue, Match: edit.Match{UpdatedAt: &stale}}, graph.CodeConflict, "b: expected the task as of"},
		{edit.Change{Do: history.OpDeleted, ID: queue, Match: edit.Match{Revision: new(int64(0))}}, graph.CodeConflict,
			"b: expected the task as of revision 0"},
		{edit.Change{Do: history.OpCreated, Kind: "ticket"}, graph.CodeBadUserInput, `b.kind: unknown kind "ticket"`},
		{edit.Change{Do: history.OpLinked, Link: edit.Link{Rel: "task_blocked", Src: queue, Dst: queue}}, graph.CodeBadUserInput,
			"b.rel: unknown relation"},
		{edit.Change{Do: history.OpLinked, Link: edit.Link{Rel: "blocked_by", Src: queue, Dst: graph.ID("airnet/task/heater-retrofit")}},
			graph.CodeBadUserInput, "b.src_id: is in another project"},
		{edit.Change{Do: history.OpLinked, Link: edit.Link{Rel: "blocked_by", Src: queue, Dst: graph.ID("nobody")}}, graph.CodeNotFound,
			"b.dst_id: \"" + graph.ID("nobody") + "\" names no entity"},
		{edit.Change{Do: history.OpUnlinked, Link: edit.Link{Rel: "blocks", Src: queue, Dst: graph.ID("nobody")}}, graph.CodeNotFound,
			"b.dst_id: \"" + graph.ID("nobody") + "\" names no entity"},
		{edit.Change{Do: history.OpCreated, Kind: graph.KindTask, Fields: members(t, `{"project_id": "nowhere", "title": "Lost"}`)},
			graph.CodeNotFound, "b.project_id: \"" + graph.ID("nowhere") + "\" names no entity"},
		{edit.Change{Do: history.OpCreated, Kind: graph.KindTask,
			Fields: members(t, `{"project_id": "shoplane", "title": "Again", "external_id": "shoplane/task/offline-queue"}`)}, graph.CodeConflict,
			"b.external_id: another task of the project has it"},
		{edit.Change{Do: history.OpUnlinked, ID: graph.ID("no edge")}, graph.CodeNotFound, "no edge with id"},
	} {
		test.change.Path = "b"
		_, err := editor.Apply(storetest.Context(), edit.Request{Changes: []edit.Change{first, test.change}})
		if graph.CodeOf(err) != test.code || !strings.HasPrefix(err.Error(), test.text) {
			t.Errorf("got %v (%s), want %s (%s)", err, graph.CodeOf(err), test.text, test.code)
		}
	}
	if got := store.Entity(t, "shoplane/task/offline-queue").Self().Label; got != before.Label {
		t.Errorf("written: %s", got)
	}
}

// TestExternalIDTwice names the change at fault, if that is certain.
func TestExternalIDTwice(t *testing.T) {
	editor, _ := newEditor(t)
	created := func(path, external string) edit.Change {
		return edit.Change{Path: path, Schema: true, Do: history.OpCreated, Kind: graph.KindTask,
			Fields: members(t, `{"project_id": "shoplane", "title": "x", "external_id": "`+external+`"}`)}
	}
	for want, second := range map[string]string{"b.externalId: another task": "new",
		"external_id: another task": "shoplane/task/offline-queue"} {
		_, err := editor.Apply(storetest.Context(), edit.Request{Changes: []edit.Change{created("a", "new"), created("b", second)}})
		if graph.CodeOf(err) != graph.CodeConflict || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestConflict checks that a conflict has the stored row and the columns that
// the change would set.
func TestConflict(t *testing.T) {
	editor, _ := newEditor(t)
	long := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	_, err := editor.Apply(storetest.Context(), edit.Request{Changes: []edit.Change{{
		Do: history.OpUpdated, Kind: graph.KindTask, ID: graph.ID("shoplane/task/offline-queue"), Match: edit.Match{UpdatedAt: &long},
		Fields: members(t, `{"title": "Mine", "state_key": "in_progress"}`),
	}}})
	known, ok := errors.AsType[*graph.Error](err)
	if !ok || known.Conflict == nil || known.Conflict.Current["title"] != "Build the offline queue" || len(known.Conflict.Fields) != 1 ||
		string(known.Conflict.Fields[0].New) != `"Mine"` {
		t.Errorf("got %+v", err)
	}
}

// TestLimits checks that too many changes are refused.
func TestLimits(t *testing.T) {
	editor := &edit.Editor{Now: time.Now}
	for n, want := range map[int]graph.Code{0: graph.CodeBadUserInput, edit.MaxChanges + 1: graph.CodeLimitExceeded} {
		if _, err := editor.Apply(context.Background(), edit.Request{Changes: make([]edit.Change, n)}); graph.CodeOf(err) != want {
			t.Errorf("%d changes: got %v", n, err)
		}
	}
}
