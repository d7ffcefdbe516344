package subject_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/subject"
)

// yard returns an index of a building site: plans with their parts, and the
// people who work on them.
func yard(t testing.TB) *index.Index {
	t.Helper()
	note := func(id, kind, title, body string) index.Document {
		d := indextest.Note(id, title, body)
		d.Kind = kind
		return d
	}
	x := indextest.New(t,
		note("site", "project", "North Quay", ""),
		note("crane", "plan", "PX-7: Tower crane foundation", "A slab that carries the crane through winter storms."),
		note("crane/r", "risk", "The pit floods", "Ground water rises in spring."),
		note("crane/o", "output", "Drawing CraneSlabDetail", ""),
		note("drain", "plan", "PX-8: Storm drainage of the quay", "Pipes lead rain from the quay to the river."),
		note("drain/r", "risk", "Pipes silt up", "The river carries sand."),
		note("lift", "plan", "PX-9: Passenger lift", "Visitors ride to the roof."),
		note("ramp", "plan", "PX-10: Ramp", "Who wrote this wrote nothing about anybody."),
		note("ramp/r", "risk", "Ice makes it slippery", ""),
		note("ana", "record", "anaberg", ""),
		note("lod", "milestone", "Last open day", "The yard has a LOD sign."),
		note("lok", "plan", "埠頭の工事", ""),
		note("day", "task", "Dredge a yard", ""),
		note("pro", "plan", "Paint repair office", ""),
	)
	x.SetRoots(func(id string) string { return strings.SplitN(id, "/", 2)[0] })
	return x
}

func find(t testing.TB, question string) ([]subject.Subject, *subject.Question, func(subject.Subject) string) {
	t.Helper()
	r := corpus.Over(yard(t)).Open()
	t.Cleanup(r.Close)
	p := subject.Defaults()
	q := subject.Ask(r, question, func(word string) bool { return word == "wrote" }, p)
	subjects, _ := subject.Find(r, q, p, 10)
	return subjects, q, func(s subject.Subject) string { return r.Entry(s.Doc).ID }
}

func TestFindNamesTheSubject(t *testing.T) {
	for question, want := range map[string]string{
		"What is the state of PX-7?":                      "crane",
		"who plans the tower crane foundation":            "crane",
		"tower foundation: what may go wrong":             "crane", // a word is missing
		"risks of the towre crane foundaton":              "crane", // misspelt
		"is CraneSlabDetail approved":                     "crane", // by its part
		"crane slab detail, revision two":                 "crane",
		"what has anaberg drawn":                          "ana",
		"how does rain get from the pier to the river":    "drain", // by its text
		"who wrote about visitors":                        "lift",  // not by the words that ask
		"is the towcrane up":                              "crane", // by the parts of a compound
		"who plans for visitation":                        "lift",  // by a word with the same beginning
		"2026-01-02 12:00 ERR pump 4: see PX-9 for power": "lift",
		"what is left before the LOD?":                    "lod", // by initials, in a text too
	} {
		subjects, _, id := find(t, question)
		if len(subjects) == 0 || id(subjects[0]) != want {
			t.Errorf("%q is about %v, want %s", question, subjects, want)
		}
	}
}

// TestInitialsThatMeanSomethingElse has initials that are a word of the dictionary, that
// are of a task, that are in lower case in a text, and in a script without spaces.
func TestInitialsThatMeanSomethingElse(t *testing.T) {
	for _, question := range []string{"who is a pro here", "DAY shift", "what does lod mean", "埠頭の工"} {
		subjects, _, id := find(t, question)
		for _, s := range subjects {
			if s.Name > 0 {
				t.Errorf("%q names %s", question, id(s))
			}
		}
	}
}

// TestAskCorrectsWordsOfHeadings misspells a word that no title has.
func TestAskCorrectsWordsOfHeadings(t *testing.T) {
	r := corpus.Over(indextest.New(t, indextest.Note("pump", "The pump", "# Drawbacks\nIt is loud.\n"))).Open()
	defer r.Close()
	for word, want := range map[string]string{"drawbcaks": "drawbacks", "drabacks": "drawbacks", "rdawbacks": "", "drowback": "drawbacks",
		"dramatics": ""} {
		q := subject.Ask(r, word+" of the pump", func(string) bool { return false }, subject.Defaults())
		if got := q.Corrected[word]; got != want {
			t.Errorf("%q is corrected to %q, want %q", word, got, want)
		}
	}
}

// TestAskLeavesOtherLanguages asks with a word like that of a heading, among
// words that nothing has.
func TestAskLeavesOtherLanguages(t *testing.T) {
	r := corpus.Over(indextest.New(t, indextest.Note("pump", "The pump", "# Alternatives\nA ram.\n"))).Open()
	defer r.Close()
	for question, want := range map[string]string{
		"welche alternativen wurden zur pump verworfen": "",
		"alternativen to the pump":                      "alternatives",
	} {
		q := subject.Ask(r, question, func(string) bool { return false }, subject.Defaults())
		if got := q.Misspelt["alternativen"]; got != want {
			t.Errorf("in %q alternativen is read as %q, want %q", question, got, want)
		}
	}
}

func TestFindSeveralSubjects(t *testing.T) {
	subjects, _, id := find(t, "compare PX-7 with storm drainage of the quay")
	var named []string
	for _, s := range subjects {
		if s.Named(subject.Defaults()) && s.Distinct {
			named = append(named, id(s))
		}
	}
	if got := strings.Join(named, " "); got != "crane drain" && got != "drain crane" {
		t.Errorf("the question names %s, want crane and drain", got)
	}
}

// TestNamesOfSameWords asks about two plans of whose titles one has most words of
// the other.
func TestNamesOfSameWords(t *testing.T) {
	r := corpus.Over(indextest.New(t,
		indextest.Note("a", "Moving storage versions", ""),
		indextest.Note("b", "Storage versions moving in place", ""),
		indextest.Note("c", "Ferry", ""), indextest.Note("d", "Crane", ""), indextest.Note("e", "Lock", ""),
	)).Open()
	defer r.Close()
	p := subject.Defaults()
	for question, want := range map[string]string{
		"compare moving storage versions and storage versions moving in place": "ab",
		"storage versions moving in place":                                     "b",
	} {
		named := ""
		subjects, _ := subject.Find(r, subject.Ask(r, question, func(string) bool { return false }, p), p, 10)
		for _, s := range subjects {
			if s.Named(p) && s.Distinct {
				named += r.Entry(s.Doc).ID
			}
		}
		if sorted := slices.Sorted(strings.SplitSeq(named, "")); strings.Join(sorted, "") != want {
			t.Errorf("%q names %q, want %q", question, named, want)
		}
	}
}

// TestLongTitlesName asks in the whole title of a risk, which names the risk, and
// in a part of it, which does not.
func TestLongTitlesName(t *testing.T) {
	for question, want := range map[string]string{"who says that ice makes it slippery": "ramp/r", "ice makes it hard": ""} {
		subjects, q, _ := find(t, question)
		r := corpus.Over(yard(t)).Open()
		defer r.Close()
		named := ""
		if best := subjects[0]; best.Name > 0 && q.Words[best.First].Text == "ice" {
			named = r.Entry(best.Member).ID
		}
		if named != want {
			t.Errorf("%q names %q, want %q", question, named, want)
		}
	}
}

// TestPartsDoNotName asks in the words of a risk, which are evidence for its
// plan but do not name the plan.
func TestPartsDoNotName(t *testing.T) {
	for question, want := range map[string]bool{"the pit floods": false, "tower crane foundation": true, "CraneSlabDetail": true} {
		subjects, _, id := find(t, question)
		if best := subjects[0]; id(best) != "crane" || best.Named(subject.Defaults()) != want {
			t.Errorf("%q is about %s, named: %v; want crane, %v", question, id(best), !want, want)
		}
	}
}

func TestAskNamesWhatIsUnknown(t *testing.T) {
	_, q, _ := find(t, "PX-77 banana towre")
	if got := strings.Join(q.Unknown, " "); got != "77 banana" {
		t.Errorf("unknown are %q, want 77 banana", got)
	}
	if q.Corrected["towre"] != "tower" {
		t.Errorf("towre is read as %q, want tower", q.Corrected["towre"])
	}
}

// TestAskLeavesEnglishWords asks with a word of the dictionary that the corpus
// lacks, beside one that is spelt alike.
func TestAskLeavesEnglishWords(t *testing.T) {
	if _, q, _ := find(t, "the slap"); q.Corrected["slap"] != "" || !slices.Contains(q.Unknown, "slap") {
		t.Errorf("slap is read as %q, unknown are %q", q.Corrected["slap"], q.Unknown)
	}
	if _, q, _ := find(t, "the slabb"); q.Corrected["slabb"] != "slab" {
		t.Errorf("slabb is read as %q, want slab", q.Corrected["slabb"])
	}
}

// TestManyMisspeltWords asks by more words than titles are searched for, each a
// slip away from one of a title.
func TestManyMisspeltWords(t *testing.T) {
	var titles, question []string
	for i := range 600 {
		letters := string([]byte{byte('a' + i/100), byte('a' + i/10%10), byte('a' + i%10)})
		titles, question = append(titles, "qu"+letters+"zzart"), append(question, "qu"+letters+"zzarrt")
	}
	question = append(question, titles...) // half of the words are known
	x := indextest.New(t, indextest.Note("a", strings.Join(titles, " "), ""))
	r := corpus.Over(x).Open()
	t.Cleanup(r.Close)
	q := subject.Ask(r, strings.Join(question, " "), func(string) bool { return false }, subject.Defaults())
	if n := len(q.Misspelt); n != 200 {
		t.Errorf("%d words are corrected, want 200", n)
	}
}

// TestSwappedLetters asks by a word that is a slip away from two words of titles.
func TestSwappedLetters(t *testing.T) {
	x := indextest.New(t, indextest.Note("a", "Json store", ""), indextest.Note("b", "Join the hash", ""))
	r := corpus.Over(x).Open()
	t.Cleanup(r.Close)
	q := subject.Ask(r, "hash jion", func(string) bool { return false }, subject.Defaults())
	if q.Corrected["jion"] != "join" || len(q.Terms) != 2 {
		t.Errorf("jion is read as %q with %d terms, want join alone", q.Corrected["jion"], len(q.Terms))
	}
}

func TestAskReadsRelatedWords(t *testing.T) {
	for word, want := range map[string]string{
		"craneslab":  "slab",    // two words
		"towcrane":   "crane",   // the first part is the beginning of a word before the second
		"visitation": "visitor", // the same beginning
		"towbanana":  "",
	} {
		_, q, _ := find(t, word)
		if q.Misspelt[word] != "" {
			t.Errorf("%s is misspelt, want related", word)
		}
		if q.Corrected[word] != want || (len(q.Unknown) == 0) != (want != "") {
			t.Errorf("%s is read as %q, unknown are %q; want %q", word, q.Corrected[word], q.Unknown, want)
		}
	}
}

func TestFindWithoutWords(t *testing.T) {
	for _, question := range []string{"", "the of and", "zzz", strings.Repeat("crane ", 10_000)} {
		subjects, _, _ := find(t, question)
		if len(question) < 20 && len(subjects) > 0 {
			t.Errorf("%q has %d subjects, want none", question, len(subjects))
		}
	}
}

func TestFindInNothing(t *testing.T) {
	r := corpus.Over().Open()
	defer r.Close()
	p := subject.Defaults()
	q := subject.Ask(r, "tower crane", func(string) bool { return false }, p)
	if found, _ := subject.Find(r, q, p, 10); len(found) > 0 {
		t.Errorf("no projects have the subjects %v, want none", found)
	}
}

func TestSlips(t *testing.T) {
	for words, want := range map[string]int{"a a": 0, "tower towre": 1, "pod pods": 1, "resize risize": 1, "ab ba": 1, "kitten sitting": 3,
		"über uber": 1} {
		a, b, _ := strings.Cut(words, " ")
		if got := subject.Slips(a, b); got != want {
			t.Errorf("%s are %d slips apart, want %d", words, got, want)
		}
	}
}

// TestIdentifierIsNotMissed asks for a title without its identifier.
func TestIdentifierIsNotMissed(t *testing.T) {
	for question, want := range map[string]float64{
		"towre crane foundaton":                1,
		"PX-7, the towre crane foundaton":      1,
		"PX-9: is there a towre crane in 2026": .7,
	} {
		list, _, id := find(t, question)
		for _, s := range list {
			if id(s) == "crane" && (s.Covered < want*.8 || s.Covered > want) {
				t.Errorf("%q covers %.2f of the title, want %.2f without the identifier", question, s.Covered, want)
			}
		}
	}
}

// TestOneWordOfATitle checks that one word of a longer title names an entity only in a
// question of few words.
func TestOneWordOfATitle(t *testing.T) {
	documents := []index.Document{indextest.Note("a", "Weir lamps", ""),
		indextest.Note("b", "Broken repairs", "Cables rust below the bridge in winter.")}
	for i := range 20 {
		documents = append(documents, indextest.Note(fmt.Sprint("c", i), fmt.Sprintf("Weir gate %d", i), "The gate is of steel."))
	}
	r := corpus.Over(indextest.New(t, documents...)).Open()
	t.Cleanup(r.Close)
	for question, named := range map[string]bool{
		"which lamps": true,
		"why did the lamps break though cables rust below bridges in winter": false,
		"why did the weir lamps break though cables rust below bridges":      true,
	} {
		params := subject.Defaults()
		subjects, _ := subject.Find(r, subject.Ask(r, question, func(string) bool { return false }, params), params, 10)
		is := slices.ContainsFunc(subjects, func(s subject.Subject) bool { return r.Entry(s.Doc).ID == "a" && s.Named(params) })
		if is != named {
			t.Errorf("%q names the lamps: %t", question, is)
		}
	}
}
