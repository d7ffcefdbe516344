package lensfile_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/lensfile"
	"dossier/problems"
)

const releases = `# what a release note needs
- name: releases
  description: >
    What was made, and for what.
  relations:
    produces: 2.5
    implemented_by: 0
  kinds: [output, Task]
  fields:
    - state
    - dates
  depth: 1
- name: coding
  relations: [blocks]
  fields: []
`

// TestRead reads a new lens, and one that replaces a built-in lens.
func TestRead(t *testing.T) {
	source := strings.Replace(releases, "implemented_by", graph.Synonyms[0].Name, 1)
	read, _, err := lensfile.Read("own.yaml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range read.Lenses {
		names = append(names, l.Name)
	}
	if got := strings.Join(names, " "); got != "general writing coding planning meeting-prep releases" {
		t.Error(got)
	}
	own, coding := read.Lenses[5], read.Lenses[2]
	want := fmt.Sprintf("What was made, and for what. [produces %s] [output task] [state dates] 1", graph.Synonyms[0].For)
	if got := fmt.Sprint(own.Description, " ", own.Relations, " ", own.Kinds, " ", own.Fields, " ", own.Depth); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fmt.Sprint(coding.Relations, coding.Kinds, coding.Fields, coding.Depth); got != "[blocks] [] [] 2" {
		t.Error(got)
	}
	if !slices.Contains(lens.BuiltIn()[2].Kinds, graph.KindDecision) {
		t.Error("the built-in lens was changed")
	}
}

func TestReadOfNothing(t *testing.T) {
	for _, source := range []string{"", "# nothing yet\n", "[]"} {
		if read, _, err := lensfile.Read("own.yaml", []byte(source)); err != nil || len(read.Lenses) != len(lens.BuiltIn()) {
			t.Errorf("%q: %d lenses, %v", source, len(read.Lenses), err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"lenses: 1", "1: expected a list of lenses; got lenses: 1"},
		{"- name: a\n- general", "2: expected a lens with name and description; got general"},
		{"- name: a\n  kind: [task]", `2: unknown key "kind"; expected one of depth, description, fields, kinds, name, relations`},
		{"- description: no name", "1: expected a name; got none"},
		{"- name: a\n- name: b\n- name: a", `3: lens "a" is already defined on line 1`},
		{"- name: Big Picture", `1: expected at most 40 letters a-z, digits and single hyphens, a letter first; got Big Picture`},
		{"- name: 7", "1: expected a string; got 7"},
		{"- name: a\n  kinds:\n  - task\n  - epic", `4: kinds: unknown kind "epic"; expected one of project, `},
		{"- name: a\n  kinds: task", "2: expected a list; got task"},
		{"- name: a\n  relations:\n    blokcs: 2", `3: rel: unknown relation "blokcs"; the nearest known one is "blocks"`},
		{"- name: a\n  relations: [blocks, blocks]", "2: relation blocks is given twice"},
		{"- name: a\n  relations:\n    blocks: 10.5", "3: 10.5 is out of range; expected 0 to 10"},
		{"- name: a\n  relations:\n    blocks: .nan", "3: .nan is out of range; expected 0 to 10"},
		{"- name: a\n  relations:\n    blocks: much", "3: much is out of range; expected 0 to 10"},
		{"- name: a\n  fields: [state, colour]", `2: unknown field "colour"; expected one of state, priority, impact, dates, progress, owner`},
		{"- name: a\n  depth: 6", "2: 6 is out of range; expected 0 to 5"},
		{"- name: a\n  depth: 1.5", "2: expected a whole number; got 1.5"},
		{"- name: a\n  name: b", "2: "},
		{"- name: [", "1: "},
		{"- name: a\n  depth: [1", "2: "},
	} {
		_, found, err := lensfile.Read("own.yaml", []byte(test.source))
		if len(found) == 1 {
			err = slices.Collect(maps.Values(found))[0]
		}
		known := (*graph.Error)(nil)
		if !errors.As(err, &known) || known.Code != graph.CodeBadUserInput || !strings.HasPrefix(known.Error(), "own.yaml:"+test.want) {
			t.Errorf("%q: %v, want %s", test.source, err, test.want)
		}
	}
}

// TestReadLeavesOut checks that a lens that is not as it should be spoils no other.
func TestReadLeavesOut(t *testing.T) {
	for bad, name := range map[string]string{
		"general": "number 2", "name: Big": "Big", "{name: bad, kinds: [epic]}": "bad", "{name: bad, depth: 9}": "bad",
		"{name: bad, lens: x}": "bad", "{kinds: [task]}": "number 2", "{name: first}": "first", "[a]": "number 2",
		"{name: bad, relations: {blokcs: 1}}": "bad",
	} {
		read, found, err := lensfile.Read("own.yaml", []byte("- name: first\n- "+bad+"\n- name: last\n"))
		if err != nil || len(found) != 1 || found[problems.LeftOut("lens", name)] == nil || len(read.Lenses) != len(lens.BuiltIn())+2 {
			t.Errorf("%s: %d lenses, %v, %v", bad, len(read.Lenses), found, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(releases)
	f.Add("- &a {name: a, relations: *a}\n- ? [x]\n  : !!str 1\n---\n- name: |\n    b")
	f.Fuzz(func(t *testing.T, source string) {
		read, _, err := lensfile.Read("own.yaml", []byte(source))
		if err != nil && graph.CodeOf(err) != graph.CodeBadUserInput || err == nil && len(read.Lenses) < len(lens.BuiltIn()) {
			t.Errorf("%d lenses, %v", len(read.Lenses), err)
		}
	})
}
