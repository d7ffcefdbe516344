package web

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

//go:embed examples
var exampleFiles embed.FS

// Values are the values of the variables of example queries, by name: "project"
// is the id of a project, and "topic" something to search for in it. A variable
// may have no value, for example if the store has no entities.
type Values map[string]string

// An Example is a query that a new reader can run without changes.
type Example struct {
	Name      string `json:"name"`                // of the file, without number and suffix
	Title     string `json:"title"`               // the comment in the query's first line
	Query     string `json:"query"`               // one operation, with the title
	Variables Values `json:"variables,omitempty"` // of the operation
}

// Examples returns the playground's queries in the order of its tabs, without
// those that declare a variable without a value. Each is a file
// NUMBER-NAME.graphql in the folder examples.
func Examples(values Values) []Example {
	names, err := fs.Glob(exampleFiles, "examples/*.graphql")
	examples := make([]Example, 0, len(names))
	for _, name := range names {
		query, readErr := exampleFiles.ReadFile(name)
		err = errors.Join(err, readErr)
		if example, ok := fill(name, string(query), values); ok {
			examples = append(examples, example)
		}
	}
	if err != nil { // the files are part of the program
		panic(fmt.Errorf("read the embedded examples: %w", err))
	}
	return examples
}

// declaration matches a variable that an operation declares. Uses of variables
// are not followed by a colon.
var declaration = regexp.MustCompile(`\$(\w+):`)

// fill returns the example of a file with the values of its variables, and
// reports whether all have one.
func fill(name, query string, values Values) (Example, bool) {
	_, short, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".graphql"), "-")
	title, _, _ := strings.Cut(query, "\n")
	example := Example{Name: short, Title: strings.TrimPrefix(title, "# "), Query: query}
	for _, found := range declaration.FindAllStringSubmatch(query, -1) {
		value := values[found[1]]
		if value == "" {
			return Example{}, false
		}
		if example.Variables == nil {
			example.Variables = Values{}
		}
		example.Variables[found[1]] = value
	}
	return example, true
}
