package index_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

func TestApplyRemovesUnreadable(t *testing.T) {
	x := indextest.People(t)
	readable := indextest.Note("new", "New", "A note.")
	err := x.Apply([]index.Document{{ID: "bad", Kind: "task", Vector: []byte("no")}, {ID: "mary", Kind: "task"}, readable}, []string{"ada"})
	unread, damaged := errors.AsType[index.Unreadable](err)
	if !damaged || !slices.Equal(unread, []string{"bad", "mary"}) || x.Len() != 5 {
		t.Errorf("got error %v and %d documents, want one that names bad and mary, and 5", err, x.Len())
	}
	defer index.Lock([]*index.Index{x})()
	for id, want := range map[string]bool{"new": true, "bad": false, "mary": false, "ada": false} {
		if _, found := x.Find(id); found != want {
			t.Errorf("%s is in the index: %t, want %t", id, found, want)
		}
	}
}

func mentionedBy(x *index.Index, id string) []string {
	defer index.Lock([]*index.Index{x})()
	ordinal, _ := x.Find(id)
	list := []string{}
	for _, by := range x.Entry(ordinal).MentionedBy {
		list = append(list, x.Entry(by).ID)
	}
	return list
}

func TestMentionsFollowTitles(t *testing.T) {
	x := indextest.People(t)
	if got := mentionedBy(x, "mary"); !slices.Equal(got, []string{"ada"}) {
		t.Fatalf("mary is mentioned by %v, want ada", got)
	}
	steps := []struct {
		put  index.Document
		want string
	}{
		{indextest.Note("mary", "Mary Fairfax", "A mathematician."), "[]"},
		{indextest.Note("risk", "Gears may jam", "So said Mary Fairfax."), "[risk]"},
		{indextest.Note("mary", "Mary Somerville (scientist)", "A mathematician."), "[ada]"},
		{indextest.Note("ada", "Ada Lovelace", "Silence."), "[]"},
	}
	for i, step := range steps {
		if err := x.Apply([]index.Document{step.put}, nil); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(mentionedBy(x, "mary")); got != step.want {
			t.Errorf("after step %d mary is mentioned by %s, want %s", i, got, step.want)
		}
	}
}

func TestTitleForms(t *testing.T) {
	for title, texts := range map[string]map[string]bool{
		"Jedburgh, Scotland":        {"In Jedburgh, Scotland.": true, "In Jedburgh.": false}, // only if at least two words precede the comma
		"Lake Victoria, Africa":     {"At Lake Victoria then.": true},
		"Big Ben (tower)":           {"Under Big Ben.": true, "Under Big Bens.": false},
		"Big Ben":                   {"Under Big Bens.": true, "under big ben.": true},
		"KEP-1287: In-place pods":   {"See KEP-1287 for it.": true, "See KEP 1287.": true, "the in-place pods": true, "See kep-128.": false},
		"Leg 2: northern halls":     {"On leg 2 it rained.": true, "On leg 3.": false},
		"Gang B – night shift":      {"Ask gang B.": true},
		"The goat: a life":          {"He fed the goat.": false}, // what is before the colon has no number
		"Leeds":                     {"Mills of Leeds.": true, "mills of leeds": false},
		"The":                       {"The end.": false},
		"42":                        {"Answer 42.": false},
		strings.Repeat("Long ", 13): {strings.Repeat("Long ", 13): false},
	} {
		for body, want := range texts {
			x := indextest.New(t, indextest.Note("titled", title, ""), indextest.Note("text", "Another", body))
			if got := len(mentionedBy(x, "titled")) > 0; got != want {
				t.Errorf("%q mentions %q: %v, want %v", body, title, got, want)
			}
		}
	}
}

func TestRolesGroupEdges(t *testing.T) {
	x := indextest.New(t, indextest.Note("a", "A", ""), indextest.Note("b", "B", ""), indextest.Note("c", "C", ""),
		indextest.Note("d", "D", ""))
	x.SetEdges([]links.Edge{
		{ID: "1", From: "a", To: "b", Role: links.Contains},
		{ID: "2", From: "c", To: "a", Role: links.PartOf},
		{ID: "3", From: "c", To: "d", Role: links.Follows},
		{ID: "4", From: "a", To: "d", Role: "reference"},
		{ID: "5", From: "a", To: "nobody", Role: links.Contains},
		{ID: "6", From: "a", To: "a", Role: links.Contains},
	})
	defer index.Lock([]*index.Index{x})()
	id := func(ordinal int32) string { return x.Entry(ordinal).ID }
	if families := x.Links.Families(); len(families) != 1 || id(families[0].Parent) != "a" || id(families[0].Children[0]) != "b" ||
		id(families[0].Children[1]) != "c" {
		t.Errorf("families are %v, want a with b and c", families)
	}
	if pairs := x.Links.Neighbours(); len(pairs) != 1 || id(pairs[0][0]) != "c" || id(pairs[0][1]) != "d" {
		t.Errorf("neighbours are %v, want c and d", pairs)
	}
	a, _ := x.Find("a")
	var links []string
	for _, link := range x.Links.Of(a) {
		links = append(links, fmt.Sprint(x.Edge(link.Edge).ID, id(link.Other), link.Incoming))
	}
	if got := strings.Join(links, " "); got != "1bfalse 2ctrue 4dfalse" {
		t.Errorf("the links of a are %s", got)
	}
}

// TestManyEdgesGone removes an entry that has more edges than are removed one by
// one.
func TestManyEdgesGone(t *testing.T) {
	documents := []index.Document{indextest.Note("hub", "Hub", ""), indextest.Note("a", "A", "")}
	edges := []links.Edge{{ID: "a", From: "hub", To: "a"}}
	for i := range 2 * links.Few {
		id := fmt.Sprint("d", i)
		documents = append(documents, indextest.Note(id, "", ""))
		edges = append(edges, links.Edge{ID: "hub-" + id, From: "hub", To: id, Role: links.Contains},
			links.Edge{ID: id, From: "a", To: id, Role: links.Contains})
	}
	x := indextest.New(t, documents...)
	x.SetEdges(edges)
	x.SetRoots(func(id string) string { return id })
	x.Relink(index.Relinking{Gone: []string{"d0"}})
	if err := x.Apply(nil, []string{"hub"}); err != nil {
		t.Fatal(err)
	}
	x.Relink(index.Relinking{Put: []links.Edge{{ID: "again", From: "d0", To: "a", Role: links.PartOf}}})
	defer index.Lock([]*index.Index{x})()
	a, _ := x.Find("a")
	if got, families := len(x.Links.Of(a)),
		x.Links.Families(); got != 2*links.Few || len(families) != 1 || families[0].Parent != a || len(families[0].Children) != got {
		t.Errorf("got %d links and families %v, want %d and one", got, families, 2*links.Few)
	}
}

func TestSharedPhrases(t *testing.T) {
	documents := []index.Document{
		indextest.Note("a", "", "He climbed Big Ben Tower. It rang."),
		indextest.Note("b", "", "The Big Ben Tower is old, Europe knows."),
		indextest.Note("c", "", "Europe begins a sentence. `Big Ben Tower`"),
	}
	x := indextest.New(t, slices.Clone(documents)...)
	holders := func(id string) string {
		defer index.Lock([]*index.Index{x})()
		ordinal, _ := x.Find(id)
		var list []string
		for _, phrase := range x.Entry(ordinal).Phrases {
			list = append(list, fmt.Sprint(x.Phrases.Holders(phrase)))
		}
		return strings.Join(list, " ")
	}
	if got := holders("b"); got != "[0 1 2] [1]" {
		t.Errorf("the phrases of b are in %s, want Big Ben Tower in all and Europe in b", got)
	}
	for i := range 20 {
		documents = append(documents, indextest.Note(fmt.Sprint("many", i), "", "At Big Ben Tower."))
	}
	if err := x.Apply(documents, nil); err != nil {
		t.Fatal(err)
	}
	if got := holders("b"); got != "[] [1]" {
		t.Errorf("the phrases of b are in %s, want none of a phrase in 23 entries", got)
	}
}

func TestTemplateSentences(t *testing.T) {
	const template = "Every risk has been reviewed by the owner."
	x := index.New(text.English)
	isTemplate := func() bool {
		defer index.Lock([]*index.Index{x})()
		ordinal, _ := x.Find("d0")
		entry := x.Entry(ordinal)
		return x.Templates.Has(entry, len(entry.Sentences)-1)
	}
	for i := range 5 {
		if i > 0 && isTemplate() {
			t.Errorf("%d uses make a template, want 5", i)
		}
		if err := x.Apply([]index.Document{indextest.Note(fmt.Sprint("d", i), "", template)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !isTemplate() {
		t.Error("5 uses make no template")
	}
	if err := x.Apply(nil, []string{"d4"}); err != nil {
		t.Fatal(err)
	}
	if isTemplate() {
		t.Error("a removed use still counts")
	}
}

func TestSpellingAndCompletions(t *testing.T) {
	x := indextest.Library(t)
	defer index.Lock([]*index.Index{x})()
	if got := fmt.Sprint(x.Spelling.Corrections("logn", 5)); !strings.HasPrefix(got, "[{login ") {
		t.Errorf("corrections are %s, want login first", got)
	}
	if got := x.Spelling.Corrections("zzz", 5); len(got) != 0 {
		t.Errorf("corrections of zzz are %v", got)
	}
	if got := fmt.Sprint(x.Completions("pro", 5)); got != "[{provider 3} {providers 3}]" {
		t.Errorf("completions are %s", got)
	}
	if got := x.Completions("the", 5); len(got) != 0 {
		t.Errorf("completions are %v, want no stop words", got)
	}
	common := x.TitleTrigrams(text.TrigramsOf("logn"))
	one, _ := x.Find("1")
	three, _ := x.Find("3")
	if common[one] == 0 || common[three] != 0 {
		t.Errorf("common trigrams are %v", common)
	}
}

func TestPostings(t *testing.T) {
	x := indextest.Library(t)
	defer index.Lock([]*index.Index{x})()
	term := x.Words.Lookup("oauth")
	list := x.Postings.Of(term)
	if len(list) != 2 || list[0].Frequency() != 3 || list[1].Frequency() != 3 {
		t.Errorf("postings are %+v, want one in a title and three in a text", list)
	}
	if _, found := x.Postings.Find(term, 2); found || x.Postings.Of(9999) != nil {
		t.Error("a term is found where it is not")
	}
	if x.Words.TermOf(x.Words.Number("the")) != 0 || x.Words.Text(x.Words.Number("oauth")) != "oauth" {
		t.Error("words have other terms")
	}
}

// TestTitlesOfStopWords puts a title after the text that mentions it: no posting says
// where its words are.
func TestTitlesOfStopWords(t *testing.T) {
	x := indextest.New(t, indextest.Note("1", "Concert", "We saw The Who."))
	if err := x.Apply([]index.Document{indextest.Note("2", "The Who", "A band.")}, nil); err != nil {
		t.Fatal(err)
	}
	if got := mentionedBy(x, "2"); !slices.Equal(got, []string{"1"}) {
		t.Errorf("mentioned by %v, want 1", got)
	}
}

// dump returns the readable content of an index, without numbers.
func dump(x *index.Index) string {
	defer index.Lock([]*index.Index{x})()
	lines := map[string]string{}
	length := 0.0
	for ordinal := range int32(x.Size()) {
		entry := x.Entry(ordinal)
		if entry.ID == "" {
			continue
		}
		length += float64(x.Length(ordinal))
		root := x.Roots.Of(ordinal)
		family := fmt.Sprint(x.Entry(root).ID, x.Roots.Length(root), x.Roots.Count())
		var parts []string
		for _, token := range entry.Tokens {
			posting, _ := x.Postings.Find(x.Words.TermOf(token.Word()), ordinal)
			parts = append(parts, fmt.Sprint(x.Words.Text(token.Word()), posting.Frequency()))
		}
		var mentions []string
		for _, mention := range entry.Mentions {
			mentions = append(mentions, fmt.Sprint("mentions ", x.Entry(mention.Target).ID, mention.Sentence, mention.Weight))
		}
		slices.Sort(mentions)
		parts = append(parts, mentions...)
		parts = append(parts, "by", strings.Join(sortedIDs(x, entry.MentionedBy), " "))
		for _, phrase := range entry.Phrases {
			parts = append(parts, "phrase", strings.Join(sortedIDs(x, x.Phrases.Holders(phrase)), " "))
		}
		for _, link := range x.Links.Of(ordinal) {
			parts = append(parts, fmt.Sprint("link ", x.Edge(link.Edge).ID, x.Entry(link.Other).ID, link.Incoming))
		}
		for i := range entry.Sentences {
			parts = append(parts, fmt.Sprint(x.Templates.Has(entry, i)))
		}
		for _, section := range entry.Sections {
			var heading []string
			for _, term := range section.Terms {
				heading = append(heading, x.Words.StemOf(term))
			}
			parts = append(parts, fmt.Sprint("heading ", heading, section.Class, x.Headings.Class(section.Class).Sections))
		}
		lines[entry.ID] = fmt.Sprint(entry.Kind, x.Kinds()[x.KindOf(ordinal)], entry.Title, parts, family)
	}
	var out strings.Builder
	for _, id := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintln(&out, id, lines[id])
	}
	for _, family := range x.Links.Families() {
		fmt.Fprint(&out, x.Entry(family.Parent).ID, " contains")
		for _, child := range family.Children {
			fmt.Fprint(&out, " ", x.Entry(child).ID)
		}
		fmt.Fprintln(&out)
	}
	for _, pair := range x.Links.Neighbours() {
		fmt.Fprintln(&out, x.Entry(pair[0]).ID, "beside", x.Entry(pair[1]).ID)
	}
	fmt.Fprintln(&out, fmt.Sprint(x.Headings.Size()))
	fmt.Fprintf(&out, "%d documents, length %.3f of %.3f\n", x.Documents(), x.TotalLength(), length)
	for _, word := range []string{"jedburg", "somervile", "leds", "engne"} {
		fmt.Fprintln(&out, word, x.Spelling.Corrections(word, 3))
	}
	return out.String()
}

func sortedIDs(x *index.Index, ordinals []int32) []string {
	var ids []string
	for _, ordinal := range ordinals {
		ids = append(ids, x.Entry(ordinal).ID)
	}
	slices.Sort(ids)
	return ids
}

// familyOf returns the root of an entry: d2 and d4 belong to d0.
func familyOf(id string) string {
	if id == "d2" || id == "d4" {
		return "d0"
	}
	return id
}

// A model is what an index should have.
type model struct {
	documents map[string]index.Document
	edges     map[string]links.Edge // with any ends
}

// live returns the edges between documents, and the root of each document.
func (m *model) live() (edges map[string]links.Edge, roots map[string]string) {
	edges, roots = map[string]links.Edge{}, map[string]string{}
	for id := range m.documents {
		if roots[id] = familyOf(id); m.documents[roots[id]].ID == "" {
			roots[id] = id
		}
	}
	for id, edge := range m.edges {
		if roots[edge.From] != "" && roots[edge.To] != "" {
			edges[id] = edge
		}
	}
	return edges, roots
}

// change makes a random change, and returns its documents.
func (m *model) change(t *rapid.T, titles, bodies []string) (put []index.Document, gone []string) {
	id := func(name string, most int) string { return fmt.Sprint("d", rapid.IntRange(0, most).Draw(t, name)) }
	if id := id("gone", 9); m.documents[id].ID != "" {
		gone = append(gone, id)
		delete(m.documents, id)
	}
	for range rapid.IntRange(0, 3).Draw(t, "puts") {
		d := indextest.Note(id("id", 5), rapid.SampledFrom(titles).Draw(t, "title"), rapid.SampledFrom(bodies).Draw(t, "body"))
		isPut := slices.ContainsFunc(put, func(other index.Document) bool { return other.ID == d.ID })
		if !isPut && !slices.Contains(gone, d.ID) {
			put, m.documents[d.ID] = append(put, d), d
		}
	}
	roles := []links.Role{links.Contains, links.PartOf, links.Follows, ""}
	for range rapid.IntRange(0, 3).Draw(t, "edges") {
		e := links.Edge{ID: fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "edge")), From: id("from", 5), To: id("to", 5),
			Role: rapid.SampledFrom(roles).Draw(t, "role")}
		e.Relation = string(e.Role)
		if delete(m.edges, e.ID); rapid.Bool().Draw(t, "linked") && e.From != e.To {
			m.edges[e.ID] = e
		}
	}
	return put, gone
}

// TestApplyEqualsRebuild changes an index in random steps and compares it with
// a new index of the same documents.
func TestApplyEqualsRebuild(t *testing.T) {
	titles := []string{"Mary Somerville", "Jedburgh, Scotland", "KEP-12: Pods", "Leeds", "Leeds", "", "Analytical Engine (draft)",
		"KEP-12 Engine", "Engine of Leeds"}
	bodies := []string{"", "Mary Somerville was in Leeds.", "See KEP-12 and the Analytical Engine of Jedburgh. Big Ben Tower.",
		"Big Ben Tower and Jedburgh, Scotland."}
	rapid.Check(t, func(t *rapid.T) {
		x, m := index.New(text.English), &model{map[string]index.Document{}, map[string]links.Edge{}}
		x.SetEdges(nil)
		x.SetRoots(familyOf)
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			edges, roots := m.live()
			put, gone := m.change(t, titles, bodies)
			if err := x.Apply(put, gone); err != nil {
				t.Fatal(err)
			}
			x.Relink(relinking(m, edges, roots))
			checkHolding(t, x)
			checkMass(t, x)
			if rapid.IntRange(0, 3).Draw(t, "saved") == 0 {
				x = saved(t, x)
			}
		}
		fresh := index.New(text.English)
		for _, id := range slices.Sorted(maps.Keys(m.documents)) {
			if err := fresh.Apply([]index.Document{m.documents[id]}, nil); err != nil {
				t.Fatal(err)
			}
		}
		fresh.SetEdges(slices.Collect(maps.Values(m.edges)))
		fresh.SetRoots(familyOf)
		if got, want := dump(x), dump(fresh); got != want {
			t.Fatalf("changed:\n%s\nrebuilt:\n%s", got, want)
		}
	})
}

// checkHolding compares the number of families with each term, which is kept from
// one change to the next, with the roots of its postings.
func checkHolding(t *rapid.T, x *index.Index) {
	defer index.Lock([]*index.Index{x})()
	for term := range uint32(x.Words.Terms()) + 1 {
		roots := map[int32]bool{}
		for _, posting := range x.Postings.Of(term) {
			roots[x.Roots.Of(posting.Ordinal)] = true
		}
		if got := x.Roots.With(term); got != len(roots) {
			t.Fatalf("%d families have %q, want %d", got, x.Words.StemOf(term), len(roots))
		}
	}
}

// checkMass compares the bounds of titles with their IDF.
func checkMass(t *rapid.T, x *index.Index) {
	defer index.Lock([]*index.Index{x})()
	for ordinal, mass := range x.TitleMass() {
		sum, titled := 0.0, x.TitleTerms(int32(ordinal), nil)
		for word := range text.Words(naming.Identifier(x.Entry(int32(ordinal)).Title)) {
			titled = slices.DeleteFunc(titled, func(term uint32) bool { return term == x.Words.Lookup(word.Text) })
		}
		for _, term := range titled {
			sum += terms.IDF(x.Roots.Count(), x.Roots.With(term))
		}
		if slack := .1 * float64(len(titled)); float64(mass) > sum || float64(mass) < sum-slack {
			t.Fatalf("the mass of %q is %g, want at most %g and about it", x.Entry(int32(ordinal)).Title, mass, sum)
		}
	}
}

// relinking returns the changes since earlier edges and roots.
func relinking(m *model, edges map[string]links.Edge, roots map[string]string) index.Relinking {
	r := index.Relinking{Roots: map[string]string{}}
	now, rootsNow := m.live()
	for id, edge := range now {
		if edges[id] != edge {
			r.Put = append(r.Put, edge)
		}
	}
	for id := range edges {
		if now[id].ID == "" {
			r.Gone = append(r.Gone, id)
		}
	}
	for id, root := range rootsNow {
		if roots[id] != root {
			r.Roots[id] = root
		}
	}
	return r
}
