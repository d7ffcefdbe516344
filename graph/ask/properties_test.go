package ask_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph/ask"
	"dossier/graph/ask/scan"
	"dossier/graph/ask/words"
)

// questions returns the questions of the golden files.
func questions(t testing.TB) (list []string) {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if question, _, ok := strings.Cut(line, " => "); ok && !strings.HasPrefix(line, "#") {
				list = append(list, question)
			}
		}
	}
	return list
}

// TestWordsAreUsedOnce shuffles parts of questions. Every word of a reading is used
// by one token, is a word that says nothing, or is not used.
func TestWordsAreUsedOnce(t *testing.T) {
	all := questions(t)
	rapid.Check(t, func(t *rapid.T) {
		var parts []string
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			list := strings.Fields(rapid.SampledFrom(all).Draw(t, "question"))
			from := rapid.IntRange(0, len(list)-1).Draw(t, "from")
			parts = append(parts, list[from:rapid.IntRange(from+1, len(list)).Draw(t, "to")]...)
		}
		question := strings.Join(parts, " ")
		for _, reading := range ask.Read(question, nil, now) {
			checkUses(t, question, &reading)
		}
	})
}

func checkUses(t rapid.TB, question string, r *ask.Reading) {
	var found []string
	asked := scan.Words(question)
	used := make([]bool, len(asked))
	for _, use := range r.Uses {
		if use.Rule != "" {
			continue
		}
		for i := use.First; i < use.Last; i++ {
			if used[i] {
				t.Fatalf("%q: word %d is used twice by %+v", question, i, r.Uses)
			}
			used[i] = true
			found = append(found, asked[i].Text)
		}
	}
	found = append(append(found, r.Unused...), r.Filled...)
	var want []string
	for _, w := range asked {
		want = append(want, w.Text)
	}
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Fatalf("%q: the reading has the words %v, want %v", question, found, want)
	}
}

// TestLanguages checks that what one language says in other words is read alike.
func TestLanguages(t *testing.T) {
	for _, same := range [][]string{
		{"blocked or overdue tasks", "blockierte oder überfällige Aufgaben", "tareas bloqueadas o atrasadas", "tâches bloquées ou en retard"},
		{"tasks that are neither done nor blocked", "Aufgaben, die weder erledigt noch blockiert sind"},
		{"open tasks by plan", "offene Aufgaben nach Plan", "tareas abiertas por plan", "tâches ouvertes par plan"},
		{"plans without risks", "Pläne ohne Risiken", "planes sin riesgos", "plans sans risques"},
		{"tasks due next week", "Aufgaben nächste Woche fällig"},
		{"how many tasks are blocked?", "Wie viele Aufgaben sind blockiert?", "cuántas tareas están bloqueadas",
			"combien de tâches sont bloquées"},
		{"plans with more than four open tasks", "Pläne mit mehr als vier offenen Aufgaben", "planes con más de cuatro tareas abiertas",
			"plans avec plus de quatre tâches ouvertes"},
		{"the three most probable risks", "die drei wahrscheinlichsten Risiken"},
		{"high impact risks", "Risiken mit hoher Auswirkung"},
		{"risks over 50 %", "Risiken über 50 %"},
		{"tasks depending on blocked tasks", "Aufgaben, die auf blockierte Aufgaben warten"},
		{"unassigned tasks", "Aufgaben ohne Verantwortlichen", "tareas sin responsable", "tâches sans responsable"},
	} {
		want := ""
		for i, question := range same {
			list := ask.Read(question, nil, now)
			if len(list) == 0 || len(list[0].Unused) > 0 {
				t.Errorf("%q is not read whole: %+v", question, list)
				continue
			}
			got := list[0].Query.String()
			if i == 0 {
				want = got
			} else if got != want {
				t.Errorf("%q is read as %s, want %s", question, got, want)
			}
		}
	}
}

// TestBounds checks that long and hostile texts are no questions for lists, and that
// words which combine in many ways are read in bounded time.
func TestBounds(t *testing.T) {
	for _, text := range []string{"", " ", "?", "%", "\x00", "\xff\xfe", strings.Repeat("tasks ", 500), "X を書いたのは誰ですか?", "リスク 50 %",
		strings.Repeat("a", 100_000)} {
		if list := ask.Read(text, nil, now); len(list) > 0 && len(list[0].Unused) == 0 {
			t.Errorf("%.20q is read as %s", text, list[0].Query)
		}
	}
	for _, words := range []string{"blocked or overdue and ", "tasks with plans of ", "not neither nor without ", "by plan then first "} {
		ask.Read(strings.Repeat(words, 6), nil, now)
	}
}

func FuzzRead(f *testing.F) {
	for _, question := range questions(f) {
		f.Add(question)
	}
	f.Fuzz(func(t *testing.T, question string) {
		for _, reading := range ask.Read(question, nil, now) {
			if reading.Query.String() == "" {
				t.Errorf("%q is read as nothing", question)
			}
		}
	})
}

// TestTables checks that all tables of words are loaded, English first.
func TestTables(t *testing.T) {
	var list []string
	for _, table := range words.Tables {
		list = append(list, table.Language)
	}
	if got := strings.Join(list, " "); got != "en de es fr" {
		t.Errorf("the tables are %q, want en de es fr", got)
	}
}
