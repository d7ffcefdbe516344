package tana_test

import (
	"strings"
	"testing"

	"dossier/sources/sourcestest"
	"dossier/sources/tana"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &tana.Format) }

func TestBadInput(t *testing.T) {
	const name, good = "tana.json", `{"id":"a","props":{"name":"Good"}}`
	docs := func(more string) map[string]string {
		return map[string]string{name: `{"formatVersion":1,"docs":[` + good + ",\n" + more + "]}"}
	}
	sourcestest.Bads(t, &tana.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: `{"formatVersion":1,"docs":[` + good + ",\n" + `{"id":"b","props":{"na`},
			Want: name + ":2: rejected: not JSON", Kept: 1},
		{Name: "no export", File: name, Files: map[string]string{name: `{"nodes":[]}`}, Want: name + ": rejected: no docs", Kept: 0},
		{Name: "a list", File: name, Files: map[string]string{name: `[1,2]`}, Want: name + ": rejected: no docs", Kept: 0},
		{Name: "empty", File: name, Files: map[string]string{name: `{"formatVersion":1,"docs":[]}`}, Want: name + ": rejected: docs is empty",
			Kept: 0},
		{Name: "an empty file", File: name, Files: map[string]string{name: ""}, Want: name, Kept: 0},
		{Name: "no id", Files: docs(`{"props":{"name":"B"}}`), Want: name + ":2: rejected: doc 2 has no id", Kept: 1},
		{Name: "the same id", Files: docs(good), Want: name + `:2: rejected: the id "a" is used in line 1`, Kept: 1},
		{Name: "a cycle of owners", Files: docs(`{"id":"b","props":{"name":"B","_ownerId":"c"}},{"id":"c","props":{"name":"C","_ownerId":"b"}}`),
			Want: name + ":2: rejected: \"B\" is a part of itself", Kept: 1},
		{Name: "a cycle of children", Files: docs(`{"id":"b","props":{"name":"B"},"children":["b","c"]},{"id":"c","props":{"name":"C",` +
			`"_ownerId":"b"},"children":["b"]}`), Want: "", Kept: 2},
		{Name: "an unknown state", Files: docs(tagged("b", "task", `{"id":"f","props":{"_docType":"attrDef","name":"Status"}}`, "Zzz")),
			Want: name + `:2: warned: the status "Zzz" is not known`, Kept: 2},
		{Name: "a bad date", Files: docs(tagged("b", "task", `{"id":"f","props":{"_docType":"attrDef","name":"Due date"}}`, "soon")),
			Want: name + ":2: warned: due_at: \"soon\" is no date", Kept: 2},
		{Name: "children that are missing",
			Files: docs(`{"id":"b","props":{"name":"B","_ownerId":"zzz","_metaNodeId":"zzz"},"children":["x","y"]}`), Want: "", Kept: 2},
		{Name: "hostile text", Files: docs(`{"id":"b","props":{"name":"<script>x</script><b><i>B &lt;b&gt;<span ` +
			`data-inlineref-date='{'>","description":"` + strings.Repeat("<b>", 3000) + `"}}`), Want: "", Kept: 2},
		{Name: "a huge text", Files: docs(`{"id":"b","props":{"name":"B","description":"` + strings.Repeat("x", 3<<20) + `"}}`),
			Want: name + ":2: lost: the end of content", Kept: 2},
		{Name: "intermediate: no uid", Files: tif(`{"name":"B","type":"node"}`), Want: name + ":2: rejected: the node has no uid", Kept: 1},
		{Name: "intermediate: the same uid", Files: tif(`{"uid":"a","name":"B"}`), Want: name + `:2: rejected: the id "a" is used in line 1`,
			Kept: 1},
		{Name: "intermediate: a missing supertag", Files: tif(`{"uid":"b","name":"B","supertags":["x"]}`),
			Want: name + `:2: lost: the supertag "x"`, Kept: 2},
		{Name: "intermediate: deep",
			Files: tif(strings.Repeat(`{"uid":"b","name":"B","children":[`, 1) + `{"uid":"c","name":"[[","children":7}]}`), Want: "", Kept: 2},
		{Name: "intermediate: forms", Files: tif(`{"uid":"b","name":["x"],"children":[{"type":"field"},{"type":"field","name":"Due",` +
			`"children":[{"uid":"d","name":"[[b^]]"}]}],"supertags":"st"}`), Want: "", Kept: 1},
		{Name: "forms of members", Files: docs(`{"id":7,"props":{"name":["x"],"created":"x","_done":"x"},"children":{"a":1},"modifiedTs":7},` +
			`{"id":"c","props":7}`), Want: "", Kept: 1},
	})
}

// tif returns a file of the intermediate format with a node and more.
func tif(more string) map[string]string {
	return map[string]string{"tana.json": `{"version":"TanaIntermediateFile V0.1","nodes":[{"uid":"a","name":"Good"},` + "\n" + more + `]}`}
}

// tagged returns a node with a supertag, and a field with a value.
func tagged(id, tag, field, value string) string {
	return strings.NewReplacer("ID", id, "TAG", tag, "FIELD", field, "VALUE", value).Replace(
		`{"id":"ID","props":{"name":"B","_metaNodeId":"m"},"children":["t"]},
{"id":"m","props":{"_docType":"metanode"},"children":["mt"]},{"id":"mt","props":{"_docType":"tuple"},"children":["SYS_A13","tag"]},
{"id":"tag","props":{"_docType":"tagDef","name":"TAG"}},FIELD,{"id":"t","props":{"_docType":"tuple","_ownerId":"ID"},"children":["f",` +
			`"v"]},{"id":"v","props":{"name":"VALUE","_ownerId":"t"}}`)
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &tana.Format, "tana.json", nil,
		`{"formatVersion":1,"docs":[`+tagged("b", "task", `{"id":"f","props":{"_docType":"attrDef","name":"Status"}}`, "Done")+`]}`,
		`{"version":"TanaIntermediateFile V0.1","nodes":[{"uid":"a","name":"A [[B^b]] [[date:x]]","supertags":["t"],"children":[{"uid":"b",`+
			`"type":"field","name":"Due","children":[{"uid":"c","name":"[[A^a]]"}]}]}],"supertags":[{"uid":"t","name":"task"}]}`,
		`{"formatVersion":1,"docs":[{"id":"a","props":{"name":"<b>A</b> <span data-inlineref-node=\"b\"></span>"},"children":["b"]},{"id":"b",`+
			`"props":{"name":"B","_ownerId":"a","_done":1}}]}`)
}
