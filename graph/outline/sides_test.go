package outline_test

import (
	"os"
	"testing"
)

// TestComparedProjects compares projects by words of their names, and of the text of one.
// The names of two plans are not of projects.
func TestComparedProjects(t *testing.T) {
	l := openWith(t,
		`{"kind":"project","id":"mill","name":"Mill on the Arve","state_key":"active","description":"A wheel for the electricity of the school."}
{"kind":"project","id":"kiln","name":"Brick kiln","state_key":"active","description":"Bricks for the flood wall."}
{"kind":"plan","id":"gate","project_id":"mill","name":"Kiln gate"}
{"kind":"plan","id":"school","project_id":"kiln","name":"School bricks"}
{"kind":"task","id":"oak","project_id":"mill","title":"Order oak"}
{"kind":"task","id":"sand","project_id":"kiln","title":"Order sand"}
{"kind":"edge","src_id":"gate","rel":"has_task","dst_id":"oak"}
{"kind":"edge","src_id":"school","rel":"has_task","dst_id":"sand"}
{"kind":"document","id":"note","project_id":"kiln","title":"Mill notes"}
`)
	for question, want := range map[string]string{
		"compare the mill project with the brick kiln":       "Brick kiln Mill on the Arve",
		"brick kiln vs the electricity for the school":       "Brick kiln Mill on the Arve",
		"how does the brick kiln differ from the Arve mill":  "Brick kiln Mill on the Arve",
		"how do the Arve mill and the brick kiln compare?":   "Brick kiln Mill on the Arve",
		"difference between the kiln gate and school bricks": "Kiln gate School bricks",
		"how do the school bricks differ from the kiln gate": "Kiln gate School bricks",
	} {
		o := l.find(question)
		if got := labels(o); got != want {
			t.Errorf("%q is about %q, want %q", question, got, want)
		}
	}
}

// TestComparedProjectsAreNoList compares two projects of the demo. The name of one has a
// word for a state.
func TestComparedProjectsAreNoList(t *testing.T) {
	demo, err := os.ReadFile("../../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	l := openWith(t, string(demo))
	o := l.find("compare Shoplane Pay with the oral-history archive")
	if got, want := labels(o), "Shoplane Pay Voices"; got != want || o.List != nil {
		t.Errorf("it is about %q, want %q; it has a list: %v", got, want, o.List != nil)
	}
}
