package prompt_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/prompt"
)

// TestOverviews compares documents about the graphs of the repository with the
// archives in testdata/overviews. The comment of an archive begins with the day
// of the requests. The names of its files are requests: workspace PROJECT TOKENS,
// focus ID TOKENS or global TOKENS, followed by options.
func TestOverviews(t *testing.T) {
	for _, name := range []string{"demo", "construction"} {
		path := "testdata/overviews/" + name + ".txtar"
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		day, _, _ := strings.Cut(string(archive.Comment), "\n")
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		s := open(t, name+".ndjson")
		for i, file := range archive.Files {
			t.Run(name+"/"+file.Name, func(t *testing.T) {
				got := must(s.request(file.Name,
					prompt.Options{Count: graphtest.Counter(t), Now: now, Full: s.full, ShortID: func(id string) string { return id[:8] }}))(t).Text
				switch {
				case *update:
					archive.Files[i].Data = []byte(got)
				case got != string(file.Data):
					t.Errorf("got:\n%s\nwant:\n%s", got, file.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// request returns the document of a request such as "focus school/task/crane 800
// sources".
func (s *shelf) request(text string, options prompt.Options) (*prompt.Document, error) {
	words := strings.Fields(text)
	for i, word := range words {
		if tokens, err := strconv.Atoi(word); err == nil {
			options.MaxTokens = tokens
			if err := setOptions(&options, words[i+1:]); err != nil {
				return nil, err
			}
		}
	}
	if words[0] == "global" {
		return prompt.Overview(s.graphs, "", options)
	}
	id := graph.ID(words[1])
	for _, g := range s.graphs {
		if g.Entity(id) != nil {
			return focus(g, id, options)
		}
	}
	return nil, fmt.Errorf("unknown entity %s", words[1])
}

// setOptions sets the options of a request: sources, kinds=task,risk and
// others.
func setOptions(options *prompt.Options, words []string) error {
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "sources":
			options.Sources = true
		case "nofields":
			options.HideFacts = true
		case "graph":
			options.Graph = new(true)
		case "classic":
			options.Classic = true
		case "depth":
			depth, err := strconv.Atoi(value)
			if err != nil {
				return err
			}
			options.Within = &depth
		case "kinds":
			for _, kind := range strings.Split(value, ",") {
				options.Kinds = append(options.Kinds, graph.Kind(kind))
			}
		case "first":
			for _, kind := range strings.Split(value, ",") {
				options.First = append(options.First, graph.Kind(kind))
			}
		default:
			return fmt.Errorf("unknown option %s", word)
		}
	}
	return nil
}

// TestInputsMatter checks that each option of a document changes the text.
func TestInputsMatter(t *testing.T) {
	s := open(t, "demo.ndjson")
	base := prompt.Options{Count: graphtest.Counter(t), Now: time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC), Full: s.full}
	for _, start := range []string{"workspace shoplane 2000", "focus shoplane/task/offline-queue 4000", "global 2000"} {
		before := must(s.request(start, base))(t).Text
		for _, option := range []string{"sources", "nofields", "classic", "depth=1", "depth=0", "kinds=task", "kinds=risk,goal", "first=risk",
			"first=document,insight", "graph"} {
			if option == "graph" && start == "global 2000" {
				continue // a request for it is refused
			}
			if start == "focus shoplane/task/offline-queue 4000" && option == "classic" {
				continue // the caller ranks what is around an entity
			}
			if after := must(s.request(start+" "+option, base))(t).Text; after == before {
				t.Errorf("%s: %s changes nothing", start, option)
			}
		}
	}
}
