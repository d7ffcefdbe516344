package e2e_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	driver "github.com/jackc/pgx/v5"

	"dossier/auth"
	"dossier/cli/serving"
	"dossier/db/postgres"
	"dossier/db/sqlstore"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/query"
	"dossier/resolvers"
	"dossier/routes"
)

// A reach is the access of a caller of the matrix to the project airnet.
type reach int

const (
	refused reach = iota // not signed in: 401
	blind                // everything in the project looks unknown
	reads
	writes
)

const (
	teamSecret = "a secret of the whole team"
	jwtSecret  = "a secret that signs tokens, of 32 bytes and more"
	jwtIssuer  = "https://issuer.example"
)

// A matrix is a server with a project, and the callers of every kind.
type matrix struct {
	store   *storetest.Store
	handler http.Handler
	callers map[string]caller
	imports func(name string, c caller) bool // reports whether a caller may import
}

type caller struct {
	header string // of Authorization
	reach  reach
}

// newMatrix serves the demo graph, which it loads into store. open returns the
// store that answers requests.
func newMatrix(t *testing.T, store *storetest.Store, open func() *storetest.Store) *matrix {
	store.Load(t, storetest.DemoGraph(t, root))
	airnet := graph.ID("airnet")
	m := &matrix{store: store, imports: owner}
	for name, level := range map[string]graph.Access{"writer": graph.AccessWrite, "reader": graph.AccessRead} {
		if err := store.Grant(storetest.Context(), airnet, name, level); err != nil {
			t.Fatal(err)
		}
	}
	m.callers = map[string]caller{
		"owner":               {"Bearer " + teamSecret, writes},
		"writer":              {signed(t, jwt.SigningMethodHS256, []byte(jwtSecret), "writer", nil), writes},
		"reader":              {signed(t, jwt.SigningMethodHS256, []byte(jwtSecret), "reader", nil), reads},
		"stranger":            {signed(t, jwt.SigningMethodHS256, []byte(jwtSecret), "stranger", nil), blind},
		"anonymous":           {"", refused},
		"key for reading":     {m.key(t, "r", graph.APIKey{Scopes: []graph.Scope{graph.ScopeRead}}), reads},
		"key for the project": {m.key(t, "p", graph.APIKey{Scopes: []graph.Scope{graph.ScopeWrite}, ProjectIDs: []string{airnet}}), writes},
		"key for another project": {m.key(t, "o",
			graph.APIKey{Scopes: []graph.Scope{graph.ScopeWrite}, ProjectIDs: []string{graph.ID("shoplane")}}), blind},
		"expired key":    {m.key(t, "e", graph.APIKey{Scopes: []graph.Scope{graph.ScopeRead}, ExpiresAt: new(storetest.Now())}), refused},
		"revoked key":    {m.key(t, "v", graph.APIKey{Scopes: []graph.Scope{graph.ScopeRead}, RevokedAt: new(storetest.Now())}), refused},
		"unknown key":    {"Bearer " + access.KeyPrefix + "unknown", refused},
		"forged token":   {signed(t, jwt.SigningMethodHS256, []byte("another secret that signs tokens, of 32 bytes"), "writer", nil), refused},
		"alg none":       {signed(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, "writer", nil), refused},
		"wrong audience": {signed(t, jwt.SigningMethodHS256, []byte(jwtSecret), "writer", jwt.MapClaims{"aud": "mail"}), refused},
		"expired token": {signed(t, jwt.SigningMethodHS256, []byte(jwtSecret), "writer",
			jwt.MapClaims{"exp": storetest.Now().Add(-time.Hour).Unix()}), refused},
	}
	m.handler = accessHandler(t, open())
	return m
}

// accessHandler returns a handler that serves a store to callers that sign in.
func accessHandler(t *testing.T, store *storetest.Store) http.Handler {
	t.Helper()
	authenticator, err := auth.New(t.Context(), store, auth.Options{
		Token: teamSecret, JWTSecret: jwtSecret, Issuer: jwtIssuer, Audience: "dossier", Now: storetest.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	counters := serving.NewCounters()
	service := query.New(store, query.Options{Now: storetest.Now, Tokens: counters.Find, Encodings: counters.Encodings()})
	return routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 50_000, Introspection: true, Log: slog.New(slog.DiscardHandler),
		Access: routes.Access{Auth: authenticator, Denied: store.Denied}, Imports: routes.Imports{Store: store, MaxBytes: 1 << 20},
	})
}

// key stores a key of the local actor and returns the header with it.
func (m *matrix) key(t *testing.T, name string, key graph.APIKey) string {
	t.Helper()
	secret := access.KeyPrefix + name
	key.ID, key.Name, key.Actor, key.CreatedBy, key.CreatedAt = graph.ID("key "+name), name, graph.LocalActor, graph.LocalActor.ID,
		storetest.Now()
	if err := m.store.SaveKey(storetest.Context(), &key, access.Hash(secret)); err != nil {
		t.Fatal(err)
	}
	if key.RevokedAt != nil {
		if err := m.store.RevokeKey(storetest.Context(), key.ID); err != nil {
			t.Fatal(err)
		}
	}
	return "Bearer " + secret
}

// signed returns the header with a token of an actor. other are claims that
// differ from those of a valid token.
func signed(t *testing.T, method jwt.SigningMethod, key any, subject string, other jwt.MapClaims) string {
	t.Helper()
	claims := jwt.MapClaims{"sub": subject, "iss": jwtIssuer, "aud": "dossier", "exp": storetest.Now().Add(time.Hour).Unix()}
	maps.Copy(claims, other)
	text, err := jwt.NewWithClaims(method, claims).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return "Bearer " + text
}

// send posts a body as a caller.
func (m *matrix) send(c caller, path, body string) (status int, answer string) {
	request := httptest.NewRequest(http.MethodPost, "http://dossier.example"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	switch path {
	case "/mcp":
		request.Header.Set("Accept", "application/json, text/event-stream")
	case "/import":
		request.Header.Set("Content-Type", "application/x-ndjson")
	}
	if c.header != "" {
		request.Header.Set("Authorization", c.header)
	}
	recorder := httptest.NewRecorder()
	m.handler.ServeHTTP(recorder, request)
	if recorder.Code == http.StatusUnauthorized && !strings.HasPrefix(recorder.Header().Get("WWW-Authenticate"), "Bearer ") {
		return recorder.Code, "no WWW-Authenticate"
	}
	return recorder.Code, recorder.Body.String()
}

// A question is a request with placeholders for ids. They are replaced with ids
// of the project, or with ids that do not exist.
type question struct {
	name, path, body string
	everything       bool // there are no placeholders; the answer has everything that the caller may read
	writes           bool // only callers that may write get an answer
}

// ids returns the replacer for the placeholders of questions.
func ids(of string) *strings.Replacer {
	task := graph.ID(of + "/task/alert-rule")
	return strings.NewReplacer("%project", graph.ID(of), "%task", task, "%short", task[:8],
		"%document", graph.ID(of+"/document/calibration-protocol"), "%goal", graph.ID(of+"/goal/health-alerts"))
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f-]{17,22})?`)

// ask sends a question about the project of, "airnet" or one that does not
// exist. It replaces the ids of the answer.
func (m *matrix) ask(c caller, q question, of string) (status int, answer string) {
	status, answer = m.send(c, q.path, ids(of).Replace(q.body))
	return status, uuids.ReplaceAllString(answer, "ID")
}

// check sends a question as each caller, about the project and about ids that
// do not exist. The two answers must differ for callers that may read, and be
// equal for others.
func (m *matrix) check(t *testing.T, q question) {
	for _, name := range slices.Sorted(maps.Keys(m.callers)) {
		c := m.callers[name]
		status, known := m.ask(c, q, "airnet")
		_, unknown := m.ask(c, q, "nowhere")
		shown := strings.Contains(known, "Halvorsund")
		switch {
		case (status == http.StatusUnauthorized) != (c.reach == refused):
			t.Errorf("%s as %s: status %d %.200s", q.name, name, status, known)
		case c.reach < reads && known != unknown:
			t.Errorf("%s as %s: %.300s of the project and %.300s of what is nowhere", q.name, name, known, unknown)
		case c.reach < reads && shown:
			t.Errorf("%s as %s shows the project: %.300s", q.name, name, known)
		case q.everything:
			if c.reach >= reads && !shown {
				t.Errorf("%s as %s does not show the project: %.300s", q.name, name, known)
			}
		case q.writes:
			done := strings.Contains(known, `"changes"`) || strings.Contains(known, "Dry run; nothing was written.")
			if done != (c.reach == writes) {
				t.Errorf("%s as %s: %.300s", q.name, name, known)
			}
		case c.reach >= reads && known == unknown:
			t.Errorf("%s as %s: the answer about the project is that about nothing: %.300s", q.name, name, known)
		}
	}
}

// rootFields are questions about a project, by root field.
var rootFields = map[string]string{
	"node":     `node(id: "%task") { id }`,
	"entity":   `entity(id: "%task") { id label linkedEntities { text } }`,
	"entities": `entities(ids: ["%task", "%project"]) { label }`,
	"project":  `project(id: "%project") { name tasks { nodes { title } } }`,
	"projects": `projects(filter: {ids: ["%project"]}) { totalCount nodes { name } }`,

	"projectGroups":  `projectGroups(by: [STATE], filter: {ids: ["%project"]}) { count }`,
	"linkedEntities": `linkedEntities(id: "%task") { text }`, "graphSnapshot": `graphSnapshot(projectId: "%project") { nodes { name } }`,
	"projectGraph":      `projectGraph(projectId: "%project") { nodes { name } }`,
	"workspace":         `workspace(projectId: "%project") { project { name } }`,
	"entityAsOf":        `entityAsOf(id: "%task", at: "2026-11-19T00:00:00Z")`,
	"projectAsOf":       `projectAsOf(projectId: "%project", at: "2026-11-19T00:00:00Z") { entities }`,
	"history":           `history(id: "%task") { operation }`,
	"focus":             `focus(id: "%task") { entity { label } }`,
	"search":            `search(query: "alert", projectId: "%project") { total hits { entity { label } } }`,
	"contextDocument":   `contextDocument(input: {start: {focusId: "%task"}}) { text }`,
	"access":            `access(projectId: "%project")`,
	"members":           `members(projectId: "%project") { nodes { access } }`,
	"resolveMentions":   `resolveMentions(text: "@[Alert](task:%task)", projectId: "%project") { start }`,
	"mentionCandidates": `mentionCandidates(prefix: "a", projectId: "%project") { label }`,
}

// otherQuestions are questions that reach the project in other ways: by short
// ids, starts of documents and filters.
var otherQuestions = map[string]string{
	"short id":          `entity(id: "%short") { label }`,
	"document by topic": `contextDocument(input: {start: {topic: "alert rule"}, projectId: "%project"}) { text }`,
	"document by ids":   `contextDocument(input: {start: {ids: ["%task"]}}) { text }`,
	"document, project": `contextDocument(input: {start: {projectId: "%project"}}) { text }`,
	"document, pinned":  `contextDocument(input: {start: {projectId: "%project"}, pinIds: ["%document"]}) { text }`,
	"snapshot, focus":   `graphSnapshot(projectId: "%project", focusId: "%task") { nodes { name } }`,
	"tasks by ids":      `tasks(filter: {ids: ["%task"]}) { totalCount }`,
}

// global are root fields without arguments that name parts of a project.
var global = []string{"viewer", "actors", "keys", "lenses", "views", "encodings", "recordTypes", "overview", "agentCalls", "sources"}

// graphQLQuestions returns a question for each root field of the schema.
func graphQLQuestions(t *testing.T) []question {
	fields := maps.Clone(rootFields)
	for _, field := range resolvers.Schema(nil).Schema().Query.Fields {
		name := field.Name
		_, listed := fields[name]
		plural := strings.TrimSuffix(name, "Groups")
		switch {
		case listed, slices.Contains(global, name), strings.HasPrefix(name, "__"):
		case strings.HasSuffix(name, "Groups"):
			fields[name] = name + `(projectId: "%project", by: [CREATED_MONTH]) { count }`
		case field.Arguments.ForName("orderBy") != nil:
			fields[name] = name + `(projectId: "%project") { totalCount nodes { label } }`
		case field.Arguments.ForName("id") != nil:
			fields[name] = name + `(id: "%task") { id }`
		default:
			t.Errorf("no question for the root field %s (%s): add it to rootFields", name, plural)
		}
	}
	maps.Copy(fields, otherQuestions)
	var questions []question
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		body, _ := json.Marshal(map[string]string{"query": "{ " + fields[name] + " }"})
		questions = append(questions, question{name: name, path: "/graphql", body: string(body)})
	}
	return questions
}

// checkAll makes every kind of request as each caller.
func (m *matrix) checkAll(t *testing.T) {
	t.Helper()
	for _, q := range append(graphQLQuestions(t), m.mcpQuestions(t)...) {
		m.check(t, q)
	}
	m.checkEvents(t)
	m.checkWrites(t)
	m.checkImport(t)
}

// TestAccess checks all access by each caller on SQLite.
func TestAccess(t *testing.T) {
	store := storetest.Open(t)
	m := newMatrix(t, store, func() *storetest.Store { return store })
	m.checkAll(t)
}

// TestAccessByPolicies checks all access by each caller on a Postgres database
// whose policies are the only check, with a role that does not own the tables.
func TestAccessByPolicies(t *testing.T) {
	if testing.Short() {
		t.Skip("every door of a server with row-level security, which takes minutes with the race detector")
	}
	url := databases.Database(t)
	owner := storetest.New(t, func(options sqlstore.Options) (*sqlstore.Store, error) {
		options.Migrate = true
		return postgres.Open(storetest.Context(), url, options)
	})
	const role = "dossier_e2e"
	if err := postgres.GrantTo(t.Context(), url, role); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // otherwise the role's grants prevent dropping the database
		if connection, err := driver.Connect(context.Background(), url); err == nil {
			_, _ = connection.Exec(context.Background(), "DROP OWNED BY "+role)
			_ = connection.Close(context.Background())
		}
	})
	m := newMatrix(t, owner, func() *storetest.Store {
		return storetest.New(t, func(options sqlstore.Options) (*sqlstore.Store, error) {
			options.Unchecked = true
			return postgres.Open(storetest.Context(), strings.Replace(url, "postgres@", role+"@", 1), options)
		})
	})
	m.imports = writers // the check for administrators is one of those that are off
	m.checkAll(t)
}
