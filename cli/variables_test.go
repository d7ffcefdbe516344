package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingIsChangedSilently gives arguments that decoding would change, and
// texts that kong shows in errors as they are declared.
func TestNothingIsChangedSilently(t *testing.T) {
	db := demoFile(t)
	latin := filepath.Join(t.TempDir(), "latin")
	if err := os.WriteFile(latin, []byte("caf\xe9"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"context|a\xffb":                   `dossier: the argument "a\xffb" is not UTF-8; expected text in this encoding` + "\n",
		"set|airnet|description=@" + latin: "dossier: description: has a text that is not UTF-8",
		`set|airnet|props={"a":1,"a":2}`:   `dossier: props: has the key "a" twice in an object`,
		`set|airnet|props={"a":"\ud83d"}`:  "dossier: props: has half of a surrogate pair",
		`query|query ($ids: [ID!]!) { entities(ids: $ids) { id } }|-v|ids=["\ud83d"]`: "dossier: ids: has half of a surrogate pair",
		`query|{ search(query: "\ud83d") { total } }`: "dossier: line 1, column " +
			"18: The text has half of a surrogate pair",
		"links|airnet|--direction=up": `dossier: --direction: expected one of "outgoing","incoming"; got "up"`,
		"actor|add|x|--kind=robot":    `dossier: --kind: expected one of "person","agent"; got "robot"`,
		"record-type|rm|person":       "dossier: the record type",
	} {
		got := run(t, nil, append(strings.Split(args, "|"), db)...)
		if got.status != 2 || !strings.HasPrefix(got.errOut, want) {
			t.Errorf("%s: got %+v, want %s", args, got, want)
		}
	}
}

// TestPartOfAnAnswer prints the root fields beside one with an error.
func TestPartOfAnAnswer(t *testing.T) {
	got := run(t, nil, "query", `{ entity(id: "x") { id } lenses { name } }`, demoFile(t))
	if got.status != 2 || !strings.Contains(got.out, `"entity": null`) || !strings.Contains(got.out, "general") ||
		!strings.Contains(got.errOut, "id: expected a UUID") {
		t.Errorf("got %+v", got)
	}
}
