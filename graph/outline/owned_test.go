package outline_test

import (
	"testing"

	"dossier/graph"
)

// crew is two projects whose tasks name their owners in props. The owners are
// records of a type of the project's own, and in one project only.
const crew = `
{"kind":"record_type","id":"deckhand","name":"Deckhand","fields":[{"name":"handle","type":"text"}]}
{"kind":"record_type","id":"pump","name":"Pump","fields":[{"name":"owner","type":"entity_ref","entity_type":"deckhand"}]}
{"kind":"project","id":"dock","name":"Dry dock","state_key":"active"}
{"kind":"project","id":"ferry","name":"Ferry refit","state_key":"active"}
{"kind":"record","id":"mia","project_id":"dock","record_type":"deckhand","name":"Mia Thorne","fields":{"handle":"@mia"}}
{"kind":"record","id":"p1","project_id":"dock","record_type":"pump","name":"Bilge pump","fields":{"owner":"mia"}}
{"kind":"task","id":"sill","project_id":"dock","title":"Scrape the sill","state_key":"todo","props":{"assignee":"Mia Thorne"}}
{"kind":"task","id":"gate","project_id":"dock","title":"Grease the gate","state_key":"done","props":{"assignee":"Mia Thorne"}}
{"kind":"task","id":"deck","project_id":"ferry","title":"Caulk the upper deck seams","state_key":"todo","props":{"assignee":"Mia Thorne"}}
{"kind":"task","id":"hull","project_id":"dock","title":"Paint the hull","state_key":"todo","props":{"assignee":"Ole"},` +
	`"description":"Mia Thorne has the paint."}
`

// TestWhatRecordsOwn checks that any record owns what the props of any project say
// that it owns.
func TestWhatRecordsOwn(t *testing.T) {
	openWith(t, crew).answers(t, map[string]string{
		"open tasks of Mia Thorne": "Tasks, of Mia Thorne, open: deck sill",
	})
}

// TestNamedWithoutEdge asks for the work of a record that a text names without an
// edge to it.
func TestNamedWithoutEdge(t *testing.T) {
	o := openWith(t, crew).find("what is Miea Thorne doing")
	if len(o.Topics) == 0 || o.Topics[0].Entity.Self().Label != "Mia Thorne" {
		t.Errorf("the topics are %v", o.Topics)
	}
}

// TestWriters checks that those who write a message are not what it is about if it
// names work as well.
func TestWriters(t *testing.T) {
	const chat = "[9:01] @mia: the kettle is broken\n[9:02] @mia: anyone seen my gloves today?\n" +
		"[9:05] @mia: right, and then there is Caulk the upper deck seams on the board\n[9:06] @mia: nobody knows how far that is?\n"
	for _, topic := range openWith(t, crew).find(chat).Topics {
		if topic.Entity.Self().Kind == graph.KindRecord {
			t.Errorf("the message is about %s", topic.Entity.Self().Label)
		}
	}
}

// TestAssignedTo checks that what is assigned to somebody is not what the same person
// reported.
func TestAssignedTo(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"p","name":"Harbour","state_key":"active"}
{"kind":"task","id":"a","project_id":"p","title":"Alpha","state_key":"todo","props":{"reporter":"kira"}}
{"kind":"task","id":"b","project_id":"p","title":"Beta","state_key":"done","props":{"reporter":"kira","assignee":"kira"}}
`)
	l.lists(t, map[string]string{"tasks assigned to kira": "Beta", "open tasks assigned to kira": ""})
}
