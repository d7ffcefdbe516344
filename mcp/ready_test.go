package mcp_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
)

var claimedTask = regexp.MustCompile(`(?m)^Claimed by (\S+)\. .*"ids":\["([0-9a-f-]{36})"\]`)

// TestClaims lets several agents claim tasks at once, by servers of their own over
// one store. Each gets another task, and keeps what it had.
func TestClaims(t *testing.T) {
	a := connect(t)
	const agents = 8
	claims := make([]string, agents)
	var claiming sync.WaitGroup
	for i := range agents {
		session := overStdio(t, mcp.New(a.service, mcp.Options{
			Timeout: 30 * time.Second,
			Request: func(ctx context.Context) context.Context {
				return reader.With(graph.WithActor(ctx, local), loaders.New(a.service))
			},
		}), newClient(nil))
		claiming.Go(func() {
			got, err := session.CallTool(t.Context(), &sdk.CallToolParams{
				Name: "find_ready_work", Arguments: map[string]any{"claim": true, "owner": fmt.Sprint("agent-", i)},
			})
			if err == nil {
				claims[i] = textOf(got)
			}
		})
	}
	claiming.Wait()
	taken := map[string]bool{}
	for i, text := range claims {
		found := claimedTask.FindStringSubmatch(text)
		if found == nil || taken[found[2]] || found[1] != fmt.Sprint("agent-", i) {
			t.Errorf("agent %d: %q", i, text)
			continue
		}
		taken[found[2]] = true
		read := textOf(a.call(t, "get_entity", map[string]any{"ids": []string{found[2]}, "view": "full"}))
		if !strings.Contains(read, "in_progress") || !strings.Contains(read, found[1]) {
			t.Errorf("agent %d: %s", i, read)
		}
	}
}

// TestClaimAgain repeats claims by their idempotency keys.
func TestClaimAgain(t *testing.T) {
	a := connect(t)
	claim := func(key, owner string) (id, text string) {
		t.Helper()
		got := a.call(t, "find_ready_work", map[string]any{"project": "shoplane", "claim": true, "owner": owner, "idempotency_key": key})
		text = textOf(got)
		if found := claimedTask.FindStringSubmatch(text); found != nil {
			id = found[2]
		}
		return id, text
	}
	first, _ := claim("one", "ada")
	if again, text := claim("one", "ada"); first == "" || again != first ||
		!strings.HasPrefix(text, "Claimed before by a call with this idempotency_key") {
		t.Errorf("again: %s: %s", first, text)
	}
	if second, _ := claim("two", "ada"); second == "" || second == first {
		t.Errorf("another key claimed %q after %q", second, first)
	}
	if other, text := claim("one", "bob"); other != "" || !strings.Contains(text, "idempotency_key") {
		t.Errorf("another input: %s", text)
	}
	a.call(t, "delete_entities", map[string]any{"ids": []string{first}})
	if _, text := claim("one", "ada"); !strings.Contains(text, "deleted since: "+first) {
		t.Errorf("deleted: %s, first %s", text, first)
	}
}

// TestSession works as an agent does: it claims a task, closes it, sees that in the
// changes, and remembers a decision about it. Each first call succeeds.
func TestSession(t *testing.T) {
	a := connect(t)
	do := func(tool string, arguments map[string]any, want string) string {
		t.Helper()
		got := a.call(t, tool, arguments)
		if text := textOf(got); got.IsError || !strings.Contains(text, want) {
			t.Fatalf("%s %v: %s; want %s", tool, arguments, text, want)
		}
		return textOf(got)
	}
	do("find_ready_work", map[string]any{"project": "shoplane"}, "# Tasks that can start (")
	claim := do("find_ready_work", map[string]any{"project_id": "shoplane", "claim": "true", "assignee": "ada"}, "Claimed by ada")
	id := claimedTask.FindStringSubmatch(claim)[2]
	do("update_entities", map[string]any{"entities": []any{map[string]any{"id": id, "status": "Done", "assignee": nil}}}, "updated task")
	do("list_changes", map[string]any{"since": "2020-01-01", "actor": "local"}, "by local")
	do("remember", map[string]any{"text": "We keep the queue encrypted. It is cheap.", "kind": "decision", "about": []string{id}},
		"We keep the queue encrypted")
	do("search_ontology", map[string]any{"query": "queue encrypted", "kinds": "decisions"}, "We keep the queue encrypted")
	do("create_entities", map[string]any{"entities": map[string]any{"type": "Task", "project": "shoplane", "name": "Count",
		"due": "2026-12-01", "status": "To Do", "priority": "2"}}, "created task")
	do("create_entities", map[string]any{"items": nil,
		"entities": `[{"kind":"risk","project":"airnet","title":"Fog","severity":"HIGH","description":"It stops the sensors."}]`}, "created risk")
	do("link_entities", map[string]any{"links": []any{map[string]any{"source": "Count", "relation": "blocks",
		"target": "Build the offline queue"}}}, "linked: Count [")
	do("find_ready_work", map[string]any{"labels": []string{"no such label"}}, `None labelled "no such label": of the open ones`)
	do("find_ready_work", map[string]any{"owner": "nobody at all", "project": "shoplane"}, `None owned by "nobody at all": of`)
}

// TestSince reads the names of days and spans.
func TestSince(t *testing.T) {
	a := connect(t)
	for since, want := range map[string]string{
		"yesterday": "-27T00:00:00Z", "today": "T00:00:00Z", "last week": "T00:00:00Z", "this month": "-01T00:00:00Z",
		"Last  Month": "-01T00:00:00Z", "monday": "T00:00:00Z", "this year": "-01-01T00:00:00Z", "7d": "# ", "last 3 days": "# ",
		"2 hours ago": "# ", "a week ago": "# ", "2026-11-01": "2026-11-01T00:00:00Z",
		"2026-11-01 09:30": "2026-11-01T09:30:00Z",
	} {
		got := a.call(t, "list_changes", map[string]any{"since": since})
		if first, _, _ := strings.Cut(textOf(got), "\n"); got.IsError || !strings.Contains(first, want) && since != "yesterday" {
			t.Errorf("%s: %s", since, first)
		}
	}
	for _, since := range []string{"soon", "tomorrow", "7", "7x", "2026-13-01"} {
		if got := a.call(t, "list_changes", map[string]any{"since": since}); !got.IsError || !strings.Contains(textOf(got), "yesterday") {
			t.Errorf("%s: %s", since, textOf(got))
		}
	}
}

// TestWithoutArguments gets the list of projects, and each prompt without
// arguments.
func TestWithoutArguments(t *testing.T) {
	a := connect(t)
	listed, err := a.ListResources(t.Context(), nil)
	if err != nil || len(listed.Resources) != 3 {
		t.Fatalf("%+v, %v", listed, err)
	}
	for _, one := range listed.Resources {
		if got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: one.URI}); err != nil ||
			!strings.Contains(got.Contents[0].Text, one.Name[:10]) {
			t.Errorf("%s: %v, %v", one.URI, got, err)
		}
	}
	for _, name := range []string{"brief_me", "prepare_meeting", "review_risks", "plan_next"} {
		got, err := a.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: name})
		if err != nil || len(got.Messages[0].Content.(*sdk.TextContent).Text) < 500 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestReadyStatements checks that the statements of find_ready_work and of a claim do
// not grow with the tasks, once the project is loaded.
func TestReadyStatements(t *testing.T) {
	a := connect(t)
	count := func(arguments map[string]any) int {
		a.call(t, "find_ready_work", map[string]any{}) // loads what was written
		return a.store.Statements(func() {
			if got := a.call(t, "find_ready_work", arguments); got.IsError {
				t.Fatal(textOf(got))
			}
		})
	}
	list, claim := map[string]any{"max_tokens": 20_000}, map[string]any{"claim": true, "owner": "ada"}
	few, claimed := count(list), count(claim)
	var lines strings.Builder
	for i := range 300 {
		fmt.Fprintf(&lines, `{"kind":"task","id":"more-%d","project_id":"airnet","title":"More %[1]d"}`+"\n", i)
		if i > 0 {
			fmt.Fprintf(&lines, `{"kind":"edge","rel":"blocks","src_id":"more-%d","dst_id":"more-%d"}`+"\n", i-1, i)
		}
	}
	a.store.Load(t, lines.String())
	if many, again := count(list), count(claim); many != few || again != claimed {
		t.Errorf("%d statements for a list, %d with 300 tasks more; %d for a claim, then %d", few, many, claimed, again)
	}
}
