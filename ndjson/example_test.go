package ndjson_test

import (
	"fmt"
	"os"
	"strings"

	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/ndjson"
)

func Example() {
	store, err := sqlite.Open(actor, sqlite.Memory, sqlstore.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	report, err := ndjson.Import(actor, store, strings.NewReader(`
{"kind":"project","id":"bridge","name":"Bridge","created_at":"2026-01-01","updated_at":"2026-01-02"}
{"kind":"task","id":"dig","project_id":"bridge","title":"Dig","state_key":"digging"}
`), ndjson.Options{OnError: ndjson.Skip})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, reject := range report.Rejects {
		fmt.Printf("line %d: %s: %s\n", reject.Line, reject.Field, reject.Reason)
	}
	if err := ndjson.Export(actor, store, nil, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 3: state_key: "digging" is not known for a task; expected one of todo, in_progress, blocked, done, cancelled
	// {"kind":"project","id":"bridge","state_key":"planning","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-02T00:00:00Z","name":"Bridge","is_public":false}
}
