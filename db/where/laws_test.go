package where

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/db/engine"
	"dossier/db/enginetest"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/lists"
)

// dialect is that of tests, with the functions that filters need.
func dialect() *engine.Dialect {
	d := enginetest.Dialect
	d.Values = func(columns []string, name string) string {
		return "VALUES(" + strings.Join(columns, ", ") + ": " + name + ")"
	}
	d.Member = func(name string) string { return name }
	d.Has = func(column, list string, all bool) string {
		return "HAS(" + column + ", " + list + ", " + strconv.FormatBool(all) + ")"
	}
	d.IsDate = func(column string) string { return "IS_DATE(" + column + ")" }
	return &d
}

// foreign is in each text of a drawn filter, as a client would write it to leave its place.
const foreign = `x' OR "1"="1`

// drawTexts draws up to two texts, nil for none.
func drawTexts(t *rapid.T, name string) []string {
	return rapid.SampledFrom([][]string{nil, {}, {foreign}, {foreign, foreign + "2"}}).Draw(t, name)
}

// drawText draws a text, nil for none.
func drawText(t *rapid.T, name string) *string {
	return rapid.SampledFrom([]*string{nil, new(foreign), new("3.5"), new("")}).Draw(t, name)
}

// drawFilter draws a filter with any conditions.
func drawFilter(t *rapid.T, depth int) (f lists.Filter) {
	switch rapid.IntRange(0, 4).Draw(t, "columns") {
	case 0:
		f.IDs, f.ExternalIDs, f.States = drawTexts(t, "ids"), drawTexts(t, "external ids"), drawTexts(t, "states")
	case 1:
		f.Types, f.TypePrefix, f.Text = drawTexts(t, "types"), drawText(t, "prefix"), drawText(t, "text")
		f.RecordType = drawText(t, "record type")
	case 2:
		f.Impacts, f.Priorities = drawTexts(t, "impacts"), rapid.SampledFrom([][]int{nil, {}, {1}, {1, 2}}).Draw(t, "priorities")
		f.Probability = rapid.SampledFrom([]*lists.NumberRange{nil, {}, {From: new(.5)}}).Draw(t, "probability")
	case 3:
		f.Labels = &lists.LabelFilter{Any: drawTexts(t, "any"), All: drawTexts(t, "all"), None: drawTexts(t, "none")}
		f.Fields = []lists.FieldFilter{{Name: foreign, Equal: drawText(t, "equal"), In: drawTexts(t, "in"), Less: drawText(t, "less"),
			Contains: drawText(t, "contains"), Missing: rapid.SampledFrom([]*bool{nil, new(true), new(false)}).Draw(t, "missing")}}
	case 4:
		at := enginetest.Time.In(time.FixedZone("", 3600*rapid.IntRange(-2, 2).Draw(t, "zone")))
		f.Due, f.Created = &lists.TimeRange{From: &at}, rapid.SampledFrom([]*lists.TimeRange{nil, {}, {To: &at}}).Draw(t, "created")
		f.Overdue, f.Ready, f.Now = new(rapid.Bool().Draw(t, "overdue")), new(rapid.Bool().Draw(t, "ready")), &at
	}
	switch rapid.IntRange(0, 3).Draw(t, "links") {
	case 0:
		f.Plans, f.Owners, f.OwnerName = drawTexts(t, "plans"), drawTexts(t, "owners"), drawText(t, "owner name")
		f.Missing = rapid.SampledFrom([][]lists.Missing{nil, {}, {"due"}, {lists.MissingOwner, "plans"}, {foreign}}).Draw(t, "missing")
	case 1:
		f.Linked = &lists.LinkFilter{IDs: drawTexts(t, "linked ids"),
			Relations: rapid.SampledFrom([][]graph.Relation{nil, {}, {graph.RelHasTask},
				{foreign}}).Draw(t, "relations"),
			Count: rapid.SampledFrom([]*lists.CountRange{nil, {}, {From: new(2)}, {To: new(0)}}).Draw(t, "count")}
		if depth > 0 && rapid.Bool().Draw(t, "has where") {
			f.Linked.Where = new(drawFilter(t, depth-1))
		}
	}
	if depth == 0 {
		return f
	}
	switch rapid.IntRange(0, 4).Draw(t, "parts") {
	case 0:
		f.And = []lists.Filter{drawFilter(t, depth-1), drawFilter(t, depth-1)}
	case 1:
		f.Or = []lists.Filter{drawFilter(t, depth-1), drawFilter(t, depth-1)}
	case 2:
		f.Or = []lists.Filter{}
	case 3:
		f.Not = new(drawFilter(t, depth-1))
	}
	return f
}

var parameter = regexp.MustCompile(`\$(\d+)`)

// TestValuesAreParameters checks that no text of a filter is in a statement, and that the
// statement has each of its parameters, and no others: databases refuse those that no
// condition has.
func TestValuesAreParameters(t *testing.T) {
	d := dialect()
	rapid.Check(t, func(t *rapid.T) {
		spec := rapid.SampledFrom(graph.Kinds).Draw(t, "kind")
		f := drawFilter(t, 2)
		q := statement.New(d, false)
		q.Add(allOf(Conditions(q, spec, &f)))
		query := q.Query(nil)
		if strings.Contains(query.SQL, "1\"=") {
			t.Fatalf("%s became\n%s", graph.EncodeJSON(f), query.SQL)
		}
		used := map[int]bool{}
		for _, found := range parameter.FindAllStringSubmatch(query.SQL, -1) {
			number, _ := strconv.Atoi(found[1])
			used[number] = true
		}
		for i := range query.Args {
			if !used[i+1] && query.SQL != "FALSE" {
				t.Fatalf("%s: parameter %d of %d is not in\n%s", graph.EncodeJSON(f), i+1, len(query.Args), query.SQL)
			}
		}
		if most := len(query.Args); len(used) > most {
			t.Fatalf("%s: %d parameters for %d values in\n%s", graph.EncodeJSON(f), len(used), most, query.SQL)
		}
		if strings.Count(query.SQL, "(") != strings.Count(query.SQL, ")") {
			t.Fatalf("%s: brackets do not match in\n%s", graph.EncodeJSON(f), query.SQL)
		}
	})
}

// TestWhatAKindLacks checks that conditions on what a kind does not have match nothing, by
// themselves and as parts, and that their opposites match everything.
func TestWhatAKindLacks(t *testing.T) {
	d := dialect()
	of := func(kind graph.Kind, f lists.Filter) string {
		return allOf(Conditions(statement.New(d, false), graph.SpecOf(kind), &f))
	}
	for name, test := range map[string]struct {
		kind   graph.Kind
		filter lists.Filter
	}{
		"a priority":       {graph.KindRisk, lists.Filter{Priorities: []int{1}}},
		"an impact":        {graph.KindTask, lists.Filter{Impacts: []string{"high"}}},
		"a probability":    {graph.KindTask, lists.Filter{Probability: &lists.NumberRange{}}},
		"a type of record": {graph.KindTask, lists.Filter{RecordType: new("person")}},
		"a date":           {graph.KindTask, lists.Filter{Dates: lists.Dates{Mitigated: &lists.TimeRange{}}}},
		"a due date":       {graph.KindSignal, lists.Filter{Overdue: new(true), Now: &enginetest.Time}},
		"no alternative":   {graph.KindTask, lists.Filter{Or: []lists.Filter{}}},
		"no value":         {graph.KindTask, lists.Filter{Fields: []lists.FieldFilter{{Name: "x", In: []string{}}}}},
	} {
		if got := of(test.kind, test.filter); got != "FALSE" {
			t.Errorf("%s: got %s", name, got)
		}
		if got := of(test.kind, lists.Filter{And: []lists.Filter{{}, test.filter}}); got != "FALSE" {
			t.Errorf("%s in and: got %s", name, got)
		}
		if got := of(test.kind, lists.Filter{Or: []lists.Filter{test.filter, test.filter}}); got != "FALSE" {
			t.Errorf("%s in or: got %s", name, got)
		}
		if got := of(test.kind, lists.Filter{Not: &test.filter}); got != "NOT COALESCE(FALSE, FALSE)" {
			t.Errorf("not %s: got %s", name, got)
		}
	}
}

// TestOnlyProject checks that a filter with one project has its id once, and that ids are
// found within it.
func TestOnlyProject(t *testing.T) {
	for name, test := range map[string]struct {
		filter lists.Filter
		want   string // "" for none
	}{
		"none":           {lists.Filter{}, ""},
		"of the list":    {lists.Filter{ProjectID: new("p"), Projects: []string{"q", "r"}}, "p"},
		"the only one":   {lists.Filter{Projects: []string{"q"}}, "q"},
		"several":        {lists.Filter{Projects: []string{"q", "r"}}, ""},
		"no alternative": {lists.Filter{Projects: []string{}}, ""},
		"of a part":      {lists.Filter{And: []lists.Filter{{Projects: []string{"q"}}}}, ""},
	} {
		if got := graph.Or(OnlyProject(&test.filter), ""); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
	q := statement.New(dialect(), false)
	From(enginetest.AsAnn(), q, graph.SpecOf(graph.KindTask), &lists.Filter{ProjectID: new("p"), IDs: []string{"a", "b"}})
	query := q.Query(nil)
	if n := len(slices.DeleteFunc(slices.Clone(query.Args), func(arg any) bool { return arg != "p" })); n != 1 ||
		!strings.Contains(query.SQL, "entity.deleted_at IS NULL") || !strings.Contains(query.SQL, "entity.project_id = $") {
		t.Errorf("%d times the project in %v of\n%s", n, query.Args, query.SQL)
	}
}
