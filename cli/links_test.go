package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAllLinks checks that --full --json prints the links of all pages.
func TestAllLinks(t *testing.T) {
	const tasks = 2*linksPage + 1
	lines := `{"kind":"project","id":"big","name":"Big <1>"}` + "\n"
	for i := range tasks {
		lines += fmt.Sprintf(`{"kind":"task","id":"t%d","project_id":"big","title":"A & %d"}`+"\n", i, i)
		lines += fmt.Sprintf(`{"kind":"edge","rel":"has_task","src_id":"big","dst_id":"t%d"}`+"\n", i)
	}
	folder := t.TempDir()
	file, db := filepath.Join(folder, "big.ndjson"), "--db=sqlite:"+filepath.Join(folder, "big.db")
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "import", file, db); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	got := run(t, nil, "links", "big", "--full", "--json", db)
	var answer linksAnswer
	if err := json.Unmarshal([]byte(got.out), &answer); err != nil {
		t.Fatal(err, got.errOut)
	}
	links := answer.LinkedEntities
	if links.Total != tasks || links.Truncated || len(links.Groups) != 1 || len(links.Groups[0].Items) != tasks {
		t.Errorf("got %d links, truncated %t, %d groups", links.Total, links.Truncated, len(links.Groups))
	}
	seen := map[string]bool{}
	for _, item := range links.Groups[0].Items {
		seen[string(item)] = true
	}
	if len(seen) != tasks || !strings.Contains(links.Text, "Big") || !strings.Contains(got.out, `"A & 400"`) {
		t.Errorf("got %d different links, text of %d bytes", len(seen), len(links.Text))
	}
}

// TestLinksOfOneDirection checks that --direction limits the links, and that names
// of relations as seen from their target are refused with the flag.
func TestLinksOfOneDirection(t *testing.T) {
	folder := t.TempDir()
	file, db := filepath.Join(folder, "two.ndjson"), "--db=sqlite:"+filepath.Join(folder, "two.db")
	lines := `{"kind":"project","id":"p","name":"P"}
{"kind":"task","id":"before","project_id":"p","title":"Before"}
{"kind":"task","id":"it","project_id":"p","title":"It"}
{"kind":"task","id":"after","project_id":"p","title":"After"}
{"kind":"edge","rel":"blocks","src_id":"before","dst_id":"it"}
{"kind":"edge","rel":"blocks","src_id":"it","dst_id":"after"}
`
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "import", file, db); got.status != 0 {
		t.Fatalf("import: %+v", got)
	}
	for direction, want := range map[string]string{"incoming": "\tblocked by\tBefore\n", "outgoing": "\tblocks\tAfter\n"} {
		got := run(t, nil, "links", "it", "--relations=blocks", "--direction="+direction, db)
		if strings.Count(got.out, "\n") != 1 || !strings.Contains(got.out, want) {
			t.Errorf("%s: got %+v", direction, got)
		}
	}
	got := run(t, nil, "links", "it", "--relations=blocked_by", db)
	if want := "--relations: blocked_by is blocks from its other end; expected blocks with the direction incoming"; got.status != 2 ||
		!strings.Contains(got.errOut, want) {
		t.Errorf("got %+v", got)
	}
}
