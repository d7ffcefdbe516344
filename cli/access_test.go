package cli

import (
	"regexp"
	"strings"
	"testing"
)

var secrets = regexp.MustCompile(`dsr_[A-Z2-7]{26}`)

// TestAccess checks the outputs and exit statuses of commands for actors,
// members and keys.
func TestAccess(t *testing.T) {
	db := demoFile(t)
	for _, test := range []struct {
		args   string
		status int
		want   string // both outputs, or a part of a line of standard error
	}{
		{"actor add ann@example.org --name Ann --admin", 0, "Ann has the id ID\n"},
		{"actor add ann@example.org --kind agent", 0, "Ann has the id ID\n"},
		{"actor list", 0, "Ann\tagent\ttrue\tID\n"},
		{"actor add ann@example.org --no-admin", 0, "Ann has the id ID\n"},
		{"actor list", 0, "Ann\tagent\tfalse\tID\n"},
		{"member set airnet ann@example.org write", 0, "ann@example.org has access write\n"},
		{"member list airnet", 0, "Ann\twrite\tID\nlocal\tadmin\tID\n"},
		{"member list nowhere", 4, "no project with id nowhere"},
		{"member set airnet local read", 6, "another admin"},
		{"member remove airnet ann@example.org", 0, "ann@example.org had access write and has none\n"},
		{"member remove airnet ann@example.org", 4, "no member with id"},
		{"member list airnet --json", 0, "\"access\": \"ADMIN\""},
		{"key create --actor scout --project airnet --scope read,write --expires 90d --mutation-id k", 0,
			"SECRET\nkey ID of scout; it is not shown again\n"},
		{"key create --actor scout --project airnet --scope read,write --expires 90d --mutation-id k", 0,
			"key ID of scout was made before; its secret is not shown again\n"},
		{"key create --project nowhere", 4, "no project with id nowhere"},
		{"key list", 0, "scout\tscout\tread,write\tID\tuntil 2027-02-16\t-\tID\n"},
		{"key create --actor=", 2, "--actor: expected a text of at most 200 bytes that is not blank"},
		{"actor add \u200b", 2, "<actor>: expected a text of at most 200 bytes that is not blank"},
		{"member set airnet \u200b read", 2, "<actor>: expected a text of at most 200 bytes that is not blank"},
		{"key revoke airnet", 2, "<key>: expected a UUID"},
		{"actor list --server nowhere", 2, "--server: expected a URL"},
	} {
		ran := run(t, nil, append(strings.Fields(test.args), db)...)
		got := secrets.ReplaceAllString(uuids.ReplaceAllString(ran.out+ran.errOut, "ID"), "SECRET")
		if ran.status != test.status || ran.status == 0 && !strings.HasSuffix(test.args, "--json") && got != test.want ||
			!strings.Contains(got, test.want) {
			t.Errorf("%s: exit %d, %q, want %d, %q", test.args, ran.status, got, test.status, test.want)
		}
	}
	listed := strings.Fields(run(t, nil, "key", "list", db).out)
	id := listed[len(listed)-1]
	if ran := run(t, nil, "key", "revoke", id, db); ran.out != "revoked "+id+" scout\n" {
		t.Errorf("got %+v", ran)
	}
	if ran := run(t, nil, "key", "list", db); !strings.Contains(ran.out, "\trevoked\t") {
		t.Errorf("got %s", ran.out)
	}
}
