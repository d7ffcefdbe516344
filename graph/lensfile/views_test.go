package lensfile_test

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/lensfile"
	"dossier/graph/view"
	"dossier/problems"
)

const ownViews = `- name: releases
  kinds: [output]
- name: reading
  title: To read
  sections:
    - {of: scope, heading: Documents, kinds: [document]}
- name: next
  title: Do this
  sections: [{of: work, kinds: [task], where: ready}]
`

// TestReadViews reads lenses and views of one file: a new view, and one that replaces a
// built-in view.
func TestReadViews(t *testing.T) {
	read, found, err := lensfile.Read("own.yaml", []byte(ownViews))
	if err != nil || len(found) > 0 || len(read.Lenses) != len(lens.BuiltIn())+1 || len(read.Views) != len(view.BuiltIn())+1 {
		t.Fatalf("%d lenses, %d views, %v, %v", len(read.Lenses), len(read.Views), found, err)
	}
	if own := view.Named(read.Views, "reading"); own == nil || own.Title != "To read" || own.Sections[0].Kinds[0] != graph.KindDocument {
		t.Errorf("got %+v", own)
	}
	if next := view.Named(read.Views, "next"); next.Title != "Do this" || view.Named(view.BuiltIn(), "next").Title == "Do this" {
		t.Errorf("got %q, and %q is built in", next.Title, view.Named(view.BuiltIn(), "next").Title)
	}
}

// TestReadLeavesOutViews checks that a view that is not valid is refused with its line and
// spoils neither lenses nor other views.
func TestReadLeavesOutViews(t *testing.T) {
	for bad, want := range map[string]struct{ name, problem string }{
		"{name: bad, title: Bad}":                                {"bad", "own.yaml:10: expected a view with a name, a title and sections"},
		"{name: bad, title: Bad, sections: [{of: nowhere}]}":     {"bad", `own.yaml:10: unknown step "nowhere"; expected one of about, `},
		"{name: bad, title: Bad, colour: red}":                   {"bad", `own.yaml:10: unknown key "colour"; expected one of both, `},
		"{name: bad, title: Bad, sections: none}":                {"bad", "expected a list of sections"},
		"{title: Bad, sections: [{of: scope}]}":                  {"number 4", "own.yaml:10: expected a view with a name, "},
		"{name: Big View, title: Big, sections: [{of: scope}]}":  {"Big View", "own.yaml:10: expected a name of at most 40 letters"},
		"{name: reading, title: Again, sections: [{of: scope}]}": {"reading", `own.yaml:10: view "reading" is already defined on line 3`},
	} {
		read, found, err := lensfile.Read("own.yaml", []byte(ownViews+"- "+bad+"\n- {name: last, title: Last, sections: [{of: scope}]}\n"))
		cause := found[problems.LeftOut("view", want.name)]
		if err != nil || len(found) != 1 || cause == nil || !strings.Contains(cause.Error(), want.problem) {
			t.Errorf("%s: %v, %v; want %s", bad, found, err, want.problem)
		}
		if len(read.Lenses) != len(lens.BuiltIn())+1 || len(read.Views) != len(view.BuiltIn())+2 {
			t.Errorf("%s: %d lenses, %d views", bad, len(read.Lenses), len(read.Views))
		}
	}
}
