package routes_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/auth"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/history"
	"dossier/graph/query"
	"dossier/ndjson"
	"dossier/resolvers"
	"dossier/routes"
)

// newImport returns an import handler limited to 2,000 bytes, over an empty store.
func newImport(t *testing.T) (http.Handler, *storetest.Store) {
	t.Helper()
	store := storetest.Open(t)
	service := query.New(store, query.Options{Now: storetest.Now})
	return routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 7600, Log: slog.New(slog.DiscardHandler),
		Imports: routes.Imports{Store: store, MaxBytes: 2000},
	}), store
}

func post(handler http.Handler, path, media, body string) (status int, answer string) {
	recorder := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", media)
	handler.ServeHTTP(recorder, request)
	return recorder.Code, recorder.Body.String()
}

const shed = `{"kind":"project","id":"shed","name":"Shed"}` + "\n"

// TestImportOfFormats imports a table, and again after it changed.
func TestImportOfFormats(t *testing.T) {
	handler, _ := newImport(t)
	const path = "/import?from=csv&project=Our+shop&file=plan.csv"
	for _, test := range []struct{ table, want string }{
		{"Nr;Titel;Fällig;Status\n1;Lüftung;31.01.2026;offen\n2;Theke;;erledigt\n", `"created":5`},
		{"Nr;Titel;Fällig;Status\n1;Lüftung;31.01.2026;offen\n2;Theke;;erledigt\n", `"unchanged":5`},
		{"Nr;Titel;Fällig;Status\n1;Lüftung;;offen\n2;Theke;;erledigt\n", `"updated":1,"unchanged":4`},
		{"Nr;Titel;Fällig;Status\n1;Lüftung;bald;offen\n2;Theke;;erledigt\n", `"notes":["plan.csv:2: warned: due_at`},
	} {
		if status, body := post(handler, path, "text/csv; charset=utf-8", test.table); status != 200 || !strings.Contains(body, test.want) {
			t.Errorf("%q: got %d %s; expected %s", test.table, status, body, test.want)
		}
	}
}

// TestImportOfFormatsKeepsProjects imports tables into a project that is there, which is
// named in different ways: only its tasks are added.
func TestImportOfFormatsKeepsProjects(t *testing.T) {
	handler, store := newImport(t)
	store.Load(t, `{"kind":"project","id":"shed","name":"The old shed","state_key":"paused","description":"Of wood"}`+"\n")
	for i, name := range []string{"shed", "The old shed", "the OLD shed", graph.ID("shed"), graph.ID("shed")[:8]} {
		path := fmt.Sprintf("/import?from=csv&file=%d.csv&project=%s", i, url.QueryEscape(name))
		if status, body := post(handler, path, "text/csv", fmt.Sprintf("id,title\n%d,T\n", i+1)); status != 200 ||
			!strings.Contains(body, `"created":{"edge":1,"task":1}`) {
			t.Errorf("%s: got %d %s", name, status, body)
		}
	}
	projects, err := store.Projects(storetest.Context())
	if err != nil || len(projects) != 1 || projects[0].Name != "The old shed" || graph.Or(projects[0].StateKey, "") != "paused" ||
		graph.Or(projects[0].Description, "") != "Of wood" {
		t.Errorf("got %+v, %v", projects, err)
	}
}

// zipped returns an archive of files, whose names and contents alternate.
func zipped(t *testing.T, files ...string) string {
	t.Helper()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for pair := range slices.Chunk(files, 2) {
		file, err := w.Create(pair[0])
		if err == nil {
			_, err = io.WriteString(file, pair[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.String()
}

// TestImportOfArchives imports folders, whose formats are found, and sends archives that
// are refused.
func TestImportOfArchives(t *testing.T) {
	handler, store := newImport(t)
	notes := []string{"a.md", "# A\n\nSee [[b]].\n", "sub/b.md", "# B\n\nText\n", ".git/config", "[core]\n", "node_modules/x/readme.md",
		"# X\n"}
	for _, test := range []struct {
		path, archive string
		status        int
		want          string
	}{
		{"/import?project=P&dryRun=true", zipped(t, notes...), 200, `"document":2`},
		{"/import?project=P&dryRun=true", zipped(t, "plan.csv", "id,title\n1,A\n"), 200, `"task":1`},
		{"/import?project=P&dryRun=true", zipped(t, append(notes, ".beads/issues.jsonl", `{"id":"b-1","title":"T","status":"open"}`)...),
			200, `"others":["markdown"]`},
		{"/import?project=P&dryRun=true&from=markdown", zipped(t, append(notes, ".beads/issues.jsonl", `{"id":"b-1","title":"T"}`)...), 200,
			`"document":2`},
		{"/import?project=P", zipped(t, "x.bin", "\x00"), 400, `nothing in it is of a known format; expected an archive with one of beads`},
		{"/import?project=P", zipped(t), 400, `nothing in it is of a known format`},
		{"/import?project=P", zipped(t, "../a.md", "# A\n"), 400, `expected names of files below the archive's folder; got \"../a.md\"`},
		{"/import?project=P", zipped(t, "/a.md", "# A\n"), 400, `below the archive's folder`},
		{"/import?project=P", zipped(t, "a.md", strings.Repeat("a", 1990), "b.md", strings.Repeat("b", 20)), 413,
			`more bytes than an import may have`},
		{"/import?project=P", "no archive", 400, `body: expected an archive`},
		{"/import?project=P", zipped(t, notes...)[:300], 400, `body: expected an archive`},
		{"/import?project=P&file=a.md", zipped(t, notes...), 400, `file: expected none for an archive`},
		{"/import", zipped(t, notes...), 400, `project: expected the name of the project`},
		{"/import?from=excel&project=P", zipped(t, notes...), 400, `from: unknown format`},
	} {
		if status, body := post(handler, test.path, "application/zip", test.archive); status != test.status ||
			!strings.Contains(body, test.want) {
			t.Errorf("%s: got %d %s; expected %d %s", test.path, status, body, test.status, test.want)
		}
	}
	if revisions, err := store.Revisions(storetest.Context(), nil); len(revisions) > 0 || err != nil {
		t.Fatalf("previews and refused archives wrote %v, %v", revisions, err)
	}
	for _, want := range []string{`"created":6`, `"unchanged":6`} {
		if status, body := post(handler, "/import?project=P", "application/zip", zipped(t, notes...)); status != 200 ||
			!strings.Contains(body, want) {
			t.Errorf("got %d %s; expected %s", status, body, want)
		}
	}
}

// TestImport imports a file, also with dryRun, and sends invalid requests.
func TestImport(t *testing.T) {
	handler, store := newImport(t)
	const ndjsonType = "application/x-ndjson"
	bad := shed + strings.Repeat(`{"kind":"task","id":"x","project_id":"shed","state_key":"lost"}`+"\n", 15)
	for _, test := range []struct {
		path, media, body string
		status            int
		want              string
	}{
		{"/import?dryRun=true", ndjsonType, shed, 200, `"written":null`},
		{"/import", "text/plain", shed, 400, `expected application/x-ndjson`},
		{"/import?onError=ask", ndjsonType, shed, 400, `onError: expected stop or skip`},
		{"/import?dry-run=true", ndjsonType, shed, 400,
			`expected some of onError, dryRun, relatesTo, uncheckedRecords, source, complete, onConflict, replace, prune, force, ` +
				`clientMutationId, from, file, project; got \"dry-run\"`},
		{"/import?dryRun=perhaps", ndjsonType, shed, 400, `dryRun: expected true or false`},
		{"/import", ndjsonType, strings.Repeat(shed, 100), 413, `expected an import of at most 2000 bytes`},
		{"/import", ndjsonType, "\x1f\x8bno", 400, `BAD_USER_INPUT`},
		{"/import", ndjsonType, bad, 422, `"rejected":15`},
		{"/import?onConflict=mine", ndjsonType, shed, 400, `onConflict: expected source, ours or stop`},
		{"/import?prune=yes!", ndjsonType, shed, 400, `prune: expected true or false`},
		{"/import?from=excel&project=P", ndjsonType, shed, 400, `from: unknown format \"excel\"; expected one of beads`},
		{"/import?from=csv", "text/csv", shed, 400, `project: expected the name of the project`},
		{"/import?file=a.csv", ndjsonType, shed, 400, `from: expected a format`},
		{"/import?from=csv&project=P&file=../a.csv", "text/csv", shed, 400, `file: expected the name of a file without folders`},
		{"/import?from=csv&project=P", "text/plain", "id,title\n1,A\n", 400, `Content-Type`},
		{"/import?from=beads&project=P", "application/json", "{no", 400, `nothing could be read: issues.jsonl:1: not JSON`},
		{"/import?from=jira&project=P", "application/json", `{"a":1}`, 400, `nothing could be read: export.json`},
		{"/import?from=csv&project=P&dryRun=true", "text/csv", "id,title\n1,A\n", 200, `"task":1`},
	} {
		status, body := post(handler, test.path, test.media, test.body)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s %.40q: got %d %s; expected %d %s", test.path, test.body, status, body, test.status, test.want)
		}
	}
	if revisions, err := store.Revisions(storetest.Context(), nil); len(revisions) > 0 || err != nil {
		t.Fatalf("refused imports wrote %v, %v", revisions, err)
	}
	status, body := post(handler, "/import?onError=skip", ndjsonType+"; charset=utf-8", bad)
	var report ndjson.Report
	lines := strings.SplitAfter(body, "\n")
	if err := json.Unmarshal([]byte(lines[0]), &report); err != nil || status != 200 || report.Rejected != 15 ||
		report.Written.Created[graph.KindProject] != 1 || !report.Spilled {
		t.Errorf("got %d %+v, %v", status, report, err)
	}
	if len(lines) != 1+15+1 || !strings.Contains(lines[15], `"line":16`) {
		t.Errorf("got %d lines:\n%s", len(lines), body)
	}
}

// TestImportIsRetried repeats an import whose answer was lost: by its name it is
// applied once.
func TestImportIsRetried(t *testing.T) {
	handler, _ := newImport(t)
	const path, media = "/import?clientMutationId=one", "application/x-ndjson"
	for range 2 {
		if status, body := post(handler, path, media, shed); status != 200 ||
			!strings.Contains(body, `"counts":{"created":1,"updated":0,"unchanged":0`) {
			t.Errorf("got %d %s; expected the report of the first", status, body)
		}
	}
	for _, other := range []struct{ path, body string }{{path, shed + "\n"}, {path + "&replace=true", shed}} {
		if status, body := post(handler, other.path, media, other.body); status != 400 ||
			!strings.Contains(body, "clientMutationId: \\\"one\\\" was used for another input") {
			t.Errorf("%s: got %d %s; expected 400", other.path, status, body)
		}
	}
	if status, body := post(handler, "/import", media, shed); status != 200 || !strings.Contains(body, `"unchanged":1,"kept":0`) {
		t.Errorf("without a name: got %d %s", status, body)
	}
}

// TestImportOfOthers checks that imports are refused to actors that do not
// administer the deployment, and to keys.
func TestImportOfOthers(t *testing.T) {
	store := storetest.Open(t)
	authenticator, err := auth.New(t.Context(), store, auth.Options{Token: secret, Now: storetest.Now})
	if err != nil {
		t.Fatal(err)
	}
	key := graph.APIKey{ID: graph.ID("key"), Name: "key", Actor: graph.LocalActor, CreatedBy: graph.LocalActor.ID, CreatedAt: storetest.Now(),
		Scopes: []graph.Scope{graph.ScopeRead, graph.ScopeWrite}}
	if err := store.SaveKey(storetest.Context(), &key, access.Hash(access.KeyPrefix+"key")); err != nil {
		t.Fatal(err)
	}
	service, denied := query.New(store, query.Options{Now: storetest.Now}), 0
	handler := routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, Log: slog.New(slog.DiscardHandler), Imports: routes.Imports{Store: store, MaxBytes: 2000},
		Access: routes.Access{Auth: authenticator, Denied: func(context.Context, history.AuditEntry) { denied++ }},
	})
	for bearer, want := range map[string]int{"": 401, "wrong": 401, access.KeyPrefix + "key": 403, secret: 200} {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodPost, "http://dossier.example/import", strings.NewReader(shed))
		request.Header.Set("Content-Type", "application/x-ndjson")
		request.Header.Set("Authorization", "Bearer "+bearer)
		handler.ServeHTTP(recorder, request)
		if recorder.Code != want {
			t.Errorf("with %q: got %d %s, expected %d", bearer, recorder.Code, recorder.Body, want)
		}
	}
	if denied != 3 {
		t.Errorf("%d denials were noted, expected 3", denied)
	}
}
