package lists_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
)

// begin is a time around which times are drawn.
var begin = time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC)

// drawMoment draws a time within days of begin: every second one is a date.
func drawMoment(t *rapid.T, name string) time.Time {
	if rapid.Bool().Draw(t, name+" is a date") {
		return begin.AddDate(0, 0, rapid.IntRange(-3, 3).Draw(t, name))
	}
	return begin.Add(time.Duration(rapid.IntRange(-3*24*60, 3*24*60).Draw(t, name)) * time.Minute)
}

// drawZone draws a time zone, of which some change the clock on one of the days.
func drawZone(t *rapid.T) *time.Location {
	name := rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "Australia/Lord_Howe"}).Draw(t,
		"zone")
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// TestRangesDivideTime checks that a moment, or a date, is in one of two ranges of which
// one ends where the other begins, and in the range of its day.
func TestRangesDivideTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone, at := drawZone(t), drawMoment(t, "at")
		bound := drawMoment(t, "bound").In(zone)
		before, behind := lists.TimeRange{To: &bound}, lists.TimeRange{From: &bound}
		if before.Has(at) == behind.Has(at) {
			t.Fatalf("%s is before %s: %v, and from it on: %v", at, bound, before.Has(at), behind.Has(at))
		}
		from := graph.DayOf(at.In(zone)).Start
		if graph.IsDate(at) {
			from = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, zone)
		}
		for _, days := range []int{-1, 0, 1} {
			start, end := from.AddDate(0, 0, days), from.AddDate(0, 0, days+1)
			if is := (&lists.TimeRange{From: &start, To: &end}).Has(at); is != (days == 0) {
				t.Fatalf("%s is in the day from %s to %s: %v", at, start, end, is)
			}
		}
		if !(&lists.TimeRange{}).Has(at) || (&lists.TimeRange{From: &bound, To: &bound}).Has(at) {
			t.Fatalf("%s is not at any time, or in an empty one", at)
		}
	})
}

func TestCountRanges(t *testing.T) {
	for _, test := range []struct {
		of   *lists.CountRange
		want string // whether it has 0, 1, 2 and 3
	}{
		{nil, "false true true true"},
		{&lists.CountRange{}, "true true true true"},
		{&lists.CountRange{From: new(0), To: new(0)}, "true false false false"},
		{&lists.CountRange{From: new(2)}, "false false true true"},
		{&lists.CountRange{From: new(1), To: new(2)}, "false true true false"},
	} {
		got := fmt.Sprint(test.of.Has(0), test.of.Has(1), test.of.Has(2), test.of.Has(3))
		if got != test.want {
			t.Errorf("%s: got %s, want %s", graph.EncodeJSON(test.of), got, test.want)
		}
	}
}

// TestLabelsAreSets checks that filters of labels depend neither on the order of labels
// nor on how often each is there, and that their parts are what they say.
func TestLabelsAreSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) []string {
			return rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "A", ""}), 0, 3).Draw(t, name)
		}
		labels, wanted := draw("labels"), draw("wanted")
		in := 0
		for _, one := range wanted {
			if slices.Contains(labels, one) {
				in++
			}
		}
		for name, test := range map[string]struct {
			filter lists.LabelFilter
			want   bool
		}{
			"any":      {lists.LabelFilter{Any: wanted}, in > 0},
			"all":      {lists.LabelFilter{All: wanted}, in == len(wanted)},
			"none":     {lists.LabelFilter{None: wanted}, in == 0},
			"nothing":  {lists.LabelFilter{}, true},
			"together": {lists.LabelFilter{Any: wanted, All: wanted}, in > 0 && in == len(wanted)},
			"opposite": {lists.LabelFilter{Any: wanted, None: wanted}, false},
		} {
			again := slices.Concat(labels, labels)
			slices.Reverse(again)
			if got := test.filter.Matches(labels); got != test.want || test.filter.Matches(again) != got {
				t.Fatalf("%s: %q match %q: %v", name, labels, wanted, got)
			}
		}
	})
}

// TestNumbersOfFields checks which values of fields are numbers: those of JSON below
// 1e100, with blanks around them.
func TestNumbersOfFields(t *testing.T) {
	const blank = " \n"
	for text, want := range map[string]float64{
		"0": 0, "-0": 0, "3": 3, blank + "3.50" + blank: 3.5, "1e3": 1000, "-1.5E-1": -.15, "9.9e99": 9.9e99,
		"1e-999": 0, strings.Repeat("9", 99): 1e99,
	} {
		if got, is := lists.FieldNumber(text); !is || got != want {
			t.Errorf("%q: got %v, %v, want %v", text, got, is, want)
		}
	}
	for _, text := range []string{
		"", " ", "03", "+3", "1.", ".5", "1e", "0x10", "1_000", "1,000", "NaN", "Infinity", "1e100", "-1e100", "1e999", "1e1000",
		strings.Repeat("9", 101), "0." + strings.Repeat("1", 256), "3 4", "3\v", "３",
	} {
		if got, is := lists.FieldNumber(text); is {
			t.Errorf("%q: got %v, want no number", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Float64Range(-1e99, 1e99).Draw(t, "number")
		text, err := json.Marshal(n)
		if got, is := lists.FieldNumber(string(text)); err != nil || !is || got != n {
			t.Fatalf("%s: got %v, %v, want %v", text, got, is, n)
		}
	})
}

// TestAveragesAreRounded checks that sums that were added in different orders become the
// same.
func TestAveragesAreRounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 1_000_000), 1, 20).Draw(t, "numbers")
		exact, sum := 0, 0.0
		for _, n := range numbers {
			exact, sum = exact+n, sum+float64(n)/100
		}
		summary := lists.GroupNumber{Sum: &sum, Count: len(numbers)}
		summary.Summarise()
		want, _ := strconv.ParseFloat(fmt.Sprintf("%d.%02d", exact/100, exact%100), 64)
		if *summary.Sum != want || math.Abs(*summary.Average*float64(len(numbers))-want) > 1e-6 {
			t.Fatalf("got the sum %v and the average %v of %d numbers, want the sum %v", *summary.Sum, *summary.Average, len(numbers), want)
		}
	})
}

// drawFilter draws a filter with parts that depend on the time.
func drawFilter(t *rapid.T, depth int) (f lists.Filter) {
	if rapid.Bool().Draw(t, "overdue") {
		f.Overdue = new(rapid.Bool().Draw(t, "is overdue"))
	}
	if rapid.Bool().Draw(t, "ready") {
		f.Ready = new(rapid.Bool().Draw(t, "is ready"))
	}
	if rapid.IntRange(0, 3).Draw(t, "has a time") == 0 {
		f.Now = new(begin)
	}
	if depth == 0 {
		return f
	}
	part := func() lists.Filter { return drawFilter(t, depth-1) }
	switch rapid.IntRange(0, 4).Draw(t, "part") {
	case 1:
		f.And = []lists.Filter{part(), part()}
	case 2:
		f.Or = []lists.Filter{part()}
	case 3:
		f.Not = new(part())
	case 4:
		f.Linked = &lists.LinkFilter{Kinds: []graph.Kind{graph.KindTask}, Where: new(part())}
	}
	return f
}

// TestClockLeavesFilters checks that Clock sets the time in each part that needs one, in
// no other, and not in the filter itself, which others may use meanwhile.
func TestClockLeavesFilters(t *testing.T) {
	now := begin.AddDate(1, 0, 0)
	rapid.Check(t, func(t *rapid.T) {
		f := drawFilter(t, 3)
		before := graph.EncodeJSON(f)
		clocked := f.Clock(now)
		if after := graph.EncodeJSON(f); after != before {
			t.Fatalf("was %s, is %s", before, after)
		}
		var given []*time.Time
		f.Each([]*graph.Spec{taskSpec}, func(_ []*graph.Spec, part *lists.Filter) { given = append(given, part.Now) })
		clocked.Each([]*graph.Spec{taskSpec}, func(_ []*graph.Spec, part *lists.Filter) {
			want := given[0]
			given = given[1:]
			if want == nil && (part.Overdue != nil || part.Ready != nil) {
				want = &now
			}
			if (want == nil) != (part.Now == nil) || want != nil && !part.Now.Equal(*want) {
				t.Fatalf("the time of %s is not %v", graph.EncodeJSON(part), want)
			}
		})
		if again := graph.EncodeJSON(clocked.Clock(begin)); again != graph.EncodeJSON(clocked) {
			t.Fatalf("another clock made %s of %s", again, graph.EncodeJSON(clocked))
		}
	})
}

// TestKindsOfParts checks that parts of a filter are of its kinds, and conditions on linked
// entities of those to which the relations lead.
func TestKindsOfParts(t *testing.T) {
	where := &lists.Filter{Text: new("x")}
	for _, test := range []struct {
		linked lists.LinkFilter
		want   []graph.Kind
	}{
		{lists.LinkFilter{}, nil},
		{lists.LinkFilter{Kinds: []graph.Kind{graph.KindRisk}}, []graph.Kind{graph.KindRisk}},
		{lists.LinkFilter{Where: where}, graph.AllKinds()},
		{lists.LinkFilter{Where: where, Kinds: []graph.Kind{}}, []graph.Kind{}},
		{lists.LinkFilter{Where: where, Relations: []graph.Relation{}}, []graph.Kind{}},
		{lists.LinkFilter{Where: where, Relations: []graph.Relation{"overheard_at"}}, graph.AllKinds()},
		{lists.LinkFilter{Where: where, Relations: []graph.Relation{graph.RelHasTask}, Direction: new(graph.Outgoing)},
			graph.RelHasTask.Spec().To},
		{lists.LinkFilter{Where: where, Relations: []graph.Relation{graph.RelHasTask}, Direction: new(graph.Incoming)},
			graph.RelHasTask.Spec().From},
	} {
		got := test.linked.Targets()
		if !slices.Equal(got, test.want) || (got == nil) != (test.want == nil) {
			t.Errorf("%s: got %v, want %v", graph.EncodeJSON(test.linked), got, test.want)
		}
		f := lists.Filter{Not: &lists.Filter{}, Linked: &test.linked}
		var kinds []graph.Kind
		f.Each([]*graph.Spec{taskSpec}, func(specs []*graph.Spec, part *lists.Filter) {
			if part == where {
				for _, spec := range specs {
					kinds = append(kinds, spec.Kind)
				}
			} else if !slices.Equal(specs, []*graph.Spec{taskSpec}) {
				t.Errorf("a part of a filter of tasks is of %d kinds", len(specs))
			}
		})
		if test.linked.Where != nil && !slices.Equal(kinds, test.want) {
			t.Errorf("%s: the condition is of %v, want %v", graph.EncodeJSON(test.linked), kinds, test.want)
		}
	}
}

// TestCursorsKeepPositions checks that a cursor of any order is read as it was written,
// and that another text is refused or another position, but never a fault.
func TestCursorsKeepPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		changes := graphtest.Random(t)
		e := rapid.SampledFrom(changes.Entities).Draw(t, "entity")
		spec := e.Self().Spec()
		fields := rapid.Permutation(lists.OrderFields(spec)).Draw(t, "fields")
		order := make([]lists.Order, rapid.IntRange(1, min(len(fields), lists.MaxOrders)).Draw(t, "orders"))
		for i := range order {
			order[i].Field = fields[i]
		}
		want := lists.CursorAt(spec, order, e)
		text := want.String()
		got, err := lists.ParseCursor(spec, "after", order, text)
		if err != nil || got.ID != want.ID || !slices.Equal(got.Values, want.Values) {
			t.Fatalf("wrote %+v, read %+v, %v", want, got, err)
		}
		damaged := []byte(text)
		damaged[rapid.IntRange(0, len(damaged)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		if _, err := lists.ParseCursor(spec, "after", order, string(damaged)); err != nil && graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Fatalf("%s: %v", damaged, err)
		}
	})
}
