package subject_test

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// TestNumbersAreJoined reads the number of a release, a compound, and the number
// of an identifier as titles write them.
func TestNumbersAreJoined(t *testing.T) {
	x := indextest.New(t,
		indextest.Note("a", "9.0-beta2", ""), indextest.Note("b", "Phase 2", ""), indextest.Note("c", "9.0", ""),
		indextest.Note("d", "Phase 2 of the beta", "The cable x509 is laid."), indextest.Note("e", "509 metres of x", ""),
		indextest.Note("f", "The sidecar of the into", ""), indextest.Note("g", "Timezone", ""), indextest.Note("h", "Time zone", ""),
		note("i", "SE-0174: Change the filter", "document.proposal"), note("j", "RFC 12: Small frames", "document.memo"),
		note("k", "MSC3550: Wide frames", "document.change"),
		index.Document{ID: "n", Kind: "task", Title: "Left propeller", Aliases: []string{"WO-7202"},
			Vector: text.Analyse(text.Field{Name: "title", Text: "Left propeller"})},
		note("l", "ZED4711: Long cables", "document.change"), note("m", "ABC4711: Short cables", "document.change"),
	)
	r := corpus.Over(x).Open()
	t.Cleanup(r.Close)
	for question, want := range map[string][]string{
		"is 9.0 beta 2 late":   {"is", "9.0", "beta2", "late"},
		"is Beta-2 late":       {"is", "beta2", "late"},
		"is phase2 late":       {"is", "phase", "2", "late"},
		"is phase 2 late":      {"is", "phase", "2", "late"},
		"beta, 2 of them":      {"beta", "2", "of", "them"},
		"where is x509":        {"where", "is", "x509"},
		"which side car is it": {"which", "sidecar", "is", "it"},
		"the side, car":        {"the", "side", "car"},
		"the time zone":        {"the", "time", "zone"},
		"in to the":            {"in", "to", "the"},
		"who wrote se-174":     {"who", "wrote", "se", "0174"},
		"who wrote SE174":      {"who", "wrote", "se", "0174"},
		"who wrote rfc 0012":   {"who", "wrote", "rfc", "12"},
		"who wrote ADR-0174":   {"who", "wrote", "adr", "0174"}, // of no series here
		"read proposal 174":    {"read", "proposal", "se", "0174"},
		"read memo 174":        {"read", "memo", "174"},
		"read 00174":           {"read", "se", "0174"},
		"for 174 nodes":        {"for", "174", "nodes"},
		"174: the filter":      {"se", "0174", "the", "filter"},
		"174 filter":           {"se", "0174", "filter"},
		"174 nodes":            {"174", "nodes"},
		"what does 174 filter": {"what", "does", "174", "filter"},
		"filters of 174":       {"filters", "of", "se", "0174"},
		"is it over 174":       {"is", "it", "over", "174"},
		"the port 174":         {"the", "port", "174"},
		"proposal 12":          {"proposal", "12"},
		"who wrote #3550":      {"who", "wrote", "msc3550"},
		"who wrote msc-3550":   {"who", "wrote", "msc3550"},
		"who wrote #4711":      {"who", "wrote", "abc4711"}, // the first series
		"for 3550 nodes":       {"for", "3550", "nodes"},
		"who has wo7202":       {"who", "has", "wo", "7202"},
		"who has wo7203":       {"who", "has", "wo7203"},
		"is gamma 2 late":      {"is", "gamma", "2", "late"},
	} {
		var got []string
		for _, word := range subject.Ask(r, question, func(string) bool { return false }, subject.Defaults()).Words {
			got = append(got, word.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}

// note returns a document of a type.
func note(id, title, typeKey string) index.Document {
	return index.Document{ID: id, Kind: "document", Title: title, Vector: text.Analyse(
		text.Field{Name: "title", Text: title}, text.Field{Name: "type_key", Text: strings.ReplaceAll(typeKey, ".", " ")})}
}
