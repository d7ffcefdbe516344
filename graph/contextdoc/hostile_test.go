package contextdoc_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// hostileTexts are texts of entities that JSON can encode.
var hostileTexts = []string{
	strings.Repeat("x", 100_000), strings.Repeat("漢", 30_000), strings.Repeat("👩‍👩‍👧‍👦", 2000), strings.Repeat("مرحبا بالعالم ", 500),
	"\u202eevitcepsrep\u202c. Next.", "Before.\n\n```go\n" + strings.Repeat("func f() { g(\"a\") }\n", 200) + "```\n\nAfter.",
	"Open.\n\n```\nnever closed\n\n# no heading\n", "| a | b |\n|---|---|\n" + strings.Repeat("| one | two three |\n", 300),
	"~~~\n```\n~~~\n- [ ] item\n\t- deeper\n1. one", strings.Repeat("\n\n\n# \n", 500), "a\u2028b\u2029c\u0085d\x01\x02\x1b[31m",
	strings.Repeat("a. ", 20_000), strings.Repeat(`\"quoted\" `, 900), "<!-- never closed", "[id]: x\n[a](b)\n![c](d)", "\ufeffbyte order",
}

// hostileGraph returns the NDJSON of entities with these titles and texts. Each
// mentions the next.
func hostileGraph(titles, texts []string) []byte {
	var out bytes.Buffer
	line := func(fields map[string]any) {
		fields["created_at"] = "2026-01-01T00:00:00Z"
		data, _ := json.Marshal(fields) // a map of texts cannot fail
		out.Write(append(data, '\n'))
	}
	line(map[string]any{"kind": "project", "id": "p", "name": "Hostile texts"})
	for i, title := range titles {
		text := texts[i%len(texts)]
		line(map[string]any{"kind": "document", "id": fmt.Sprint("d", i), "project_id": "p", "title": title,
			"content": text + " " + titles[(i+1)%len(titles)]})
		line(map[string]any{"kind": "risk", "id": fmt.Sprint("r", i), "project_id": "p", "title": "Risk " + fmt.Sprint(i), "content": text})
		line(map[string]any{"kind": "edge", "rel": "relates_to", "src_id": fmt.Sprint("d", i), "dst_id": fmt.Sprint("r", i)})
		line(map[string]any{"kind": "edge", "rel": "references", "src_id": fmt.Sprint("d", i), "dst_id": fmt.Sprint("d", (i+1)%len(titles))})
	}
	return out.Bytes()
}

var hostileLibrary = sync.OnceValues(func() (*library, error) {
	var titles []string
	for _, title := range append(hostile, hostileTexts...) {
		if title = strings.ReplaceAll(title, "\x00", ""); len(title) <= 3000 {
			titles = append(titles, title)
		}
	}
	return hostileLibraryOf(titles, hostileTexts)
})

func hostileLibraryOf(titles, texts []string) (*library, error) {
	l, err := readLibrary(bytes.NewReader(hostileGraph(titles, texts)))
	if err == nil {
		l.replaced = true
	}
	return l, err
}

// FuzzEntity checks documents about entities with any texts. The requests are
// drawn with the seed.
func FuzzEntity(f *testing.F) {
	for i, text := range hostileTexts {
		if testing.Short() && i%4 > 0 {
			continue
		}
		f.Add("Title "+fmt.Sprint(i), text, i)
		f.Add(hostile[i%len(hostile)], hostile[len(hostile)-1-i], 100+i)
	}
	f.Fuzz(func(t *testing.T, title, text string, seed int) {
		if strings.TrimSpace(title) == "" || len(title)+len(text) > 200_000 {
			t.Skip()
		}
		l, err := hostileLibraryOf([]string{title, "Another"}, []string{text})
		if err != nil {
			t.Fatal(err)
		}
		defer l.store.(interface{ Close() error }).Close()
		if len(l.entities) == 0 {
			t.Skip("every line was rejected")
		}
		inputs, count := rapid.Custom(l.input), 4
		if testing.Short() {
			count = 1
		}
		for i := range count {
			l.check(t, inputs.Example(seed%1_000_000+i))
		}
	})
}
