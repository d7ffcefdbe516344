package rank_test

import (
	"strings"
	"testing"

	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/rank"
)

// TestBestSections checks that the best section of a document raises it, whatever the
// length of its other sections, more than words apart in several sections of another,
// and that a document without headings is not raised.
func TestBestSections(t *testing.T) {
	const question = "how is salt kept dry in the barn"
	for _, rest := range []int{1, 40} {
		long := "# Salt in the barn\nSalt is kept dry in the barn by a raised floor."
		for range rest {
			long += "\n# Tools\n" + strings.Repeat("Rakes and shovels hang on the wall. ", 5)
		}
		x := indextest.New(t,
			indextest.Note("long", "Handbook", long),
			indextest.Note("apart", "Yard", "# Salt\nSalt is delivered in May.\n# Roof\nThe barn is dry.\n# Cats\nThe cats are kept outside."),
			indextest.Note("note", "Note", "The barn is dry."),
		)
		raised := map[string]float64{}
		for _, node := range ranker(x).Rank(rank.Request{Topics: []string{question}, Limit: 3, Explain: true}).Nodes {
			for _, share := range node.Shares {
				if share.Stage == "sections" {
					raised[node.ID] = share.Score
				}
			}
		}
		if raised["long"] <= 1.5*raised["apart"] || raised["apart"] <= 0 || raised["note"] != 0 {
			t.Errorf("with %d other sections the best sections add %v", rest, raised)
		}
	}
}
