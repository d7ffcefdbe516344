package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dossier/graph"
)

// TestFormsHaveTheSameFacts calls each tool as three sorts of clients do: those
// that pass only the text to the model, those that pass only the structured
// content, and those that pass both. Each of them gets the same facts. Answers
// that fill the budget are shorter with structured contents, in both forms.
func TestFormsHaveTheSameFacts(t *testing.T) {
	plain, structured := connect(t), connectStructured(t)
	for tool, list := range asked {
		for _, arguments := range list {
			var given map[string]any
			if err := json.Unmarshal([]byte(arguments), &given); err != nil {
				t.Fatal(err)
			}
			given["max_tokens"] = 20_000
			text, both := plain.call(t, tool, given), structured.call(t, tool, given)
			if text.IsError || both.IsError || text.StructuredContent != nil || len(text.Content) != 1 || len(both.Content) != 1 {
				t.Errorf("%s %s: %+v, %+v", tool, arguments, text, both)
				continue
			}
			isNamed := tool != "create_entities" && tool != "remember" // else each text has new ids
			if isCut := len(textOf(text)) > 20_000; isNamed && !isCut && textOf(text) != textOf(both) {
				t.Errorf("%s %s: with structured contents the text is\n%s\nwithout\n%s", tool, arguments, textOf(both), textOf(text))
			}
			facts := both.StructuredContent.(map[string]any)
			alone := graph.EncodeJSON(facts["text"])
			if tool == "get_graph_snapshot" { // its text is JSON
				alone = graph.EncodeJSON(facts)
				var same any
				if err := json.NewDecoder(strings.NewReader(textOf(both))).Decode(&same); err != nil {
					t.Fatal(err)
				}
				if graph.EncodeJSON(same) != alone {
					t.Errorf("%s %s: got %s", tool, arguments, alone)
				}
			} else if alone != graph.EncodeJSON(textOf(both)) {
				t.Errorf("%s %s: the structured content has the text\n%s", tool, arguments, alone)
			}
		}
	}
}
