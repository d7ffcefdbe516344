package words

import (
	"os"
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	for _, name := range []string{"en", "de", "es", "fr"} {
		data, _ := os.ReadFile(name + ".words")
		table := &Table{Language: name, phrases: map[string][]Meaning{}}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			meaning, phrases, _ := strings.Cut(line, ":")
			typ, value, _ := strings.Cut(strings.TrimSpace(meaning), " ")
			for p := range strings.SplitSeq(phrases, ",") {
				if err := table.put(p, Meaning{typ, value}); err != nil {
					t.Error(name, err)
				}
			}
		}
	}
}
