package web

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed examples
var exampleFiles embed.FS

// An Example is a query that a new reader can run without changes.
type Example struct {
	Name      string          `json:"name"`                // of the file, without its number
	Title     string          `json:"title"`               // the query's first line, a comment
	Query     string          `json:"query"`               // one operation, the title included
	Variables json.RawMessage `json:"variables,omitempty"` // an object, or absent
}

// Examples returns the playground's queries in the order of its tabs. Each is a
// file NUMBER-NAME.graphql in the folder examples, beside it NUMBER-NAME.json
// where it takes variables.
func Examples() []Example {
	names, err := fs.Glob(exampleFiles, "examples/*.graphql")
	examples := make([]Example, len(names))
	for i, name := range names {
		var readErr error
		examples[i], readErr = readExample(name)
		err = errors.Join(err, readErr)
	}
	if err != nil { // the files are part of the program
		panic(fmt.Errorf("read the embedded examples: %w", err))
	}
	return examples
}

func readExample(name string) (Example, error) {
	query, err := exampleFiles.ReadFile(name)
	if err != nil {
		return Example{}, err
	}
	stem := strings.TrimSuffix(name, ".graphql")
	variables, err := exampleFiles.ReadFile(stem + ".json")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Example{}, err
	}
	_, short, _ := strings.Cut(path.Base(stem), "-")
	title, _, _ := strings.Cut(string(query), "\n")
	return Example{short, strings.TrimPrefix(title, "# "), string(query), variables}, nil
}
