package e2e_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/resolvers"
)

// An attempt is a mutation of a project, with the callers that may make it.
type attempt struct {
	field, request string
	may            func(name string, c caller) bool
}

func writers(_ string, c caller) bool { return c.reach == writes }

// owner reports whether a caller is the admin of the project, who also
// administers the deployment. A key of the owner does neither.
func owner(name string, _ caller) bool { return name == "owner" }

// attempts are in order: later ones delete what earlier ones create.
var attempts = []attempt{
	{"createEntity", `createEntity(input: {task: {projectId: "%project", title: "Mine"}}) { changed }`, writers},
	{"updateEntity", `updateEntity(input: {task: {id: "%task", title: "%title"}}) { changed }`, writers},
	{"linkEntities", `linkEntities(input: {srcId: "%task", rel: REFERENCES, dstId: "%document"}) { changed }`, writers},
	{"unlinkEntities", `unlinkEntities(input: {srcId: "%task", rel: REFERENCES, dstId: "%document"}) { changed }`, writers},
	{"unlinkEntities", `unlinkEntities(input: {srcId: "%goal", rel: HAS_TASK, dstId: "%task"}) { changed }`, writers}, // an edge of the demo
	{"linkEntities", `linkEntities(input: {srcId: "%goal", rel: HAS_TASK, dstId: "%task"}) { changed }`, writers},
	{"deleteEntity", `deleteEntity(input: {id: "%task"}) { changed }`, writers},
	{"restoreEntity", `restoreEntity(input: {id: "%task"}) { changed }`, writers},
	{"applyChanges", `applyChanges(changes: [{create: {task: {projectId: "%project", title: "Mine"}}}]) { dryRun }`, writers},
	{"setMember", `setMember(input: {projectId: "%project", actor: "guest", access: READ}) { access }`, owner},
	{"removeMember", `removeMember(input: {projectId: "%project", actor: "guest"}) { access }`, owner},
	{"createKey", `createKey(input: {projectIds: ["%project"], actor: "agent"}) { key { name } }`, owner},
	{"revokeKey", `revokeKey(input: {keyId: "%key"}) { name }`, owner},
	{"saveActor", `saveActor(input: {actor: "guest", name: "%title"}) { name }`, owner},
	{"saveRecordType", `saveRecordType(input: {key: "%project", name: "%title"}) { name }`, owner},
	{"deleteRecordType", `deleteRecordType(input: {key: "%project"}) { name }`, owner},
}

// checkWrites makes every attempt as each caller, in the project and with ids
// that do not exist. An attempt without permission must change nothing. For
// callers that may not read, the two answers must be equal.
func (m *matrix) checkWrites(t *testing.T) {
	t.Helper()
	for _, field := range fieldsOf(resolvers.Schema(nil).Schema().Mutation) {
		if !slices.ContainsFunc(attempts, func(a attempt) bool { return a.field == field }) {
			t.Errorf("no attempt at the mutation %s: add it to attempts", field)
		}
	}
	m.key(t, "victim", graph.APIKey{Scopes: []graph.Scope{graph.ScopeRead}})
	for name, c := range m.callers {
		for _, a := range attempts {
			m.try(t, name, c, a)
		}
	}
}

// fieldsOf returns the names of the fields of a root type.
func fieldsOf(object *ast.Definition) []string {
	var names []string
	for _, field := range object.Fields {
		names = append(names, field.Name)
	}
	return names
}

func (m *matrix) try(t *testing.T, name string, c caller, a attempt) {
	t.Helper()
	body, _ := json.Marshal(map[string]string{"query": "mutation { " + a.request + " }"})
	ask := func(of string) (int, string) {
		key := map[string]string{"airnet": graph.ID("key victim"), "nowhere": graph.ID("key nowhere")}[of]
		text := strings.NewReplacer("%title", "of "+name, "%key", key).Replace(string(body))
		return m.ask(c, question{path: "/graphql", body: text}, of)
	}
	before := m.state(t)
	_, unknown := ask("nowhere")
	status, known := ask("airnet")
	// Removing an edge that does not exist is no error between known entities.
	done := status == http.StatusOK && !strings.Contains(known, `"errors"`) && !strings.Contains(known, `"changed":false`)
	switch may := a.may(name, c); {
	case (status == http.StatusUnauthorized) != (c.reach == refused):
		t.Errorf("%s as %s: status %d %.200s", a.field, name, status, known)
	case done != may:
		t.Errorf("%s as %s: %.300s", a.field, name, known)
	case !may && c.reach == blind && !strings.Contains(known, `"code":"`), !may && c.reach >= reads && !denied.MatchString(known):
		t.Errorf("%s as %s: expected FORBIDDEN or NOT_FOUND; got %.300s", a.field, name, known)
	case !may && m.state(t) != before:
		t.Errorf("%s as %s: the project is %s, was %s", a.field, name, m.state(t), before)
	case c.reach < reads && known != unknown:
		t.Errorf("%s as %s: %.300s of the project and %.300s of what is nowhere", a.field, name, known, unknown)
	}
}

// denied matches the answer to an attempt of a reader without permission.
// Removing an edge that does not exist changes nothing.
var denied = regexp.MustCompile(`"code":"(FORBIDDEN|NOT_FOUND)"|"changed":false`)

// checkImport imports a task as each caller, into a known and an unknown
// project.
func (m *matrix) checkImport(t *testing.T) {
	t.Helper()
	for name, c := range m.callers {
		q := question{path: "/import", body: `{"kind":"task","project_id":"%project","id":"imported by ` + name + `","title":"Mine"}`}
		before := m.state(t)
		_, unknown := m.ask(c, q, "nowhere")
		status, known := m.ask(c, q, "airnet")
		switch may := m.imports(name, c); {
		case (status == http.StatusUnauthorized) != (c.reach == refused), (status == http.StatusOK) != may:
			t.Errorf("import as %s: status %d, %.300s", name, status, known)
		case !may && m.state(t) != before:
			t.Errorf("import as %s: the project is %s, was %s", name, m.state(t), before)
		case c.reach < reads && known != unknown:
			t.Errorf("import as %s: %.300s of the project and %.300s of what is nowhere", name, known, unknown)
		}
	}
}

// state returns everything that attempts may change, as text.
func (m *matrix) state(t *testing.T) string {
	t.Helper()
	ctx, all := storetest.Context(), lists.Span{Limit: lists.MaxPage}
	revisions, err := m.store.Revisions(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	members, err := m.store.Members(ctx, graph.ID("airnet"), all)
	if err != nil {
		t.Fatal(err)
	}
	actors, err := m.store.Actors(ctx, all)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := m.store.Keys(ctx, all)
	if err != nil {
		t.Fatal(err)
	}
	types, err := m.store.RecordTypes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i := range keys {
		keys[i].UsedAt = nil
	}
	for i := range actors {
		actors[i].Name = "" // signing in also sets it
	}
	for i := range members {
		members[i].Actor.Name = ""
	}
	return graph.EncodeJSON([]any{revisions, members, len(actors), keys, types})
}

// subscriptions are about a project, with an immediate first event.
var subscriptions = map[string]string{
	"projectChanges": `projectChanges(projectId: "%project", after: "1.1") { event { operation entity { label } } }`,
	"contextChanged": `contextChanged(input: {start: {focusId: "%task"}, since: "%digest"}) { text }`,
}

// checkEvents reads the first event of every subscription as each caller, for
// the project and for ids that do not exist.
func (m *matrix) checkEvents(t *testing.T) {
	t.Helper()
	server := httptest.NewServer(m.handler)
	defer server.Close()
	var another struct {
		Data struct{ ContextDocument struct{ Digest string } }
	}
	_, text := m.send(m.callers["owner"], "/graphql",
		ids("airnet").Replace(`{"query": "{ contextDocument(input: {start: {ids: [\"%document\"]}}) { digest } }"}`))
	if err := json.Unmarshal([]byte(text), &another); err != nil {
		t.Fatal(err)
	}
	for _, field := range fieldsOf(resolvers.Schema(nil).Schema().Subscription) {
		request := subscriptions[field]
		if request == "" {
			t.Errorf("no subscription to %s: add it to subscriptions", field)
			continue
		}
		request = strings.ReplaceAll(request, "%digest", another.Data.ContextDocument.Digest)
		for name, c := range m.callers {
			status, known := firstEvent(t, server.URL, c, ids("airnet").Replace(request))
			_, unknown := firstEvent(t, server.URL, c, ids("nowhere").Replace(request))
			shown := strings.Contains(known, `"data":{`) && !strings.Contains(known, `"errors"`)
			switch {
			case (status == http.StatusUnauthorized) != (c.reach == refused), shown != (c.reach >= reads):
				t.Errorf("%s as %s: status %d, %.300s", field, name, status, known)
			case c.reach < reads && known != unknown:
				t.Errorf("%s as %s: %.300s of the project and %.300s of what is nowhere", field, name, known, unknown)
			}
		}
	}
}

// firstEvent subscribes by server-sent events and returns the data of the first
// event. It replaces the ids.
func firstEvent(t *testing.T, address string, c caller, subscription string) (status int, data string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	target := address + "/graphql?query=" + url.QueryEscape("subscription { "+subscription+" }")
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	if c.header != "" {
		request.Header.Set("Authorization", c.header)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
			return response.StatusCode, uuids.ReplaceAllString(text, "ID")
		}
	}
	return response.StatusCode, fmt.Sprint("no event, ", lines.Err())
}
