package view_test

import (
	"strings"
	"testing"

	"dossier/graph/view"
)

// TestRead checks that a view that is not valid is refused with its line.
func TestRead(t *testing.T) {
	for name, test := range map[string]struct{ data, problem string }{
		"valid":       {"- name: mine\n  title: Mine\n  sections:\n    - {of: scope, where: \"open state=active | overdue\"}\n", ""},
		"no list":     {"name: mine\n", "v.yaml:1: expected a list of views"},
		"broken":      {"- name: [\n", "v.yaml:"},
		"no sections": {"- name: mine\n  title: Mine\n", "v.yaml:1: expected a view with a name, a title and sections"},
		"twice": {"- {name: a, title: A, sections: [{of: scope}]}\n- {name: a, title: A, sections: [{of: scope}]}\n",
			`v.yaml:2: view "a" is there twice`},
		"an unknown key": {"- name: mine\n  colour: red\n", `v.yaml:2: unknown key "colour"; expected one of both, `},
		"an unknown step": {"- name: mine\n  title: Mine\n  sections:\n    - of: nowhere\n",
			`v.yaml:4: unknown step "nowhere"; expected one of about, `},
		"an unknown kind": {"- name: mine\n  title: Mine\n  sections:\n    - {of: scope, kinds: [ghost]}\n", "v.yaml:4: "},
		"an unknown order": {"- name: mine\n  title: Mine\n  sections:\n    - {of: scope, order: colour}\n",
			`unknown order "colour"; expected a condition or one of due, `},
		"an unknown where": {"- name: mine\n  title: Mine\n  sections:\n    - {of: scope, where: red}\n",
			`unknown condition "red"; expected one of begun, `},
		"days that are none": {"- name: mine\n  title: Mine\n  sections:\n    - {of: scope, where: due=soon}\n",
			`expected days such as due=14d; got "soon"`},
		"an unknown relation": {"- name: mine\n  title: Mine\n  sections:\n    - of: scope\n      beside: [{label: B, by: \">likes\"}]\n",
			`v.yaml:5: unknown relation ">likes"; expected one such as >depends_on or <blocks`},
		"a relation too short": {"- name: mine\n  title: Mine\n  sections:\n    - of: scope\n      beside: [{label: B, by: \"> x\"}]\n",
			`unknown relation ">"`},
		"a number as a text": {"- name: mine\n  title: Mine\n  sections:\n    - {of: scope, most: many}\n",
			"v.yaml:4: expected a value of type int; got many"},
		"less than nothing": {"- name: mine\n  title: Mine\n  sections:\n    - {of: scope, most: -1}\n", "share and most of at least 0"},
	} {
		_, err := view.Read("v.yaml", []byte(test.data))
		switch {
		case test.problem == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)):
			t.Errorf("%s: got %v, want %q", name, err, test.problem)
		}
	}
}

// TestReadOverviews checks that a list of the workspace that needs more than an entity and
// the time is refused.
func TestReadOverviews(t *testing.T) {
	const row = "{of: linked, heading: L, kinds: [task], most: 5, "
	for data, problem := range map[string]string{
		row + "where: open, order: state=review latest}":      "",
		row + "last: {where: over, order: latest}}":           "",
		row + "where: ready}":                                 `w.yaml:3: list "L" needs more than an entity and the time`,
		row + "order: links}":                                 `w.yaml:3: list "L" needs more`,
		row + "order: unowned}":                               `w.yaml:3: list "L" needs more`,
		row + "last: {order: links}}":                         `w.yaml:3: list "L" needs more`,
		row + "order: due late state kind}":                   "up to 3 orders",
		row + "says: 2}":                                      `unknown key "says"`,
		"{of: text, upto: .5}":                                "",
		"{of: all, heading: L, kinds: [task, risk], most: 5}": "one kind",
	} {
		_, err := view.ReadOverviews("w.yaml", []byte("- name: w\n  sections:\n    - "+data))
		switch {
		case problem == "" && err != nil:
			t.Errorf("%s: %v", data, err)
		case problem != "" && (err == nil || !strings.Contains(err.Error(), problem)):
			t.Errorf("%s: got %v, want %q", data, err, problem)
		}
	}
}
