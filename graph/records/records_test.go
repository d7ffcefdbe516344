package records_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/records"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// project is the project of testdata, and the types of its records.
func project(t testing.TB) (*records.Project, []graph.RecordType) {
	t.Helper()
	text, err := os.ReadFile("testdata/types.json")
	if err != nil {
		t.Fatal(err)
	}
	var types []graph.RecordType
	if err := json.Unmarshal(text, &types); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("testdata/project.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	graphs, err := graphtest.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	g := graphs["p"]
	return &records.Project{Graph: g, Types: records.NewTypes(types), Labels: records.NewLabels(g)}, types
}

func id(name string) string { return graph.ID("p/" + name) }

// named replaces the UUIDs in a text by the ids of the import.
func named(g *memory.Graph, text string) string {
	for _, entity := range g.Entities() {
		text = strings.ReplaceAll(text, entity.Self().ID, *entity.Self().ExternalID)
	}
	return text
}

func labels(entities []graph.Entity) string {
	list := make([]string, len(entities))
	for i, entity := range entities {
		list[i] = entity.Self().Label
	}
	return strings.Join(list, "; ")
}

// golden compares texts by name with a txtar file, which -update writes.
func golden(t *testing.T, path string, got []txtar.File) {
	t.Helper()
	text := txtar.Format(&txtar.Archive{Files: got})
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(text) {
		t.Errorf("%s differs; see with -update and git diff. got:\n%s", path, text)
	}
}

func TestFields(t *testing.T) {
	p, _ := project(t)
	var files []txtar.File
	for _, entity := range p.Graph.OfKind(graph.KindRecord) {
		var out strings.Builder
		for _, value := range p.Fields(entity.(*graph.Record)) {
			out.WriteString(value.Name + " (" + value.Type + "): " + value.Text + "\n")
			if value.Warning != "" {
				out.WriteString("  warning: " + value.Warning + "\n")
			}
			if len(value.Entities) > 0 || value.Document != nil {
				out.WriteString("  leads to: " + labels(value.Entities))
				if value.Document != nil {
					out.WriteString(value.Document.Title)
				}
				out.WriteString("\n")
			}
		}
		files = append(files, txtar.File{Name: entity.Self().Label, Data: []byte(named(p.Graph, out.String()))})
	}
	golden(t, "testdata/fields.txtar", files)
}

func TestCheck(t *testing.T) {
	_, declared := project(t)
	field := func(settings string) string {
		return `{"id":"x","name":"X","fields":[{"name":"a","type":"text"},{"name":"f",` + settings + `}]}`
	}
	query := func(query string) string {
		text, _ := json.Marshal(query)
		return field(`"type":"computed","query":` + string(text))
	}
	object := func(query string) string { return field(`"type":"computed","query":` + query) }
	for name, test := range map[string]struct{ recordType, want string }{
		"good":               {field(`"type":"entity_ref","entity_type":"plan"`), ""},
		"itself":             {field(`"type":"entity_ref","entity_type":"x"`), ""},
		"unknown field type": {field(`"type":"number"`), `unknown type "number"`},
		"name twice":         {`{"id":"x","name":"X","fields":[{"name":"a","type":"text"},{"name":"a","type":"text"}]}`, `"a" is repeated`},
		"no options":         {field(`"type":"select"`), "fields[1].options: missing"},
		"option twice":       {field(`"type":"select","options":["a","b","a"]`), "fields[1].options[2]: "},
		"unknown entity": {field(`"type":"entity_ref_list","entity_type":"pet"`),
			`fields[1].entity_type: "pet" is no record type and no kind; expected one of person, team, x, project, plan`},
		"no kind":      {object(`{"limit":3}`), "fields[1].query: has neither kind nor recordType"},
		"unknown type": {object(`{"recordType":"pet"}`), `fields[1].query.recordType: "pet" is no record type`},
		"unknown field": {object(`{"kind":"task","where":{"or":[{"owner":{"eq":"a"}}]}}`),
			`fields[1].query.where.or[0].owner: task has no field "owner" to compare`},
		"unknown operator": {object(`{"kind":"task","where":{"title":{"like":"a"}}}`),
			`fields[1].query.where.title.like: "like" cannot be asked of "title"; expected one of contains, eq, gt, gte, in, isSet, lt, lte, ne`},
		"list compared": {object(`{"recordType":"person","where":{"tags":{"eq":"a"}}}`),
			`fields[1].query.where.tags.eq: "eq" cannot be asked of "tags"; expected one of contains, isSet`},
		"wrong value": {object(`{"kind":"task","where":{"priority":{"gt":"high"}}}`),
			`fields[1].query.where.priority.gt: got "high"; expected a number`},
		"wrong list": {object(`{"kind":"task","where":{"priority":{"in":1}}}`),
			`fields[1].query.where.priority.in: got 1; expected a list`},
		"this is no text": {object(`{"kind":"task","where":{"title":{"eq":"{this}"}}}`),
			`fields[1].query.where.title.eq: got "{this}"; expected a text`},
		"cut column":        {object(`{"kind":"task","where":{"description":{"contains":"a"}}}`), `task has no field "description" to compare`},
		"computed in query": {object(`{"recordType":"team","where":{"members":{"isSet":true}}}`), `"members" is computed`},
		"order by list":     {object(`{"recordType":"person","orderBy":"tags"}`), `fields[1].query.orderBy: "tags" is a list`},
		"too many":          {object(`{"kind":"task","limit":201}`), "fields[1].query.limit: got 201; expected a whole number from 1 to 200"},
		"unknown member":    {object(`{"kind":"task","having":1}`), "fields[1].query.having: unknown"},
		"record types of":   {object(`{"kind":"task","recordType":"person"}`), `fields[1].query.kind: "task" has no record types`},
		"select": {query("select t from tasks t where t.priority <= 2 and state_key = 'todo' -- soon\n" +
			"order by t.due_at desc limit 5;"), ""},
		"select as json": {query(`{"kind":"task"}`), ""},
		"select type":    {query("SELECT p\nFROM Pet"), `fields[1].query: line 2, column 6: "Pet" is no record type`},
		"select field": {query("SELECT p FROM Person\n  WHERE p.größe = 1"),
			`fields[1].query: line 2, column 11: person has no field "größe"`},
		"select operator": {query("SELECT p FROM Person WHERE p.role LIKE 'x'"),
			`fields[1].query: line 1, column 35: got "LIKE"; expected =, !=, <, >, <=, >= or CONTAINS`},
		"select quote": {query("SELECT p FROM Person WHERE p.role = 'x"), "line 1, column 37: the quote is not closed"},
		"select more": {query("SELECT p FROM Person LIMIT 3 OFFSET 4"),
			`line 1, column 30: got "OFFSET"; expected AND, ORDER BY, LIMIT or the end`},
		"select end":   {query("SELECT p FROM Person WHERE"), "line 1, column 27: the query ends here"},
		"select limit": {query("SELECT p FROM Person LIMIT 0"), "line 1, column 28: got 0"},
		"select alias": {query("SELECT p FROM Person WHERE q.role = 'x'"), `line 1, column 28: "q" is not what is selected`},
		"not a query":  {query("drop table"), `line 1, column 1: got "drop"; expected SELECT`},
	} {
		var recordType graph.RecordType
		if err := json.Unmarshal([]byte(test.recordType), &recordType); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		problems := records.NewTypes(append(slices.Clone(declared), recordType)).Check(&recordType)
		switch {
		case test.want == "" && problems != nil:
			t.Errorf("%s: got %v", name, problems)
		case test.want != "" && (len(problems) != 1 || !strings.Contains(problems[0].Error(), test.want)):
			t.Errorf("%s: got %v; want %s", name, problems, test.want)
		case test.want != "" && graph.CodeOf(problems[0]) != graph.CodeBadUserInput:
			t.Errorf("%s: got code %s", name, graph.CodeOf(problems[0]))
		}
	}
}

func TestCheckRecord(t *testing.T) {
	p, _ := project(t)
	find := func(id string) (graph.Entity, error) {
		far := &graph.Record{RecordType: "team"}
		switch entity := p.Graph.Entity(id); {
		case entity != nil:
			return entity, nil
		case id == graph.ID("far"):
			return far, nil
		}
		return nil, errors.New("is not there; expected another")
	}
	for fields, want := range map[string]string{
		`{"role":"x","email":"a.b+c@d.example","status":"left","since":"2026-02-28","tags":["a"],"other":1}`: "",
		`{"team":"p/team/data","tasks":"p/task/heater,p/task/gateway","profile":"p/document/old"}`:           "",
		`{"role":null,"tags":[],"email":""}`: "",
		`{"role":3}`:                         "", // there is no type for numbers
		`{"role":true}`:                      "fields.role: got true; expected a text",
		`{"email":3}`:                        "fields.email: got 3; expected a text",
		`{"email":"a at b"}`:                 `fields.email: got "a at b"; expected an e-mail address`,
		`{"since":"2026-02-30"}`:             `fields.since: got "2026-02-30"; expected a date such as 2026-01-31`,
		`{"status":"gone"}`:                  `fields.status: got "gone"; expected one of active, on_leave, left`,
		`{"tags":[1]}`:                       "fields.tags: has 1; expected a list of texts",
		`{"team":"p/team/none"}`:             `fields.team: "p/team/none" is not there; expected another`,
		`{"team":"far"}`:                     `fields.team: "far" is in another project; expected the id of an entity of the record's`,
		`{"team":"p/person/aisha"}`:          `fields.team: "p/person/aisha" is a Person; expected a team`,
		`{"tasks":["p/document/old"]}`:       `fields.tasks: "p/document/old" is a Document; expected a task`,
		`{"profile":"p/task/heater"}`:        `fields.profile: "p/task/heater" is a Task; expected a document`,
		`{"reports":["p/person/aisha"]}`:     "fields.reports: is computed; leave it out",
	} {
		r := &graph.Record{RecordType: "person", Fields: graph.JSON(fields)}
		r.ProjectID = p.Graph.Revision.ProjectID
		problems := p.Types.CheckRecord(r, find)
		if want == "" && problems != nil || want != "" && (len(problems) != 1 || problems[0].Error() != want) {
			t.Errorf("%s: got %v; want %s", fields, problems, want)
		}
	}
	for types, want := range map[*records.Types]string{
		p.Types:               `record_type: "pet" is no record type; expected one of person, team`,
		records.NewTypes(nil): `record_type: "pet" is no record type, and none is there; define it first`,
	} {
		if problems := types.CheckRecord(&graph.Record{RecordType: "pet"}, find); len(problems) != 1 || problems[0].Error() != want {
			t.Errorf("an unknown record type: got %v; want %s", problems, want)
		}
	}
}

func TestRefs(t *testing.T) {
	p, _ := project(t)
	r := &graph.Record{RecordType: "person", Fields: graph.JSON(`{"team":"a","manager":3,"tasks":"b, c","profile":"d","role":"e"}`)}
	want := []string{graph.ID("a"), graph.ID("b"), graph.ID("c"), graph.ID("d")}
	if got := p.Types.Refs(r); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := p.Types.Refs(&graph.Record{RecordType: "pet", Fields: r.Fields}); got != nil {
		t.Errorf("of an unknown type: got %v", got)
	}
}
