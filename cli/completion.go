package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/alecthomas/kong"

	"dossier/cli/complete"
	"dossier/cli/imports"
	"dossier/cli/requests"
	"dossier/cli/serving"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/view"
	"dossier/mcp/setup"
	"dossier/remote"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,fish,zsh" help:"bash, fish or zsh."`
}

// Help says where to put the script.
func (completionCommand) Help() string {
	return `Examples:
  source <(dossier completion bash)       # in ~/.bashrc; the same with zsh in ~/.zshrc, after compinit
  dossier completion fish > ~/.config/fish/completions/dossier.fish`
}

// Run prints the script.
func (c *completionCommand) Run(streams terminal.Streams) error {
	script, err := complete.Script(c.Shell)
	if err == nil {
		_, err = streams.Out.Write(script)
	}
	return err
}

// completeWithin is the time that a shell waits for words of the store. By eye.
const completeWithin = 2 * time.Second

type completeWordsCommand struct {
	Words []string `arg:"" optional:"" help:"The words of the command line, up to the cursor."`
}

// Run prints the words that may be at the cursor, each with its help after a
// tab. There are none if the store does not answer.
func (c *completeWordsCommand) Run(ctx context.Context, app *kong.Context, api *requests.API, services *serving.Services,
	streams terminal.Streams) error {
	ctx, cancel := context.WithTimeout(ctx, completeWithin)
	defer cancel()
	values := func(what string, line *complete.Line) []complete.Word {
		if words, is := closedSets[what]; is {
			return words(line)
		}
		names, err := namesLike(ctx, apiLike(line, api, services), what, line.Typed)
		if err != nil {
			return nil
		}
		return names
	}
	for _, word := range complete.Words(app.Model, c.Words, values) {
		fmt.Fprintf(streams.Out, "%s\t%s\n", word.Text, terminal.Shown(word.Help))
	}
	return nil
}

// closedSets are the values that need no store.
var closedSets = map[string]func(*complete.Line) []complete.Word{
	"kind": func(*complete.Line) []complete.Word {
		return kindWords(func(s *graph.Spec) string { return string(s.Kind) })
	},
	"plural":   func(*complete.Line) []complete.Word { return kindWords(func(s *graph.Spec) string { return s.Plural }) },
	"state":    stateWords,
	"field":    fieldWords,
	"relation": func(*complete.Line) []complete.Word { return relationWords() },
	"format":   func(*complete.Line) []complete.Word { return plainWords(imports.FromValues()) },
	"client":   func(*complete.Line) []complete.Word { return plainWords(setup.Clients()) },
	"lens": func(*complete.Line) (words []complete.Word) {
		for _, one := range lens.BuiltIn() {
			words = append(words, complete.Word{Text: one.Name, Help: one.Description})
		}
		return words
	},
	"view": func(*complete.Line) (words []complete.Word) {
		for _, one := range view.BuiltIn() {
			words = append(words, complete.Word{Text: one.Name, Help: one.Description})
		}
		return words
	},
}

func plainWords(texts []string) []complete.Word {
	words := make([]complete.Word, len(texts))
	for i, text := range texts {
		words[i].Text = text
	}
	return words
}

func relationWords() (words []complete.Word) {
	for _, spec := range graph.Relations {
		words = append(words, complete.Word{Text: string(spec.Name)})
	}
	return words
}

func kindWords(name func(*graph.Spec) string) (words []complete.Word) {
	for _, spec := range graph.Kinds {
		words = append(words, complete.Word{Text: name(spec)})
	}
	return words
}

// specIn returns the kind that is the first argument of a line, nil for none.
func specIn(line *complete.Line) *graph.Spec {
	if len(line.Args) == 0 {
		return nil
	}
	spec, err := requests.KindOrPlural(line.Args[0])
	if err != nil {
		return nil
	}
	return spec
}

// stateWords returns the states of the kind in the line, or of all kinds.
func stateWords(line *complete.Line) []complete.Word {
	if spec := specIn(line); spec != nil {
		return plainWords(spec.States)
	}
	var all []string
	for _, spec := range graph.Kinds {
		all = append(all, spec.States...)
	}
	slices.Sort(all)
	return plainWords(slices.Compact(all))
}

// fieldWords returns the fields that an entity of the kind in the line may be
// given, as the beginnings of FIELD=VALUE.
func fieldWords(line *complete.Line) (words []complete.Word) {
	spec := specIn(line)
	if spec == nil {
		return nil
	}
	words = append(words, complete.Word{Text: "project=", Help: "the project"})
	for i := range spec.Fields {
		if field := &spec.Fields[i]; field.Input && field.Name != "id" && field.Name != "project_id" {
			words = append(words, complete.Word{Text: requests.TypedName(field) + "=", Help: field.Doc})
		}
	}
	return words
}

// mostNames is how many entities of each kind may be completed, those changed
// last. By eye.
const mostNames = 100

// isPlainWord reports whether a text means itself in every shell, also at the beginning
// of a word.
func isPlainWord(text string) bool {
	isOf := func(more string) func(rune) bool {
		return func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(more, r) }
	}
	return text != "" && strings.IndexFunc(text, isOf("_")) == 0 && strings.TrimFunc(text, isOf("_-./:@+,")) == ""
}

// namesLike returns the names of projects, or of entities of all kinds, that begin with
// what is typed.
func namesLike(ctx context.Context, a *requests.API, what, typed string) (words []complete.Word, err error) {
	var text strings.Builder
	for _, spec := range graph.Kinds {
		if what == "entity" || spec.Kind == graph.KindProject {
			fmt.Fprintf(&text, "%s: %s(first: %d) { nodes { id externalId label } } ", spec.Kind, spec.Plural, mostNames)
		}
	}
	ask, closeStore, err := a.Open(ctx, requests.Reads)
	if err != nil {
		return nil, err
	}
	defer closeStore()
	var answer map[string]struct {
		Nodes []struct{ ID, ExternalID, Label string }
	}
	if err := requests.Decode(ctx, ask, requests.Question{Text: "{ " + text.String() + "}"}, &answer); err != nil {
		return nil, err
	}
	var names, ids []string
	for _, spec := range graph.Kinds {
		for _, node := range answer[string(spec.Kind)].Nodes {
			name := node.ExternalID
			if !isPlainWord(name) {
				name = graph.ShortID(nil, node.ID)
			}
			if complete.Begins(name, typed) || complete.Begins(node.ID, typed) {
				words, names, ids = append(words, complete.Word{Help: node.Label}), append(names, name), append(ids, node.ID)
			}
		}
	}
	for i, name := range requests.Meaning(ctx, ask, names, ids) {
		words[i].Text = name
	}
	return words, nil
}

// apiLike returns an api over the store, or the server, of the flags in a line.
func apiLike(line *complete.Line, a *requests.API, s *serving.Services) *requests.API {
	stores := *s.Stores
	stores.Notice = nil
	if url := line.Flags["db"]; url != "" {
		stores.URL, stores.Workspace = url, nil
	} else if folder := line.Flags["folder"]; folder != "" {
		stores.URL = ""
		stores.FindWorkspace(folder)
	}
	services := *s
	services.Stores = &stores
	other := *a
	other.Local = services.Local
	if url := line.Flags["server"]; url != "" {
		if server, err := remote.New(url, line.Flags["key"]); err == nil {
			other.Remote = server
		}
	}
	return &other
}
