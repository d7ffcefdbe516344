package readtest

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
)

// attention tests that what needs attention in projects is that of their live
// entities, and that an actor sees only its projects.
func attention(f *fixture.F) {
	f.Secret()
	now := fixture.Start.Add(24 * time.Hour)
	w := f.NewWorldWith(8, func(w *fixture.World) bool {
		all := wantedAttention(w, now)
		return all.Blocked > 0 && all.Overdue > 0 && all.HighRisks > 0 && all.NextMilestone != nil
	})
	want := wantedAttention(w, now)
	list, err := f.Store.Attention(f.Ann, now)
	if err != nil || len(list) != 2 || list[0].Project.ID > list[1].Project.ID {
		f.Fatalf("ann sees %d projects, want 2 by id: %v", len(list), err)
	}
	got := list[slices.IndexFunc(list, func(a graph.Attention) bool { return a.Project.ID == want.Project.ID })]
	if got.Project.Name != want.Project.Name || !got.LastChange.Equal(want.LastChange) || got.NextMilestone.ID != want.NextMilestone.ID {
		f.Errorf("got %+v, want %+v", got, want)
	}
	got.Project, got.LastChange, got.NextMilestone = want.Project, want.LastChange, want.NextMilestone
	if !reflect.DeepEqual(got, want) {
		f.Errorf("got %+v, want %+v", got, want)
	}
	if hidden, err := f.Store.Attention(f.Bob, now); err != nil || len(hidden) > 0 {
		f.Errorf("bob sees %v: %v", hidden, err)
	}
}

func wantedAttention(w *fixture.World, now time.Time) (want graph.Attention) {
	want.Entities = len(w.Live) - 1
	for _, e := range w.Live {
		if at := e.Self().UpdatedAt; at.After(want.LastChange) {
			want.LastChange = at
		}
		switch e := e.(type) {
		case *graph.Project:
			want.Project = e
		case *graph.Task:
			want.Blocked += one(e.State() == graph.StateBlocked)
			want.Overdue += one(graph.IsOverdue(e, now))
		case *graph.Risk:
			want.HighRisks += one(!e.Spec().IsDone(e.State()) && slices.Contains(graph.HighImpacts, graph.Or(e.Impact, "")))
		case *graph.Milestone:
			if !e.Spec().IsDone(e.State()) && isEarlier(e, want.NextMilestone) {
				want.NextMilestone = e
			}
		}
	}
	return want
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// isEarlier reports whether a milestone is due before another, which may be nil.
func isEarlier(a, b *graph.Milestone) bool {
	switch {
	case b == nil || a.DueAt != nil && b.DueAt == nil:
		return true
	case a.DueAt == nil && b.DueAt != nil:
		return false
	case a.DueAt == nil || a.DueAt.Equal(*b.DueAt):
		return a.ID < b.ID
	}
	return a.DueAt.Before(*b.DueAt)
}

// changedSince tests that the entities that changed after a time are those whose
// row says so, and that an actor sees only those of its projects.
func changedSince(f *fixture.F) {
	w := f.NewWorld(9)
	for days := -40; days <= 40; days += 10 {
		since := fixture.Start.Add(time.Duration(days) * 24 * time.Hour)
		var want []string
		for _, e := range w.Live {
			if changedAfter(e, since) {
				want = append(want, e.Self().ID)
			}
		}
		found, err := f.Store.ChangedSince(f.Ann, since)
		if err != nil {
			f.Fatal(err)
		}
		if !slices.IsSortedFunc(found, func(a, b graph.Entity) int {
			return cmp.Or(cmp.Compare(a.Self().Kind.Rank(), b.Self().Kind.Rank()), cmp.Compare(a.Self().ID, b.Self().ID))
		}) {
			f.Errorf("since day %d: not by kind and id", days)
		}
		got := fixture.IDs(found)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			f.Errorf("since day %d: got %d entities, want %d", days, len(got), len(want))
		}
		if hidden, err := f.Store.ChangedSince(f.Bob, since); err != nil || len(hidden) > 0 {
			f.Errorf("bob sees %d entities: %v", len(hidden), err)
		}
	}
}

func changedAfter(e graph.Entity, since time.Time) bool {
	if e.Self().CreatedAt.After(since) || e.Self().UpdatedAt.After(since) {
		return true
	}
	return slices.ContainsFunc(graph.CompletedColumns, func(column string) bool {
		field := e.Self().Spec().Field(column)
		if field == nil {
			return false
		}
		at, known := field.Value(e).(time.Time)
		return known && at.After(since)
	})
}
