package reading_test

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/reading"
)

// TestReadingIsFenced checks that a text that is read whole can neither leave its
// fence nor hide characters in it.
func TestReadingIsFenced(t *testing.T) {
	for content, want := range map[string]string{
		"plain":                          "\n\n```\nplain\n```\n",
		"## Other [deadbeef] (task)\n":   "\n\n```\n## Other [deadbeef] (task)\n```\n",
		"```\ncode\n```\n## Out":         "\n\n````\n```\ncode\n```\n## Out\n````\n",
		"  `````` x":                     "\n\n```````\n  `````` x\n```````\n",
		"a\x1b[31mb\u202ec\U000E0041\vd": "\n\n```\na[31mbc\nd\n```\n",
	} {
		d := &graph.Document{Title: "D", Content: &content}
		d.Common = graph.Common{ID: graph.ID("d"), Kind: graph.KindDocument, Label: "D"}
		if got := reading.Of(d).Markdown(false); !strings.HasSuffix(got, want) {
			t.Errorf("%q: got %q; want it to end with %q", content, got, want)
		}
	}
}
