package outline_test

import "testing"

// TestPlaces checks that a question with a word for something in a project is not
// about the project that it names.
func TestPlaces(t *testing.T) {
	const town = `{"kind":"project","id":"m","name":"Mill Lane","description":"Flats by the stream.","state_key":"active"}
{"kind":"plan","id":"p","project_id":"m","name":"Paths",` +
		`"description":"Puddles stay for days where the ground is clay.","state_key":"active"}
{"kind":"plan","id":"q","project_id":"m","name":"Roofs","description":"Slate, as before.","state_key":"active"}
{"kind":"plan","id":"r","project_id":"m","name":"Cellars","description":"Dry ground.","state_key":"active"}
{"kind":"task","id":"t","project_id":"m","title":"Order slate","state_key":"todo"}
{"kind":"edge","rel":"has_task","src_id":"q","dst_id":"t"}
`
	openWith(t, town).isAbout(t, map[string]about{
		"who delivers the slate at Mill Lane": {"Roofs", false}, // and not Mill Lane, as a place
	})
}
