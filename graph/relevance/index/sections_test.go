package index_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/text"
)

const manual = `Before any heading.

# Manual

## Safety
Wear gloves.

### Fire
Keep water near.

## Upkeep
Oil it weekly.
`

func headingsOf(entry *index.Entry, x *index.Index) []string {
	var list []string
	for _, s := range entry.Sections {
		words := []string{}
		for _, term := range s.Terms {
			words = append(words, x.Words.StemOf(term))
		}
		parent := "-"
		if s.Parent >= 0 {
			parent = strings.Join(wordsOf(entry.Sections[s.Parent], x), " ")
		}
		list = append(list, strings.Join(words, " ")+"<"+parent)
	}
	return list
}

func wordsOf(s index.Section, x *index.Index) []string {
	var words []string
	for _, term := range s.Terms {
		words = append(words, x.Words.StemOf(term))
	}
	return words
}

func TestSectionsFollowHeadings(t *testing.T) {
	x := indextest.New(t, indextest.Note("m", "Press", manual))
	defer index.Lock([]*index.Index{x})()
	ordinal, _ := x.Find("m")
	entry := x.Entry(ordinal)
	want := []string{"<-", "manual<-", "safeti<manual", "fire<safeti", "upkeep<manual"}
	if got := headingsOf(entry, x); !slices.Equal(got, want) {
		t.Errorf("sections are %q, want %q", got, want)
	}
	if body := entry.Body(entry.Sections[2]); len(body) != 1 {
		t.Errorf("the body of a section has %d sentences, want 1 without its heading", len(body))
	}
}

// TestHeadingCountsAreTakenBack checks that the counts after a removal are
// those of an index that never had the document.
func TestHeadingCountsAreTakenBack(t *testing.T) {
	other := indextest.Note("o", "Lathe", "## Safety\nWear a mask.\n")
	x := indextest.New(t, indextest.Note("m", "Press", manual), other)
	if err := x.Apply([]index.Document{indextest.Note("m", "Press", "nothing")}, []string{"m"}); err != nil {
		t.Fatal(err)
	}
	if err := x.Apply(nil, []string{"m"}); err != nil {
		t.Fatal(err)
	}
	fresh := indextest.New(t, other)
	defer index.Lock([]*index.Index{x, fresh})()
	for _, word := range []string{"mask", "gloves", "wear", "a"} {
		got := x.Headings.Below(x.Headings.Key(x.Words.Number(word)))
		want := fresh.Headings.Below(fresh.Headings.Key(fresh.Words.Number(word)))
		if got != want {
			t.Errorf("%d sections have %q, want %d", got, word, want)
		}
	}
	sections, _ := x.Headings.Size()
	classes := maps.Collect(x.Headings.Classes(1))
	if sections != 1 || len(classes) != 1 || x.Headings.With(x.Words.Term("safeti")) != 1 || x.Headings.With(x.Words.Term("fire")) != 0 {
		t.Errorf("%d sections of %d classes are left, want 1 of 1", sections, len(classes))
	}
}

func tokensOf(x *index.Index, name string) []text.Token {
	var tokens []text.Token
	for word := range text.Words(name) {
		if word.Marks&text.Whole == 0 {
			tokens = append(tokens, text.NewToken(x.Words.Number(word.Text), word.Marks))
		}
	}
	return tokens
}

func TestNames(t *testing.T) {
	plan := indextest.Note("p", "PX-12: In-place press", "")
	flag := indextest.Note("f", "Flag PressInPlaceAPI", "")
	flag.Aliases = []string{"pip"}
	count := indextest.Note("c", "Share GPUs and IOVs", "")
	issue := indextest.Note("i", "Filter runs out of memory", "")
	issue.Vector = text.Analyse(text.Field{Name: "title", Text: issue.Title}, text.Field{Name: "props.number", Text: "#418"},
		text.Field{Name: "props.aliases", Text: "OOM in filter, big filter, qa, 42"}, text.Field{Name: "props.team", Text: "storage"})
	short := indextest.Note("s", "Online changes of schemas (OCS)", "")
	other := indextest.Note("o", "Freeze the schema (API)", "")
	x := indextest.New(t, plan, flag, count, issue, short, other)
	defer index.Lock([]*index.Index{x})()
	for name, want := range map[string]string{
		"PX-12": "p", "in place press": "p", "press in place api": "f", "PressInPlaceAPI": "f", "pip": "f", "press": "", "GPUs": "",
		"#418": "i", "418": "i", "oom in filter": "i", "big filter": "i", "filter": "", "qa": "", "#42": "", "storage": "",
		"OCS": "s", "API": "",
	} {
		got := ""
		owners, length := x.Names.LongestName(tokensOf(x, name))
		if len(owners) > 0 && length == len(tokensOf(x, name)) {
			got = x.Entry(owners[0].Ordinal).ID
		}
		if got != want {
			t.Errorf("%q names %q, want %q", name, got, want)
		}
	}
}

func TestFamilies(t *testing.T) {
	x := indextest.New(t, indextest.Note("p", "Press", "one two"), indextest.Note("r", "Risk", "three"), indextest.Note("q", "Queue", "four"))
	x.SetRoots(func(id string) string {
		if id == "r" {
			return "p"
		}
		return id
	})
	defer index.Lock([]*index.Index{x})()
	p, _ := x.Find("p")
	r, _ := x.Find("r")
	if x.Roots.Of(r) != p || x.Roots.Of(p) != p || x.Roots.Count() != 2 {
		t.Errorf("the root of the risk is %d of %d, want %d of 2", x.Roots.Of(r), x.Roots.Count(), p)
	}
	if got, want := x.Roots.Length(p), x.Length(p)+x.Length(r); got != want {
		t.Errorf("the family has the length %v, want %v", got, want)
	}
	if got := x.Roots.With(x.Words.Lookup("three")); got != 1 {
		t.Errorf("%d families have a word of the risk, want 1", got)
	}
}
