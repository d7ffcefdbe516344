package writetest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"pgregory.net/rapid"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/text"
)

// vocabulary has the titles and descriptions of the test of word counts. Two of
// the words have the same stem, and one is a stop word.
var vocabulary = []string{"charge the battery", "charging charges", "battery", "a lighthouse", ""}

// wordCounts tests that the counts of words are those of the live entities
// after any writes, and that an actor sees only those of its projects.
func wordCounts(f *fixture.F) {
	rapid.Check(f.T, func(t *rapid.T) {
		project := fixture.NewProject(rapid.StringMatching(`[a-z]{12}`).Draw(t, "project"))
		f.Write(&graph.Batch{Entities: []graph.Entity{project}, Analyse: analyseWords})
		for range rapid.IntRange(1, 6).Draw(t, "writes") {
			f.Write(randomWords(t, f, project))
		}
		want := countedWords(f, project.ID)
		if got := storedWords(f, project.ID); !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		wantSizes := graph.Sizes{"": 0}
		for _, entity := range f.Changes(project.ID, 0).Entities {
			wantSizes[""]++
			wantSizes[entity.Self().Kind]++
		}
		sizes, err := f.Store.Sizes(f.Ann, project.ID)
		maps.DeleteFunc(sizes, func(_ graph.Kind, n int) bool { return n == 0 })
		if err != nil || !maps.Equal(sizes, wantSizes) {
			t.Fatalf("sizes are %v, want %v: %v", sizes, wantSizes, err)
		}
		if all, err := f.Store.Sizes(f.Ann, ""); err != nil || all[""] < sizes[""] {
			t.Fatalf("all projects have %d entities, one of them %d: %v", all[""], sizes[""], err)
		}
		if hidden, err := f.Store.Sizes(f.Bob, project.ID); err != nil || len(hidden) > 0 {
			t.Fatalf("bob sees the sizes %v: %v", hidden, err)
		}
	})
	err := f.Store.WordCounts(f.Bob, []string{"charg"}, func(count graph.WordCount) { f.Errorf("bob sees %v", count) })
	if err != nil {
		f.Error(err)
	}
}

// manyWordCounts tests that writes that change the counts of many words add to
// those of earlier writes, and subtract from them.
func manyWordCounts(f *fixture.F) {
	project := fixture.NewProject("many words")
	f.Write(&graph.Batch{Entities: []graph.Entity{project}, Analyse: analyseWords})
	description := "the lighthouse"
	for i := range 6000 {
		description += fmt.Sprint(" charge", i)
	}
	first, second := fixture.NewTask(project.ID, "first"), fixture.NewTask(project.ID, "second")
	first.Description, second.Description = &description, &description
	for _, batch := range []*graph.Batch{
		{Entities: []graph.Entity{first}}, {Entities: []graph.Entity{second}}, {Deleted: []graph.Ref{first.Ref()}},
	} {
		batch.Analyse = analyseWords
		f.Write(batch)
		got, want := storedWords(f, project.ID), countedWords(f, project.ID)
		if !maps.Equal(got, want) || want["lighthous"] == "" {
			f.Errorf("got %v, want %v", got, want)
		}
	}
}

// randomWords returns a batch that writes, deletes or restores some of three
// tasks of a project.
func randomWords(t *rapid.T, f *fixture.F, project *graph.Project) *graph.Batch {
	batch := &graph.Batch{Analyse: analyseWords, Reanalyse: rapid.Bool().Draw(t, "reanalyse")}
	stored := f.Changes(project.ID, 0)
	for i := range 3 {
		task := fixture.NewTask(project.ID, fmt.Sprint(project.ID, i))
		task.Title = cmp.Or(rapid.SampledFrom(vocabulary).Draw(t, "title"), "untitled")
		task.Description = new(rapid.SampledFrom(vocabulary).Draw(t, "description"))
		live := slices.ContainsFunc(stored.Entities, func(e graph.Entity) bool { return e.Self().ID == task.ID })
		deleted := !live && wasDeleted(f, project.ID, task.ID)
		switch act := rapid.IntRange(0, 3).Draw(t, "act"); {
		case act == 0:
		case act == 1 && live:
			batch.Deleted = append(batch.Deleted, task.Ref())
		case act == 1 && deleted:
			batch.Restored = append(batch.Restored, task.Ref())
		default:
			batch.Entities = append(batch.Entities, task)
		}
	}
	return batch
}

// wasDeleted reports whether an entity is a tombstone.
func wasDeleted(f *fixture.F, projectID, id string) (deleted bool) {
	err := f.Store.Terms(f.Ann, graph.Revision{ProjectID: projectID, Number: 1}, func(t graph.Terms) {
		deleted = deleted || t.ID == id && t.Deleted
	})
	if err != nil {
		f.Fatal(err)
	}
	return deleted
}

func analyseWords(e graph.Entity) []byte {
	body := ""
	if task, is := e.(*graph.Task); is && task.Description != nil {
		body = *task.Description
	}
	label, _ := e.Self().Spec().Field(e.Self().Spec().Label).Value(e).(string)
	return text.Analyse(text.Field{Name: "title", Text: label}, text.Field{Name: "body", Text: body})
}

// stems are the stems of the vocabulary, and one that no text contains.
var stems = []string{"charg", "batteri", "lighthous", "untitl", "nowher"}

// wordCounts returns the counts of a project as text, by word.
func storedWords(f *fixture.F, projectID string) map[string]string {
	counts := map[string]string{}
	var last graph.WordCount
	err := f.Store.WordCounts(f.Ann, stems, func(count graph.WordCount) {
		if count.Word < last.Word || count.Word == last.Word && count.ProjectID <= last.ProjectID {
			f.Errorf("%v follows %v", count, last)
		}
		if last = count; count.ProjectID == projectID {
			counts[count.Word] = fmt.Sprint(count.Entities, count.Titles)
		}
	})
	if err != nil {
		f.Fatal(err)
	}
	return counts
}

// countedWords returns the same counts, from the text of each live entity.
func countedWords(f *fixture.F, projectID string) map[string]string {
	entities, titles := map[string]int{}, map[string]int{}
	err := f.Store.Terms(f.Ann, graph.Revision{ProjectID: projectID}, func(terms graph.Terms) {
		entities[""]++
		for stem, titled := range stemsIn(terms.Data) {
			entities[stem]++
			if titled {
				titles[stem]++
			}
		}
	})
	if err != nil {
		f.Fatal(err)
	}
	counts := map[string]string{}
	for word, n := range entities {
		counts[word] = fmt.Sprint(n, titles[word])
	}
	return counts
}

// stemsIn returns the stems of an analysed text that are counted, and whether
// the title contains them.
func stemsIn(data []byte) map[string]bool {
	found := map[string]bool{}
	vector, _ := text.Decode(data)
	for _, sentence := range vector.Sentences {
		for _, token := range vector.Tokens[sentence.First:sentence.Last] {
			if stem := text.English(vector.Vocabulary[token.Word()]); slices.Contains(stems, stem) {
				found[stem] = found[stem] || sentence.Field == 0
			}
		}
	}
	return found
}
