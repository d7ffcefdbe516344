package postgres_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"dossier/db/managed/managedtest"
	"dossier/db/postgres"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// A hit is a row that onto_search_entities returns.
type hit struct {
	Kind, ID, ProjectID, ProjectName, Title, Snippet string
	Score                                            float64
}

// A searched is a database with entities, and a connection for searching it.
type searched struct {
	testing.TB
	store      *sqlstore.Store
	connection *pgx.Conn
}

func newSearched(t testing.TB) *searched {
	address := databases.Database(t)
	return &searched{t, open(t, address, sqlstore.Options{}), connected(t, address)}
}

func connected(t testing.TB, address string) *pgx.Conn {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close(context.Background()) })
	return connection
}

func (s *searched) write(actor string, batch graph.Batch) {
	s.Helper()
	if _, err := s.store.Write(graph.WithActor(s.Context(), graph.Actor{ID: graph.ID(actor)}), &batch); err != nil {
		s.Fatal(err)
	}
}

func (s *searched) execute(sql string, args ...any) {
	s.Helper()
	if _, err := s.connection.Exec(s.Context(), sql, args...); err != nil {
		s.Fatalf("%s: %v", sql, err)
	}
}

// search calls onto_search_entities for an actor. more are the arguments after
// the query.
func (s *searched) search(actor, query string, more ...any) ([]hit, error) {
	args := append([]any{graph.ID(actor), query}, more...)
	for len(args) < 5 {
		args = append(args, nil)
	}
	rows, _ := s.connection.Query(s.Context(), `SELECT kind, id::text, project_id::text, project_name, title, snippet, score
		FROM onto_search_entities($1, $2, $3, $4, $5)`, args...)
	return pgx.CollectRows(rows, pgx.RowToStructByPos[hit])
}

// want checks the titles of the hits, in order, and returns the hits.
func (s *searched) want(actor, query, titles string, more ...any) []hit {
	s.Helper()
	hits, err := s.search(actor, query, more...)
	if err != nil {
		s.Fatalf("%q: %v", query, err)
	}
	var found []string
	for _, hit := range hits {
		found = append(found, hit.Title)
	}
	if got := strings.Join(found, ", "); got != titles {
		s.Errorf("%q: got %q, want %q", query, got, titles)
	}
	return hits
}

func project(name string) *graph.Project {
	p := &graph.Project{Name: name}
	p.ID, p.Kind = graph.ID(name), graph.KindProject
	return p
}

func task(projectName, title, description string) *graph.Task {
	t := &graph.Task{Title: title, Description: &description}
	t.ID, t.Kind, t.ProjectID = graph.ID(projectName+title), graph.KindTask, graph.ID(projectName)
	return t
}

func document(projectName, title, content string) *graph.Document {
	d := &graph.Document{Title: title, Content: &content}
	d.ID, d.Kind, d.ProjectID = graph.ID(projectName+title), graph.KindDocument, graph.ID(projectName)
	return d
}

func TestSearchIsLimitedToReadableProjects(t *testing.T) {
	s := newSearched(t)
	public := project("open")
	public.IsPublic = true
	for _, p := range []*graph.Project{project("hers"), project("shared"), project("gone"), public} {
		s.write("ann", graph.Batch{Entities: []graph.Entity{p, task(p.Name, p.Name+" rocket", "")}})
	}
	ann := graph.WithActor(t.Context(), graph.Actor{ID: graph.ID("ann")})
	if err := s.store.Grant(ann, graph.ID("shared"), graph.ID("bob"), graph.AccessRead); err != nil {
		t.Fatal(err)
	}
	s.write("ann", graph.Batch{Deleted: []graph.Ref{{Kind: graph.KindProject, ID: graph.ID("gone")}}})

	s.want("ann", "rocket", "hers rocket, open rocket, shared rocket")
	s.want("bob", "rocket", "open rocket, shared rocket")
	s.want("bob", "rocket", "", graph.ID("hers"))
	s.want("bob", "rocket", "shared rocket", graph.ID("shared"))
	s.want("eve", "rocket", "open rocket")
	s.want("eve", "rocket", "", graph.ID("nowhere"))
	// A creator who is no longer a member.
	s.execute("DELETE FROM onto_members WHERE actor_id = $1", graph.ID("ann"))
	s.want("ann", "rocket", "open rocket")

	var found int
	nobody := "SELECT count(*) FROM onto_search_entities(NULL, 'rocket', NULL, NULL, NULL)"
	if err := s.connection.QueryRow(t.Context(), nobody).Scan(&found); err != nil || found != 0 {
		t.Errorf("without an actor: got %d, %v", found, err)
	}
}

func TestSearchLanguage(t *testing.T) {
	s := newSearched(t)
	notes := document("site", "Meeting notes", "We agreed that sessions expire after an hour. **Nobody** objected to it at all.")
	scratch := document("site", "Scratch", "sessions")
	scratch.TypeKey = new("document.scratch")
	person := &graph.Record{Name: "Grace", RecordType: "person", Fields: graph.JSON(`{"skills": ["compilers", {"also": "cobol"}]}`)}
	person.ID, person.Kind, person.ProjectID = graph.ID("grace"), graph.KindRecord, graph.ID("site")
	s.write("ann", graph.Batch{Entities: []graph.Entity{
		project("site"), task("site", "OAuth Login", "Sign in by the browser."),
		task("site", "Expire sessions", "An hour of silence ends a session."),
		task("site", "Rotate keys", "Signing keys expire too, sessions need not."), notes, scratch, person,
	}})
	for _, test := range []struct{ name, query, titles string }{
		{"misspelt title", "oauth logn", "OAuth Login"},
		{"any word", "browser nonsense", "OAuth Login"},
		{"stems", "expiring", "Expire sessions, Meeting notes, Rotate keys"},
		{"phrase", `"sessions expire"`, "Meeting notes"},
		{"open quote", `"sessions expire`, "Meeting notes"},
		{"excluded word", "expire -hour", "Rotate keys"},
		{"excluded phrase", `expire -"signing keys"`, "Expire sessions, Meeting notes"},
		{"exclusion of similar titles", "oauth logn -browser", ""},
		{"exclusions alone", "-hour", ""},
		{"stop words alone", "the of", ""},
		{"signs alone", `- " & | ! <-> :* ( '' \`, ""},
		{"signs around a word", `!browser:* & ((\'`, "OAuth Login"},
		{"values of a record", "cobol", "Grace"},
		{"names of fields", "skills", ""},
	} {
		t.Run(test.name, func(_ *testing.T) { s.want("ann", test.query, test.titles) })
	}
	for query, snippet := range map[string]string{
		`"sessions expire"`: "**sessions** **expire**",
		"cobol":             "**cobol**",
		"oauth":             "**OAuth** Login",
		"oauht logn":        "OAuth Login",
	} {
		hits, err := s.search("ann", query)
		if err != nil || len(hits) == 0 || !strings.Contains(hits[0].Snippet, snippet) {
			t.Errorf("%s: got %+v, %v, want %s", query, hits, err, snippet)
		}
	}
	for _, hit := range s.want("ann", "oauth login", "OAuth Login") {
		want := hit
		want.Kind, want.ID, want.ProjectID, want.ProjectName, want.Score = "task", graph.ID("siteOAuth Login"), graph.ID("site"), "site", 1
		if hit != want {
			t.Errorf("got %+v, want %+v", hit, want)
		}
	}
}

// TestSimilarTitlesAreShort checks that only titles of at most 100 characters are found
// by misspelt words.
func TestSimilarTitlesAreShort(t *testing.T) {
	s := newSearched(t)
	short := strings.Repeat("tariff ledger ", 7) + "ab" // 100 characters
	long := short + "c"
	s.write("ann", graph.Batch{Entities: []graph.Entity{project("site"), task("site", short, ""), task("site", long, "")}})
	s.want("ann", "tarif ledgr", short)
	s.want("ann", "tariff ledger", short+", "+long)
}

func TestSearchNarrows(t *testing.T) {
	s := newSearched(t)
	entities := []graph.Entity{project("site")}
	for _, spec := range graph.Kinds[1:] {
		entity := spec.New()
		entity.Self().ID, entity.Self().ProjectID = graph.ID(string(spec.Kind)), graph.ID("site")
		*spec.Field(spec.Label).Pointer(entity).(*string) = "comet"
		entities = append(entities, entity)
	}
	gone := task("site", "comet gone", "")
	s.write("ann", graph.Batch{Entities: append(entities, gone)})
	s.write("ann", graph.Batch{Deleted: []graph.Ref{gone.Ref()}})

	hits, err := s.search("ann", "comet")
	if err != nil || len(hits) != len(graph.Kinds)-1 {
		t.Fatalf("got %d kinds, %v", len(hits), err)
	}
	if !slices.IsSortedFunc(hits, func(a, b hit) int { return cmp.Compare(a.ID, b.ID) }) {
		t.Errorf("equal hits are not in the order of their ids: %+v", hits)
	}
	s.want("ann", "comet", "comet, comet", nil, []string{"task", "record"})
	s.want("ann", "comet", "", nil, []string{})
	s.want("ann", "comet", "comet, comet, comet", nil, nil, 3)
	s.want("ann", "site", "site", nil, []string{"project"})
	s.write("ann", graph.Batch{Restored: []graph.Ref{gone.Ref()}})
	s.want("ann", "gone", "comet gone")
}

func TestSearchRefuses(t *testing.T) {
	s := newSearched(t)
	for _, test := range []struct {
		query string
		types []string
		limit any
		want  string
	}{
		{"", nil, nil, "p_query"},
		{" \t\n", nil, nil, "p_query"},
		{strings.Repeat("x", 2001), nil, nil, "p_query"},
		{"x", []string{"task", "Frob"}, nil, "p_types: unknown kind in {task,Frob}; want some of {project,"},
		{"x", nil, 51, "p_limit: 51"},
		{"x", nil, 0, "p_limit: 0"},
		{"x", nil, 50, ""},
	} {
		_, err := s.search("ann", test.query, nil, test.types, test.limit)
		var refused *pgconn.PgError
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%+v: %v", test, err)
		case test.want != "" && (!errors.As(err, &refused) || refused.Code != "22023" || !strings.Contains(refused.Message, test.want)):
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestSearchTakesHostileText checks that no text is refused because of its
// words.
func TestSearchTakesHostileText(t *testing.T) {
	s := newSearched(t)
	var many, wide strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&many, "w%x/", i)
		fmt.Fprintf(&wide, "%c%c-", 0x20000+i%40_000, 0x20000+i/7)
	}
	texts := map[string]string{
		"no blank":   strings.Repeat("x", 100_000),
		"many words": strings.ReplaceAll(many.String(), "/", " "),
		"one path":   many.String(),
		"compounds":  wide.String(),
		"quotes":     `'"$$\'); DROP TABLE onto_tasks; -- & | ! <-> :*`,
	}
	entities := []graph.Entity{project("site")}
	for name, text := range texts {
		entity := document("site", "comet "+name, text)
		props := `{"deep": [` + strings.ReplaceAll(fmt.Sprintf("%q", strings.ReplaceAll(many.String(), "/", " ")), "\\x", "x") + `]}`
		entity.Props = graph.JSON(props)
		entities = append(entities, entity)
	}
	s.write("ann", graph.Batch{Entities: entities})
	s.want("ann", "comet", "comet no blank, comet one path, comet quotes, comet compounds, comet many words")
	for _, text := range texts {
		if _, err := s.search("ann", string([]rune(text)[:min(len([]rune(text)), 2000)])); err != nil {
			t.Error(err)
		}
	}
}

// TestSearchPathIsFixed checks that a temporary table of the caller does not
// replace one of the store.
func TestSearchPathIsFixed(t *testing.T) {
	s := newSearched(t)
	s.write("ann", graph.Batch{Entities: []graph.Entity{project("site"), task("site", "rocket", "")}})
	s.execute("CREATE TEMPORARY TABLE onto_members (project_id uuid, actor_id uuid)")
	s.execute("INSERT INTO onto_members VALUES ($1, $2)", graph.ID("site"), graph.ID("eve"))
	s.want("eve", "rocket", "")
	s.want("ann", "rocket", "rocket")
}

func TestSearchReadsItsIndexes(t *testing.T) {
	address := databases.Database(t)
	s := &searched{t, open(t, address, sqlstore.Options{}), connected(t, address)}
	s.write("ann", graph.Batch{Entities: []graph.Entity{project("site")}})
	s.execute(`INSERT INTO onto_tasks (rev, id, project_id, created_at, updated_at, title, description)
		SELECT 1, gen_random_uuid(), $1, now(), now(), md5(n::text), md5(n::text || 'x') || ' ' || md5(n::text || 'y') FROM `+
		`generate_series(1, 20000) n`, graph.ID("site"))
	s.execute("VACUUM ANALYZE")                      // writes pending rows to the indexes
	const known = "c4ca4238a0b923820dcc509a6f75849b" // md5 of 1
	for range 8 {                                    // more often than the 5 executions after which Postgres may use a generic plan
		s.want("ann", known, known)
	}
	s.want("ann", known[:31]+"x", known)
	if err := s.connection.Close(t.Context()); err != nil { // flushes its statistics
		t.Fatal(err)
	}
	watching := connected(t, address)
	for _, index := range []string{"onto_tasks_search", "onto_tasks_similar"} {
		var scans int
		for begun := time.Now(); scans == 0 && time.Since(begun) < 5*time.Second; time.Sleep(20 * time.Millisecond) {
			if err := watching.QueryRow(t.Context(), "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = $1",
				index).Scan(&scans); err != nil {
				t.Fatal(err)
			}
		}
		if scans < 9 {
			t.Errorf("%s was read %d times, want 9", index, scans)
		}
	}
}

// TestSearchWithoutExtensions checks that search finds words if the role may
// not create extensions, and similar titles as soon as the extension exists.
func TestSearchWithoutExtensions(t *testing.T) {
	var empty managedtest.Template
	admin := connected(t, databases.Database(t))
	role := "dossier_search_" + strings.ReplaceAll(graph.ID(t.Name()+time.Now().String()), "-", "")
	if _, err := admin.Exec(t.Context(), "CREATE ROLE "+role); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec(context.Background(), "DROP ROLE "+role); err != nil {
			t.Error(err)
		}
	})
	address := empty.Database(t)
	owner := connected(t, address)
	if _, err := owner.Exec(t.Context(), "GRANT CREATE, USAGE ON SCHEMA public TO "+role); err != nil {
		t.Fatal(err)
	}
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	options := parsed.Query()
	options.Set("role", role)
	parsed.RawQuery = options.Encode()
	store, err := postgres.Open(t.Context(), parsed.String(), sqlstore.Options{Migrate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s := &searched{t, store, connected(t, parsed.String())}
	s.write("ann", graph.Batch{Entities: []graph.Entity{project("site"), task("site", "OAuth Login", "by the browser")}})
	s.want("ann", "browser", "OAuth Login")
	s.want("ann", "ouath logn", "")
	if _, err := owner.Exec(t.Context(), "CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin"); err != nil {
		t.Fatal(err)
	}
	s.execute("SELECT onto_search_indexes()")
	s.want("ann", "oauth logn", "OAuth Login")
}
