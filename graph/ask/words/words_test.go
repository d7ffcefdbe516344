package words

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for name, test := range map[string]struct{ data, problem string }{
		"comment and blank lines":       {"# Kinds.\n\nkind task: tasks, to-dos\n", ""},
		"no colon":                      {"kind task tasks\n", "has no colon"},
		"a phrase without a word":       {"kind task: tasks, ,\n", "has no word"},
		"a phrase with a gap":           {"view owner: who * responsible\n", ""},
		"a gap at the end":              {"view owner: who is *\n", "with a gap"},
		"a gap at the beginning":        {"view owner: * is responsible\n", "with a gap"},
		"two meanings of a type":        {"kind task: items\nkind risk: items\n", `"items" means "task" and "risk" of kind`},
		"two types":                     {"state done: completed\nevent completed: completed\n", ""},
		"twice the same":                {"priority 1: top priority, top-priority\n", ""},
		"accents and case do not count": {"is overdue: überfällig, UBERFALLIG\n", ""},
	} {
		_, err := parse("xx", test.data)
		switch {
		case test.problem == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)):
			t.Errorf("%s: got %v, want %q", name, err, test.problem)
		}
	}
}

func TestOf(t *testing.T) {
	english := Tables[0]
	for phrase, want := range map[string]string{
		"past due": "is overdue", "tasks": "kind task", "no one": "nobody", "more than": "compare gt", "q4": "quarter 4", "%": "percent",
		"elephants": "",
	} {
		var got []string
		for _, meaning := range english.Of(phrase) {
			got = append(got, strings.TrimSpace(meaning.Type+" "+meaning.Value))
		}
		if !strings.Contains(strings.Join(got, ", "), want) || want == "" && got != nil {
			t.Errorf("%q means %v, want %q", phrase, got, want)
		}
	}
}

// TestLanguagesHaveTheSameTypes checks that what a language can say has rules: each of
// its types is one of the English table, but for words behind what they are about.
func TestLanguagesHaveTheSameTypes(t *testing.T) {
	known := map[string]bool{"relend": true, "relby": true, "definite": true}
	for _, meanings := range Tables[0].phrases {
		for _, m := range meanings {
			known[m.Type] = true
		}
	}
	for _, p := range Tables[0].patterns {
		known[p.Type] = true
	}
	known["sorted"], known["beyond"] = true, true
	for _, table := range Tables[1:] {
		for phrase, meanings := range table.phrases {
			for _, m := range meanings {
				if !known[m.Type] {
					t.Errorf("%s: %q has the type %q, which English lacks", table.Language, phrase, m.Type)
				}
			}
		}
	}
}

// TestLanguagesHaveTheSameKinds checks that each table has the kinds of the English one.
func TestLanguagesHaveTheSameKinds(t *testing.T) {
	kindsOf := func(table *Table) map[Meaning]bool {
		kinds := map[Meaning]bool{}
		for _, meanings := range table.phrases {
			for _, m := range meanings {
				if m.Type == "kind" {
					kinds[m] = true
				}
			}
		}
		return kinds
	}
	english := kindsOf(Tables[0])
	for _, table := range Tables[1:] {
		has := kindsOf(table)
		for m := range english {
			if !has[m] {
				t.Errorf("%s.words has no line kind %s", table.Language, m.Value)
			}
		}
	}
}

func TestUngrouped(t *testing.T) {
	german := Tables[slices.IndexFunc(Tables, func(t *Table) bool { return t.Language == "de" })]
	for number, want := range map[string]string{
		"10.000": "10000", "1.234.567": "1234567", "10.5": "10.5", "0.125": "0.125", "1234.567": "1234.567",
	} {
		if got := german.Ungrouped(number); got != want {
			t.Errorf("%s: got %s, want %s", number, got, want)
		}
		if got := Tables[0].Ungrouped(number); got != number {
			t.Errorf("%s in English: got %s", number, got)
		}
	}
}

func TestForms(t *testing.T) {
	for word, want := range map[string]string{"de offene": "offen", "es vendimiado": "vendimiada", "fr payees": "payee"} {
		language, word, _ := strings.Cut(word, " ")
		table := Tables[slices.IndexFunc(Tables, func(t *Table) bool { return t.Language == language })]
		if got := table.Forms(word); !slices.Contains(got, want) || slices.Contains(got, word) {
			t.Errorf("%s: got %q, want %s among others", word, got, want)
		}
	}
	if got := Others("offen"); !slices.Contains(got, "unerledigt") || slices.Contains(got, "offen") {
		t.Errorf("offen: got %q", got)
	}
}
