package records_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/records"
)

func TestQuery(t *testing.T) {
	p, _ := project(t)
	for query, want := range map[string]string{
		`{"recordType":"person","where":{"team":{"eq":"{this}"}},"orderBy":"name"}`: "Aisha " +
			"Rahman; Ελένη Παππά",
		`{"recordType":"person","where":{"team":{"in":["{this}","p/team/field"]}},"orderBy":"name"}`: "Aisha " +
			"Rahman; Peter Nyström; Ελένη Παππά",
		`{"recordType":"person","where":{"status":{"ne":"active"}},"orderBy":"name"}`: "Ελένη Παππά; 田中美咲",
		`{"recordType":"person","where":{"since":{"isSet":true}},"orderBy":{"field":"since",` +
			`"direction":"DESC"}}`: "Aisha Rahman; Ingrid Solheim",
		`{"recordType":"person","where":{"since":{"gte":"2024-01-31","lt":"2025-01-01"}}}`: "Ingrid Solheim",
		`{"recordType":"person","where":{"tags":{"contains":"gas"}}}`:                      "Aisha Rahman",
		`{"recordType":"person","where":{"tags":{"contains":"by commas"}}}`:                "田中美咲",
		`{"recordType":"person","where":{"tasks":{"contains":"p/task/heater"}},"orderBy":"name"}`: "Peter " +
			"Nyström; Ελένη Παππά",
		`{"recordType":"person","where":{"or":[{"name":{"eq":"田中美咲"}},{"role":{"contains":"ea"}}]},"orderBy":"name"}`: "Ingrid Solheim; 田中美咲",
		`{"recordType":"person","where":{"not":{"team":{"isSet":true}}}}`:                                             "Ingrid Solheim",
		`{"recordType":"person","where":{"and":[{"status":{"eq":"active"}}],"name":{"gt":"B"}},` +
			`"orderBy":"name"}`: "Ingrid Solheim; Peter Nyström",
		`{"kind":"task","where":{"title":{"contains":"100%"}}}`: "Save 100% of samples",
		`{"kind":"task","where":{"title":{"contains":"_"}}}`:    "",
		`{"kind":"task","orderBy":"priority"}`: "Move the gateway; " +
			"Retrofit the heater; Save 100% of samples",
		`{"kind":"task","orderBy":{"field":"priority","direction":"desc"},"limit":2}`: "Retrofit " +
			"the heater; Move the gateway",
		`{"kind":"task","where":{"dueAt":{"lte":"2026-03-01"}}}`:                                          "Retrofit the heater",
		`{"kind":"document","where":{"stateKey":{"in":["draft"]}}}`:                                       "Field notes",
		`"SELECT p FROM Person WHERE p.team = {this} AND p.status = 'active' ORDER BY p.name LIMIT 10"`:   "Aisha Rahman",
		`"SELECT p FROM person p WHERE status != 'active' -- not = 'left'\n AND p.tags CONTAINS 'words'"`: "田中美咲",
		`"SELECT t FROM Tasks AS t WHERE t.priority > 1.5"`:                                               "Retrofit the heater",
		`"SELECT p FROM Person WHERE p.name = 'x'' OR 1=1 --'"`:                                           "",
	} {
		compiled, err := p.Types.Compile(graph.JSON(query))
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		if got := labels(compiled.Run(p.Graph, id("team/data"))); got != want {
			t.Errorf("%s: got %s; want %s", query, got, want)
		}
	}
}

// TestQueryTies checks that equal values are in the order of ids in both
// directions, and that there are at most 200 results.
func TestQueryTies(t *testing.T) {
	lines := []string{`{"kind":"project","id":"p","name":"P"}`}
	for i := range 300 {
		lines = append(lines, fmt.Sprintf(`{"kind":"task","id":"p/%d","project_id":"p","title":"T","priority":%d}`, i, i%2+1))
	}
	graphs, err := graphtest.Read(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	for _, direction := range []string{"ASC", "DESC"} {
		query, err := records.NewTypes(nil).Compile(graph.JSON(`{"kind":"task","orderBy":{"field":"priority","direction":"` + direction + `"}}`))
		if err != nil {
			t.Fatal(err)
		}
		found := query.Run(graphs["p"], "")
		if len(found) != 200 {
			t.Errorf("%s: %d rows", direction, len(found))
		}
		for i := 1; i < len(found); i++ {
			a, b := found[i-1].(*graph.Task), found[i].(*graph.Task)
			if *a.Priority == *b.Priority && a.ID >= b.ID {
				t.Errorf("%s: %s before %s", direction, a.ID, b.ID)
			}
		}
	}
}

// FuzzCompile checks that both forms of a query compile or return a
// BAD_USER_INPUT error, and that queries return entities of their target.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{
		`{"kind":"record","recordType":"person","where":{"team":{"eq":"{this}"},"or":[{"name":{"in":["a"]}}],` +
			`"not":{"since":{"gt":"2026-01-01"}}},"orderBy":"name","limit":10}`,
		`"SELECT p FROM Person WHERE p.team = {this} AND p.status = 'active' ORDER BY p.name LIMIT 10"`,
		`"select t from task where priority>=1 -- c\n"`, `"SELECT \"p q\" FROM 'x' = ''"`, `[]`, `null`,
		`{"kind":"task","where":{"title":{"eq":["a"]},"priority":{"in":[null,{}]},"dueAt":{"in":["{this}"]}}}`,
	} {
		f.Add(seed)
	}
	p, _ := project(f)
	f.Fuzz(func(t *testing.T, text string) {
		quoted, _ := json.Marshal(text)
		for _, form := range []string{text, string(quoted)} {
			value, err := graph.ParseJSON([]byte(form))
			if err != nil {
				continue
			}
			query, err := p.Types.Compile(value)
			if err != nil {
				if graph.CodeOf(err) != graph.CodeBadUserInput {
					t.Errorf("%s: %v", form, err)
				}
				continue
			}
			if found := query.Run(p.Graph, id("team/data")); len(found) > 200 {
				t.Errorf("%s: %d rows", form, len(found))
			}
		}
	})
}
