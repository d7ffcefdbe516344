package cli

import (
	"bytes"
	"testing"
)

func TestPrintEntity(t *testing.T) {
	var out bytes.Buffer
	printEntity(&out, map[string]any{
		"label": "Fog", "kind": "RISK", "id": "1", "props": map[string]any{"a": 1.0}, "dueAt": nil, "planIds": []any{"2", "3"},
		"fields":         []any{map[string]any{"name": "owner", "text": "Marek\nBo"}},
		"why":            "Salt.\nid: 2\n",
		"linkedEntities": map[string]any{"text": "Linked to nothing.\n"},
	})
	const want = `kind: RISK
id: 1
label: Fog
fields:
  owner: Marek
    Bo
planIds: ["2","3"]
props: {"a":1}
why: Salt.
  id: 2

Linked to nothing.
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestPrintFullEntity(t *testing.T) {
	var out bytes.Buffer
	printEntity(&out, map[string]any{"id": "1", "full": map[string]any{"description": "whole"}})
	if want := "id: 1\ndescription: whole\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
