package cli

import (
	"strings"
	"testing"
)

// TestRefused checks the exit status of wrong arguments, and that the error
// names them as the user typed them.
func TestRefused(t *testing.T) {
	db := demoFile(t)
	for command, want := range map[string]string{
		"create ticket project=airnet title=x":           "<kind>: unknown kind",
		"create task title=x":                            "project: is missing",
		"create task project=airnet":                     "title: is missing",
		"create tasks project=airnet title=":             "title: is null",
		"create task project=nowhere title=x":            `project: "nowhere" names no entity`,
		"create task project=airnet title=x title=y":     "<fields>: title is given twice",
		"create task project=airnet title=x priority=9":  "priority: 9 is out of range",
		"create risk project=airnet title=x impact=huge": "impact: expected one of LOW, MEDIUM, HIGH, CRITICAL",
		"set shoplane/task/offline-queue due=always":     `due: expected a time`,
		"set shoplane/task/offline-queue due=2026-13-01": `due: expected a time in RFC 3339, such as 2026-11-30T09:00:00Z, or a ` +
			`date such as 2026-11-30; got "2026-13-01"`,
		"set shoplane/task/offline-queue project=airnet":               `<fields>: a task has no field "project" that can be set here`,
		"set shoplane/task/offline-queue id=other":                     `<fields>: a task has no field "id" that can be set here`,
		"set shoplane/task/offline-queue title=x --if-updated-at=noon": "--if-updated-at: expected a time",
		"search -queue": `unknown flag -q, did you mean one of "-h", "-o"?; words that begin with - come after --, ` +
			`as in dossier search -- "-word"; see dossier search --help`,
		"search queue --limit":                   `unknown flag --limit, did you mean "--first"?; see dossier search --help`,
		"ls tasks --limit":                       "unknown flag --limit",
		"search queue --first":                   "--first: expected a value after it; got none; see dossier search --help",
		"search queue --first many":              `--first: expected a whole number; got "many"; see dossier search --help`,
		"context queue --ranking best":           `--ranking: expected one of "relevance","classic"; got "best"; see dossier context --help`,
		"import --on-error ask":                  `--on-error: expected one of "stop","skip"; got "ask"; see dossier import --help`,
		"serve --timeout soon":                   `--timeout: expected a duration such as 10s or 2m; got "soon"; see dossier serve --help`,
		"set shoplane":                           `expected "<fields> ..."; see dossier set --help`,
		"ls tasks --state finished":              `--state: "finished" is not known for a task; expected one of todo, in_progress`,
		"entity \u200b":                          "the name of the entity is blank; expected a UUID",
		"ls tasks --project nowhere":             "--project: no project with id nowhere",
		"ls projects --project airnet":           "--project: projects are in no project",
		"query missing.graphql":                  "<document>: expected a GraphQL document such as",
		"query {nope}":                           `line 1, column 2: Cannot query field "nope"`,
		"query {tasks(first:900){totalCount}}":   "first: 900 is out of range",
		"query query($id:ID!){node(id:$id){id}}": "id: is missing; expected ID",
		"link airnet has_task nobody":            "<dst>: no entity with id nobody",
		"rm nobody":                              "<id>: no entity with id nobody",
		"member remove airnet nobody":            "no member with id nobody",
		"record-type save nofile":                "<file>: no such file",
		"context --id=nobody --project=nowhere":  "no project with id nowhere",
		"entity shoplane --as-of tomorrow":       "--as-of: expected a time",
	} {
		got := run(t, nil, append(strings.Fields(command), db)...)
		if got.status != 2 && got.status != 4 || !strings.HasPrefix(got.errOut, "dossier: "+want) {
			t.Errorf("%s: status %d, %s", command, got.status, got.errOut)
		}
	}
}

// TestWarnings checks that the warning about an unknown id is printed.
func TestWarnings(t *testing.T) {
	got := run(t, nil, "context", "fog", "--known=00000000-0000-4000-8000-000000000000", demoFile(t))
	if want := "KNOWN_UNKNOWN: known: no entity with id 00000000-0000-4000-8000-000000000000"; !strings.HasPrefix(got.errOut, want) {
		t.Errorf("got %s, want %s", got.errOut, want)
	}
}
