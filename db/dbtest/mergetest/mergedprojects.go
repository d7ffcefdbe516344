package mergetest

import (
	"cmp"
	"fmt"
	"strings"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/ndjson"
)

// A projectImport is an import of all that a source has of a project.
type projectImport struct {
	name    string // of the project, "P" if empty
	options ndjson.Options
	counts  ndjson.Counts
	want    string // the project after it, "" for any
}

// mergesOfProjects checks that a source changes a project only if it made it.
func mergesOfProjects(f *fixture.F) {
	guest := func(source string) ndjson.Options { return ndjson.Options{Source: source, Complete: true} }
	replacing, ours := guest("b"), guest("b")
	replacing.Replace, ours.OnConflict = true, graph.OursWins
	renamed := func(p *graph.Project) { p.Name, p.StateKey = "Ours", new("paused") }
	for about, test := range map[string]struct {
		made    ndjson.Options // of the import that makes the project
		here    func(p *graph.Project)
		deleted bool
		imports []projectImport
	}{
		"of another source": {guest("a"), renamed, false, []projectImport{
			{"Theirs", guest("b"), ndjson.Counts{Unchanged: 1}, "Ours paused D"},
			{"Other", guest("b"), ndjson.Counts{Unchanged: 1}, "Ours paused D"},
		}},
		"of an import of lines": {ndjson.Options{}, renamed, false,
			[]projectImport{{"Theirs", guest("b"), ndjson.Counts{Unchanged: 1}, "Ours paused D"}}},
		"nothing changed here": {guest("a"), nil, false, []projectImport{{"Theirs", guest("b"), ndjson.Counts{Unchanged: 1}, "P active D"}}},
		"replaced": {guest("a"), renamed, false,
			[]projectImport{{"Theirs", replacing, ndjson.Counts{Unchanged: 1}, "Ours paused D"}}},
		"ours": {guest("a"), renamed, false, []projectImport{{"Theirs", ours, ndjson.Counts{Unchanged: 1}, "Ours paused D"}}},
		"its own source": {guest("a"), nil, false, []projectImport{
			{"Theirs", guest("a"), ndjson.Counts{Updated: 1}, "Theirs active D"},
			{"Other", guest("b"), ndjson.Counts{Unchanged: 1}, "Theirs active D"},
		}},
		"its own source, as before": {guest("a"), renamed, false, []projectImport{{"P", guest("a"), ndjson.Counts{Kept: 1}, "Ours paused D"}}},
		"deleted here": {guest("a"), renamed, true, []projectImport{
			{"Theirs", guest("b"), ndjson.Counts{Revived: 1}, "Ours paused D"}, {"Other", guest("b"), ndjson.Counts{Unchanged: 1}, "Ours paused D"},
		}},
		"lines that say it": {guest("a"), nil, false, []projectImport{{"Theirs", ndjson.Options{},
			ndjson.Counts{Updated: 1, Conflicts: 1}, "Theirs active D"}}},
	} {
		id := "merged project " + about
		checkProject(f, about, id, &projectImport{options: test.made, counts: ndjson.Counts{Created: 1}})
		changeProject(f, id, func(p *graph.Project) { p.Description = new("D") })
		if test.here != nil {
			changeProject(f, id, test.here)
		}
		if test.deleted {
			f.Write(&graph.Batch{Deleted: []graph.Ref{{ID: graph.ID(id)}}})
		}
		for i := range test.imports {
			checkProject(f, fmt.Sprint(about, " ", i), id, &test.imports[i])
		}
	}
}

// changeProject changes a project here.
func changeProject(f *fixture.F, id string, change func(p *graph.Project)) {
	project := *f.Entity(f.Ann, graph.ID(id), graph.Full).(*graph.Project)
	change(&project)
	project.UpdatedAt = f.Now
	f.Write(&graph.Batch{Entities: []graph.Entity{&project}})
}

// checkProject imports the line of a project as a source writes it, and compares what
// comes of it.
func checkProject(f *fixture.F, about, id string, step *projectImport) {
	f.Helper()
	options := step.options
	if options.Source != "" {
		options.Source += " of " + id
	}
	line := fmt.Sprintf(`{"kind":"project","id":%q,"name":%q,"state_key":"active"}`, id, cmp.Or(step.name, "P"))
	report, err := ndjson.Import(f.Ann, f.Store, strings.NewReader(line), options)
	if err != nil {
		f.Fatalf("%s: %v", about, err)
	}
	if report.Counts != step.counts {
		f.Errorf("%s: counted %+v, want %+v; rejected %v", about, report.Counts, step.counts, report.Rejects)
	}
	if step.want == "" {
		return
	}
	project, is := f.Entity(f.Ann, graph.ID(id), graph.Full).(*graph.Project)
	if got := "none"; is {
		if got = strings.Join([]string{project.Name, graph.Or(project.StateKey, ""), graph.Or(project.Description, "")}, " "); got != step.want {
			f.Errorf("%s: the project is %q, want %q", about, got, step.want)
		}
	} else {
		f.Errorf("%s: the project is %s, want %q", about, got, step.want)
	}
}
