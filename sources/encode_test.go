package sources

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph"
)

// TestAppendLine checks that lines are as encoding/json writes them.
func TestAppendLine(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a<>&"\\\n\r\t\x00\x7fé\x{2028}\x{2029}…]*`))
		line := map[string]any{
			"kind": graph.KindTask, "rel": graph.RelRelatesTo, "title": text.Draw(r, "title"), "n": rapid.Int().Draw(r, "n"), "x": 1.5, "none": nil,
			"labels": rapid.SliceOf(text).Draw(r, "labels"), "bytes": string(rapid.SliceOf(rapid.Byte()).Draw(r, "bytes")),
			"props": map[string]any{text.Draw(r, "name"): []any{text.Draw(r, "item"), true, json.Number("1.0")}, "empty": map[string]any(nil)},
		}
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(line); err != nil {
			r.Fatal(err)
		}
		if got, err := appendLine(nil, line); err != nil || !bytes.Equal(got, want.Bytes()) {
			r.Fatalf("got %s, %v\nwant %s", got, err, want.Bytes())
		}
	})
}
