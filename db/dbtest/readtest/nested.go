package readtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/lists"
)

func linkedPages(f *fixture.F, links graph.Links, list lists.List, parents []string) map[string]*lists.Page {
	f.Helper()
	pages, err := f.Store.Nested(f.Ann, links, list, parents)
	if err != nil {
		f.Fatal(err)
	}
	return pages
}

// kindOf returns the kind of a list of links, "" for several.
func kindOf(links graph.Links) graph.Kind {
	if len(links.Kinds) == 1 {
		return links.Kinds[0]
	}
	return ""
}

// nestedLists reads every nested list of every kind, for all entities of the
// kind at once, and compares it with an evaluation in memory.
func nestedLists(f *fixture.F) {
	w := f.NewWorld(3)
	for _, spec := range graph.Kinds {
		every := append([]graph.Nested{{Name: "linked", Links: graph.Links{Kinds: graph.AllKinds()}}}, spec.Nested()...)
		for _, nested := range every {
			parents := append(fixture.IDs(w.All(spec.Kind)), graph.ID("unknown"))
			list := lists.List{Kind: kindOf(nested.Links), Order: fixture.ByUpdated, First: 3, Total: true}
			statements := f.Counter.Total()
			pages := linkedPages(f, nested.Links, list, parents)
			if most, got := 2, f.Counter.Total()-statements; got > most && list.Kind != "" {
				f.Errorf("%s.%s: got %d statements, want %d", spec.Kind, nested.Name, got, most)
			}
			for _, parent := range parents {
				checkPage(f, fmt.Sprint(spec.Kind, ".", nested.Name), w, parent, nested.Links, list, pages[parent])
			}
		}
	}
}

// checkPage compares a first page with an evaluation in memory.
func checkPage(f *fixture.F, name string, w *fixture.World, parent string, links graph.Links, list lists.List, page *lists.Page) {
	f.Helper()
	var want []graph.Entity
	if e := w.Live[parent]; e != nil {
		want = fixture.Sorted(w.Select(w.Linked(e, links), &list.Filter), list.Order)
	}
	total := len(want)
	want = want[:min(len(want), list.First)]
	if page == nil || !slices.Equal(fixture.IDs(page.Entities), fixture.IDs(want)) || page.Total != total ||
		page.HasNext != (total > len(want)) ||
		page.IsWhole == page.HasNext {
		f.Errorf("%s of %s: got %+v, want %v of %d", name, parent, page, fixture.IDs(want), total)
	}
}

// nestedPages reads filtered nested lists page by page, in both directions.
func nestedPages(f *fixture.F) {
	w := f.NewWorld(4)
	rapid.Check(f, func(t *rapid.T) {
		spec := rapid.SampledFrom(graph.Kinds).Draw(t, "kind")
		every := append([]graph.Nested{{Name: "linked", Links: graph.Links{Kinds: graph.AllKinds()}}}, spec.Nested()...)
		nested := rapid.SampledFrom(every).Draw(t, "list")
		in := graph.ListSpec(kindOf(nested.Links))
		order, filter := drawOrder(t, in), lists.Filter{}
		if kindOf(nested.Links) != "" && rapid.Bool().Draw(t, "filtered") {
			filter = drawFilter(w, t, in, 1)
		}
		all := fixture.IDs(w.All(spec.Kind))
		slices.Sort(all)
		parent := rapid.SampledFrom(all).Draw(t, "parent")
		want := fixture.IDs(fixture.Sorted(w.Select(w.Linked(w.Live[parent], nested.Links), &filter), order))
		for _, backward := range []bool{false, true} {
			got := pages(f, order, 3, backward, func(list lists.List) *lists.Page {
				list.Kind, list.Filter = kindOf(nested.Links), filter
				return linkedPages(f, nested.Links, list, all)[parent]
			})
			if !slices.Equal(got, want) {
				t.Fatalf("%s.%s of %s, %+v, backward %v: got %v, want %v", spec.Kind, nested.Name, parent, filter, backward, got, want)
			}
		}
	})
}

// groups compares groups of every kind by every property with an evaluation in
// memory, with their numbers, in several time zones.
func groups(f *fixture.F) {
	w := f.NewWorld(5)
	numbers := []string{"probability", "estimate", "0"}
	for _, spec := range graph.Kinds {
		fields := lists.GroupFields(spec)
		checkGroups(f, w, spec, lists.Grouping{Numbers: numbers})
		for i, by := range fields {
			for _, grouping := range []lists.Grouping{
				{By: []lists.GroupBy{by}},
				{By: []lists.GroupBy{by, fields[(i+1)%len(fields)]}, Filter: lists.Filter{Not: &lists.Filter{Text: new("x")}}, Numbers: numbers},
			} {
				checkGroups(f, w, spec, grouping)
			}
		}
	}
	_, err := f.Store.Groups(f.Ann, lists.Grouping{Kind: graph.KindSignal, By: []lists.GroupBy{"due_week"}, First: 1})
	f.WantCode("a group that the kind does not have", err, graph.CodeBadUserInput)
}

// zones are time zones far from UTC, with and without summer time.
func zones(f *fixture.F) (zones []*time.Location) {
	for _, name := range []string{"UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "Australia/Lord_Howe", "Asia/Kathmandu"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			f.Fatal(err)
		}
		zones = append(zones, zone)
	}
	return append(zones, time.FixedZone("", -11*3600))
}

// periodsInZones groups moments around the changes of summer time by day, week and
// month.
func periodsInZones(f *fixture.F) {
	project := fixture.NewProject("p")
	entities := []graph.Entity{project}
	for i := range 400 {
		task := fixture.NewTask(project.ID, fmt.Sprint(i))
		task.CreatedAt = fixture.Start.AddDate(0, 0, i-200).Add(time.Duration(i%24)*time.Hour + time.Duration(i%4)*20*time.Minute)
		if i%5 > 0 {
			task.DueAt = new(fixture.Start.AddDate(i%9-4, i%12, i%31).Truncate(24 * time.Hour).Add(time.Duration(i%3) * 7 * time.Hour))
		}
		entities = append(entities, task)
	}
	f.WriteEntities(entities...)
	w := &fixture.World{Live: map[string]graph.Entity{}}
	for _, e := range entities {
		w.Live[e.Self().ID] = e
	}
	spec := graph.SpecOf(graph.KindTask)
	for _, zone := range zones(f) {
		for _, period := range graph.Periods {
			for _, date := range []string{"created", "due"} {
				checkGroups(f, w, spec,
					lists.Grouping{By: []lists.GroupBy{lists.GroupBy(date + "_" + string(period))},
						Filter: lists.Filter{Now: new(fixture.Start.In(zone))}})
			}
		}
	}
}

// checkGroups compares the groups of a kind with those of a world, and counts their
// statements.
func checkGroups(f *fixture.F, w *fixture.World, spec *graph.Spec, grouping lists.Grouping) {
	f.Helper()
	grouping.Kind, grouping.First = spec.Kind, 1000
	if grouping.Filter.Now == nil {
		grouping.Filter.Now = new(fixture.Start)
	}
	before := f.Counter.Total()
	found, err := f.Store.Groups(f.Ann, grouping)
	if err != nil {
		f.Fatalf("%v: %v", grouping, err)
	}
	if got, want := groupText(found), groupText(groupsOf(w, grouping)); got != want {
		f.Errorf("%s by %v in %s: got\n%s, want\n%s", spec.Plural, grouping.By, grouping.Zone(), got, want)
	}
	if n := f.Counter.Total() - before; n != 1+among(lists.GroupOwner, grouping.By) {
		f.Errorf("%s by %v: got %d statements", spec.Plural, grouping.By, n)
	}
}

// among returns 1 if property is in by, otherwise 0.
func among(property lists.GroupBy, by []lists.GroupBy) int {
	if slices.Contains(by, property) {
		return 1
	}
	return 0
}

func groupText(groups []lists.Group) string {
	var out strings.Builder
	for _, group := range groups {
		for _, key := range group.Keys {
			fmt.Fprintf(&out, "%s %q %q, ", key.Kind, graph.Or(key.Value, "none"), graph.Or(key.Label, "none"))
		}
		fmt.Fprintln(&out, group.Count, graph.EncodeJSON(group.Numbers))
	}
	return out.String()
}

// groups returns the groups of a kind.
func groupsOf(w *fixture.World, grouping lists.Grouping) []lists.Group {
	byText, members := map[string]*lists.Group{}, map[*lists.Group][]graph.Entity{}
	add := func(keys []lists.GroupKey, entities ...graph.Entity) {
		group := lists.Group{Keys: keys}
		text := groupText([]lists.Group{group})
		if byText[text] == nil {
			byText[text] = &group
		}
		members[byText[text]] = append(members[byText[text]], entities...)
	}
	if len(grouping.By) == 0 {
		add(nil)
	}
	for _, e := range w.Select(w.All(grouping.Kind), &grouping.Filter) {
		for _, keys := range keysOf(w, e, grouping.By, *grouping.Filter.Now) {
			add(keys, e)
		}
	}
	var list []lists.Group
	for _, group := range byText {
		group.Count = len(members[group])
		group.Numbers = []lists.GroupNumber{}
		for _, name := range grouping.Numbers {
			group.Numbers = append(group.Numbers, w.Summary(members[group], name))
		}
		list = append(list, *group)
	}
	slices.SortFunc(list, func(a, b lists.Group) int {
		order := b.Count - a.Count
		for i := range a.Keys {
			order = cmp.Or(order, compareTexts(a.Keys[i].Value, b.Keys[i].Value), compareTexts(a.Keys[i].Label, b.Keys[i].Label))
		}
		return order
	})
	return list
}

// compareTexts compares texts. None is greater than all others.
func compareTexts(a, b *string) int {
	if a == nil || b == nil {
		return cmp.Compare(present(a), present(b))
	}
	return strings.Compare(*a, *b)
}

// present returns 1 for no text and 0 for others.
func present(text *string) int {
	if text == nil {
		return 1
	}
	return 0
}

// keys returns the combinations of an entity's keys.
func keysOf(w *fixture.World, e graph.Entity, by []lists.GroupBy, now time.Time) [][]lists.GroupKey {
	combinations := [][]lists.GroupKey{nil}
	for _, name := range by {
		var longer [][]lists.GroupKey
		for _, keys := range combinations {
			for _, key := range w.Keys(e, name, now) {
				longer = append(longer, append(slices.Clone(keys), key))
			}
		}
		combinations = longer
	}
	return combinations
}

// owners compares the owners of all entities with an evaluation in memory.
func owners(f *fixture.F) {
	w := f.NewWorld(6)
	var refs []graph.Ref
	for _, e := range w.Live {
		refs = append(refs, e.Self().Ref())
	}
	before := f.Counter.Total()
	found, err := f.Store.Owners(f.Ann, refs)
	if n := f.Counter.Total() - before; err != nil || n != 2 {
		f.Fatalf("%d statements, %v", n, err)
	}
	owned := 0
	for id, e := range w.Live {
		want := graph.Owner{}
		if all := w.Owners(e); len(all) > 0 {
			want = all[0]
			owned++
		}
		if found[id] != want {
			f.Errorf("%s: got %v, want %v", id, found[id], want)
		}
	}
	if len(found) != owned || owned == 0 {
		f.Errorf("got %d owners, want %d", len(found), owned)
	}
}

// scopeOfLists tests that an actor without access finds nothing in nested
// lists, groups and owners.
func scopeOfLists(f *fixture.F) {
	w := f.NewWorld(7)
	for id, e := range w.Live {
		for _, nested := range append(e.Self().Spec().Nested(), graph.Nested{Links: graph.Links{Kinds: graph.AllKinds()}}) {
			pages, err := f.Store.Nested(f.Bob, nested.Links,
				lists.List{Kind: kindOf(nested.Links), Order: fixture.ByUpdated, First: 1, Total: true},
				[]string{id})
			if err != nil || len(pages[id].Entities) > 0 || pages[id].Total > 0 {
				f.Fatalf("%s: got %+v, %v", nested.Name, pages[id], err)
			}
		}
		if found, err := f.Store.Owners(f.Bob, []graph.Ref{e.Self().Ref()}); err != nil || len(found) > 0 {
			f.Fatalf("got %v, %v", found, err)
		}
	}
	for _, spec := range graph.Kinds {
		for _, by := range lists.GroupFields(spec) {
			if found, err := f.Store.Groups(f.Bob, lists.Grouping{Kind: spec.Kind, By: []lists.GroupBy{by}, First: 1}); err != nil ||
				len(found) > 0 {
				f.Fatalf("%s: got %v, %v", by, found, err)
			}
		}
	}
}
