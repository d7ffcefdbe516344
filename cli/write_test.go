package cli

import (
	"regexp"
	"strings"
	"testing"
)

var uuids = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// TestWriting checks the outputs and exit statuses of commands that write.
func TestWriting(t *testing.T) {
	db := demoFile(t)
	for _, test := range []struct {
		args   string
		status int
		want   string // standard output, or a part of a line of standard error
	}{
		{"create task project=airnet id=salt title=Salt due=2026-12-01 priority=1 props={\"owner\":\"Ada\"}", 0, "created task ID Salt\n"},
		{"create task project=airnet id=salt title=Salt", 6, "id: expected an unused id; got that of a task: update or restore it instead"},
		{"set salt state=done due=", 0, "updated task ID Salt\n"},
		{"set salt state=done", 0, "unchanged task ID Salt\n"},
		{"set salt state=salted", 2, `state: expected one of TODO, IN_PROGRESS, BLOCKED, DONE, CANCELLED; got "SALTED"`},
		{"set salt title=X --if-updated-at 2020-01-01T00:00:00Z", 6, "read it again"},
		{"set salt colour=red", 2,
			`a task has no field "colour" that can be set here; expected one of type, state, props, title, `},
		{"set salt priority=high", 2, "priority: expected a number, true, false or JSON"},
		{"set salt title", 2, "expected FIELD=VALUE"},
		{"set nothing title=X", 4, "no entity with id nothing"},
		{"link salt part_of airnet", 0, "linked edge ID\n"},
		{"link airnet contains salt", 0, "unchanged edge ID\n"},
		{"link airnet salts salt", 2, "unknown relation"},
		{"unlink airnet contains salt", 0, "unlinked edge ID\n"},
		{"ls tasks --project airnet --text salt", 0, "2e7143f3\tdone\tSalt\n"},
		{"ls tickets", 2, "unknown kind"},
		{"set salt title=\x1b[2JSa\u202elt", 0, "updated task ID [2JSalt\n"},
		{"ls tasks --project airnet --text lt --state done", 0, "2e7143f3\tdone\t[2JSalt\n"},
		{"set salt title=Salt", 0, "updated task ID Salt\n"},
		{"rm salt --mutation-id m1", 0, "deleted ID\n"},
		{"rm salt --mutation-id m1", 0, "deleted ID\n"},
		{"restore salt", 0, "restored task ID Salt\n"},
		{"query {tasks(filter:{text:\"salt\"}){totalCount}}", 0, "{\n  \"tasks\": {\n    \"totalCount\": 1\n  }\n}\n"},
		{"query query($f:TaskFilter){tasks(filter:$f){totalCount}} -v f={\"text\":\"salt\"}", 0,
			"{\n  \"tasks\": {\n    \"totalCount\": 1\n  }\n}\n"},
		{"ls tasks --server nowhere", 2, "--server: expected a URL"},
	} {
		ran := run(t, nil, append(strings.Fields(test.args), db)...)
		got := uuids.ReplaceAllString(ran.out+ran.errOut, "ID")
		if ran.status != test.status || ran.status == 0 && got != test.want || !strings.Contains(got, test.want) {
			t.Errorf("%s: exit %d, %s, want %d, %s", test.args, ran.status, got, test.status, test.want)
		}
	}
}
