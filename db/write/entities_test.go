package write

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/db/enginetest"
	"dossier/db/schema"
	"dossier/graph"
)

func TestStamp(t *testing.T) {
	w, _ := newTestWrite(t, &graph.Batch{})
	early, late := enginetest.Time.Add(-2*time.Hour).Truncate(time.Microsecond), enginetest.Time.Add(-time.Hour).Truncate(time.Microsecond)
	now := enginetest.Time.Truncate(time.Microsecond)
	stored := &storedEntity{createdAt: early, updatedAt: late, createdBy: new("bob")}
	for _, test := range []struct {
		name                     string
		created, updated         time.Time
		creator                  *string
		before                   *storedEntity
		wantCreated, wantUpdated time.Time
		wantCreator              string
	}{
		{"new", time.Time{}, time.Time{}, nil, nil, now, now, graph.ID("ann")},
		{"new, created earlier", early, time.Time{}, nil, nil, early, early, graph.ID("ann")},
		{"new, with times", early, late, new("carol"), nil, early, late, "carol"},
		{"stored", time.Time{}, time.Time{}, nil, stored, early, late, "bob"},
		{"stored, with times", late, now, new("carol"), stored, late, now, "carol"},
		{"in another zone", early.In(time.FixedZone("", 3600)).Add(1), late, nil, nil, early, late, graph.ID("ann")},
	} {
		task := enginetest.Task("a")
		task.CreatedAt, task.UpdatedAt, task.CreatedBy = test.created, test.updated, test.creator
		got := w.stamp(task, test.before)
		if got.createdAt != test.wantCreated || got.updatedAt != test.wantUpdated || *got.createdBy != test.wantCreator {
			t.Errorf("%s: got %v, %v by %s, want %v, %v by %s", test.name, got.createdAt, got.updatedAt, *got.createdBy, test.wantCreated,
				test.wantUpdated, test.wantCreator)
		}
		if got.kind != graph.KindTask || got.projectID != graph.ID("p") || got.deleted {
			t.Errorf("%s: got %+v", test.name, got)
		}
	}
}

// TestStampOfImport checks that the time of creation that an import does not give is
// known as such, and is not that of a change.
func TestStampOfImport(t *testing.T) {
	w, _ := newTestWrite(t, &graph.Batch{})
	w.who.Via = graph.InterfaceImport
	for name, now := range map[string]time.Time{"": enginetest.Time, "whole": enginetest.Time.Truncate(time.Second),
		"end": enginetest.Time.Truncate(time.Second).Add(time.Second - 1)} {
		w.now = now
		task := enginetest.Task("a")
		got := w.stamp(task, nil)
		task.CreatedAt = got.createdAt
		if graph.KnowsCreation(nil, task) || got.updatedAt.Sub(got.createdAt).Abs() > time.Second {
			t.Errorf("%s: created %v, updated %v", name, got.createdAt, got.updatedAt)
		}
	}
	early := enginetest.Time.Add(-time.Hour).Truncate(time.Microsecond)
	task := enginetest.Task("a")
	task.CreatedAt = early
	if got := w.stamp(task, nil); !got.createdAt.Equal(early) || !graph.KnowsCreation(nil, task) {
		t.Errorf("a given time became %v", got.createdAt)
	}
}

// planned plans the entities of the batch over stored tasks. It returns the
// write and the titles of the planned rows, in order.
func planned(t *testing.T, batch *graph.Batch, stored ...*graph.Task) (*write, string) {
	t.Helper()
	w, _ := newTestWrite(t, batch)
	for _, task := range stored {
		hash, err := schema.ContentHash(schema.ShapeOf(graph.KindTask, graph.Full), task)
		if err != nil {
			t.Fatal(err)
		}
		w.stored[task.ID] = &storedEntity{kind: graph.KindTask, projectID: task.ProjectID, hash: hash, createdAt: w.now, updatedAt: w.now}
	}
	if err := w.planEntities(context.Background()); err != nil {
		t.Fatal(err)
	}
	var titles []string
	if rows := w.rows["onto_tasks"]; rows != nil {
		at := slices.Index(rows.table.Names(), "title")
		for _, row := range slices.Concat(rows.rows, rows.added) {
			titles = append(titles, row[at].(string))
		}
	}
	return w, strings.Join(titles, " ")
}

func TestPlanEntities(t *testing.T) {
	same, changed := enginetest.Task("same"), enginetest.Task("changed")
	after := enginetest.Task("changed")
	after.Priority = new(1)
	first, second := enginetest.Task("twice"), enginetest.Task("twice")
	second.Title = "second"
	batch := &graph.Batch{
		Entities: []graph.Entity{first, same, after, second},
		Analyse:  func(e graph.Entity) []byte { return []byte(e.(*graph.Task).Title) },
	}
	w, titles := planned(t, batch, same, changed)
	if titles != "changed second" {
		t.Errorf("planned %s", titles)
	}
	counts := []int{w.written.Created[graph.KindTask], w.written.Updated[graph.KindTask], w.written.Unchanged[graph.KindTask]}
	if !slices.Equal(counts, []int{1, 1, 1}) {
		t.Errorf("created, updated and unchanged: got %v", counts)
	}
	if !w.projects[graph.ID("p")].changed || w.projects[graph.ID("q")].changed {
		t.Error("not the project of the tasks is changed")
	}
	row := w.rows["onto_entities"].rows[0]
	if names := schema.Entities.Names(); row[slices.Index(names, "rev")] != int64(7) ||
		string(row[slices.Index(names, "terms")].([]byte)) != "changed" {
		t.Errorf("got the row %v", row)
	}
}

func TestPlanUnchangedEntities(t *testing.T) {
	task := enginetest.Task("same")
	if w, titles := planned(t, &graph.Batch{Entities: []graph.Entity{task}}, task); titles != "" || w.projects[graph.ID("p")].changed {
		t.Errorf("planned %q", titles)
	}
	w, titles := planned(t, &graph.Batch{Entities: []graph.Entity{task}, Reanalyse: true}, task)
	if titles != "same" || w.written.Unchanged[graph.KindTask] != 1 {
		t.Errorf("with Reanalyse: planned %q, counted %v", titles, w.written)
	}
}

// An update without a time gets the time of the write.
func TestUpdatedAt(t *testing.T) {
	task := enginetest.Task("a")
	before := &storedEntity{hash: []byte("old"), updatedAt: enginetest.Time.Add(-time.Hour)}
	for _, test := range []struct{ given, want time.Time }{
		{time.Time{}, enginetest.Time.Truncate(time.Microsecond)},
		{enginetest.Time.Add(-time.Minute), enginetest.Time.Add(-time.Minute).Truncate(time.Microsecond)},
	} {
		w, _ := newTestWrite(t, &graph.Batch{})
		task.UpdatedAt = test.given
		after := w.stamp(task, before)
		if !w.count(&changedEntity{task, before, after}) || after.updatedAt != test.want {
			t.Errorf("got %v, want %v", after.updatedAt, test.want)
		}
	}
}

func TestTakenID(t *testing.T) {
	for _, test := range []struct {
		readable bool
		want     graph.Code
		text     string
	}{
		{true, graph.CodeConflict, "expected an unused id; got " + graph.ID("a") + ", the id of a goal of project " + graph.ID("q")},
		{false, graph.CodeNotFound, "no task with id " + graph.ID("a")},
	} {
		w, s := newTestWrite(t, &graph.Batch{Entities: []graph.Entity{enginetest.Task("a")}})
		w.stored[graph.ID("a")] = &storedEntity{kind: graph.KindGoal, projectID: graph.ID("q")}
		if test.readable {
			s.Rows["FROM onto_revisions"] = [][]any{{graph.ID("q"), 3, "stamp", "read"}}
		}
		err := w.planEntities(enginetest.AsAnn())
		if graph.CodeOf(err) != test.want || !strings.Contains(err.Error(), test.text) {
			t.Errorf("readable %v: got %v", test.readable, err)
		}
	}
	w, s := newTestWrite(t, &graph.Batch{Entities: []graph.Entity{enginetest.Task("a")}})
	w.stored[graph.ID("a")] = &storedEntity{kind: graph.KindTask, projectID: graph.ID("q")}
	s.Failing = "onto_revisions"
	if err := w.planEntities(enginetest.AsAnn()); !errors.Is(err, enginetest.ErrScripted) {
		t.Errorf("got %v", err)
	}
}

func TestPlanRecordTypes(t *testing.T) {
	types := []graph.RecordType{
		{ID: "new", Name: "New"}, {ID: "same", Name: "Same"}, {ID: "changed", Name: "After"}, {ID: "new", Name: "New"},
	}
	w, s := newTestWrite(t, &graph.Batch{RecordTypes: types})
	s.Rows["FROM onto_record_types"] = [][]any{{"same", "Same", "", "[]"}, {"changed", "Before", "", "[]"}}
	if err := w.planRecordTypes(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := graph.Written{Created: map[graph.Kind]int{graph.KindRecordType: 1}, Updated: map[graph.Kind]int{graph.KindRecordType: 1},
		Unchanged: map[graph.Kind]int{graph.KindRecordType: 2}}
	if got := w.written; !maps.Equal(got.Created, want.Created) || !maps.Equal(got.Updated, want.Updated) ||
		!maps.Equal(got.Unchanged, want.Unchanged) {
		t.Errorf("got %v, want %v", got, want)
	}
	if rows := w.rows["onto_record_types"].rows; len(rows) != 2 || rows[0][0] != "new" || rows[1][0] != "changed" {
		t.Errorf("planned %v", rows)
	}
	s.Failing = "onto_record_types"
	if err := w.planRecordTypes(context.Background()); !errors.Is(err, enginetest.ErrScripted) {
		t.Errorf("got %v", err)
	}
}
