// Bindgen writes what package plan needs of gqlgen's executor: the schema, the
// functions that read arguments, the interfaces of resolvers, and the Go names of
// fields that differ from those in the schema. The rest, five sixths of it, is what
// tests compare plans with; a program would have it for nothing. For these tests it
// writes the resolvers of the program as those of the executor.
//
//	go run ./plan/bindgen EXECUTOR BOUND RESOLVERS
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "bindgen:", err)
		os.Exit(1)
	}
}

func run(executor, bound, resolvers string) error {
	source, err := os.ReadFile(executor)
	if err != nil {
		return err
	}
	found := bindingsIn(string(source))
	if found.Imports, found.Kept, err = kept(source, found.roots()); err != nil {
		return fmt.Errorf("read %s: %w", executor, err)
	}
	if err := write(bound, boundFile, found); err != nil {
		return err
	}
	return write(resolvers, resolversFile, found)
}

func write(out string, file *template.Template, found bindings) error {
	var text bytes.Buffer
	if err := file.Execute(&text, found); err != nil {
		return err
	}
	formatted, err := format.Source(text.Bytes())
	if err != nil {
		return fmt.Errorf("format %s: %w", out, err)
	}
	return os.WriteFile(out, formatted, 0o644)
}

// bindings are the names, functions and declarations found in the executor.
type bindings struct {
	Names     []name
	Arguments []argument
	Imports   []string // import declarations without the keyword
	Kept      []string // declarations
	Resolvers []string // methods of the interface ResolverRoot
}

// A name is the Go name of a field, such as "Fields" for "Record.rawFields".
type name struct{ Field, Go string }

// An argument is the function that reads the arguments of a field.
type argument struct{ Field, Function string }

var (
	resolved = regexp.MustCompile(`func \(ec \*executionContext\) _(\w+)\(ctx context.Context, field graphql.CollectedField, ` +
		`obj [^)]+\)[^{]*\{|return obj\.(\w+)`)
	resolvers = regexp.MustCompile(`(?m)^	(\w+)\(\) \w+Resolver$`)
	arguments = regexp.MustCompile(`func \(ec \*executionContext\) (field_(\w+)_args)\(`)
)

func bindingsIn(executor string) (found bindings) {
	field := ""
	for _, match := range resolved.FindAllStringSubmatch(executor, -1) {
		if match[1] != "" {
			field = dotted(match[1])
			continue
		}
		if _, plain, _ := strings.Cut(field, "."); !strings.EqualFold(plain, match[2]) && !strings.HasPrefix(field, "__") {
			found.Names = append(found.Names, name{field, match[2]})
		}
	}
	for _, match := range arguments.FindAllStringSubmatch(executor, -1) {
		if !strings.HasPrefix(match[2], "__") && !strings.Contains(match[2], "___") {
			found.Arguments = append(found.Arguments, argument{dotted(match[2]), match[1]})
		}
	}
	for _, match := range resolvers.FindAllStringSubmatch(executor, -1) {
		found.Resolvers = append(found.Resolvers, match[1])
	}
	slices.SortFunc(found.Names, func(a, b name) int { return strings.Compare(a.Field, b.Field) })
	slices.SortFunc(found.Arguments, func(a, b argument) int { return strings.Compare(a.Field, b.Field) })
	return found
}

// dotted returns Type.field for Type_field.
func dotted(name string) string {
	if strings.HasPrefix(name, "__") {
		return name
	}
	return strings.Replace(name, "_", ".", 1)
}

// roots returns the names of the declarations that the template uses.
func (b bindings) roots() []string {
	names := []string{"parsedSchema", "ResolverRoot", "DirectiveRoot"}
	for _, a := range b.Arguments {
		names = append(names, a.Function)
	}
	return names
}

// kept returns the declarations of a file that some of its names need, in its order,
// and the imports that these need.
func kept(source []byte, roots []string) (imports, declarations []string, err error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	needed := map[string]bool{"executionContext": true} // which the template declares
	uses := usesIn(parsed)
	for rest := roots; len(rest) > 0; {
		name := rest[0]
		if rest = rest[1:]; !needed[name] {
			needed[name] = true
			rest = append(rest, uses[name]...)
		}
	}
	used := map[string]bool{}
	for _, d := range parsed.Decls {
		if name := nameOf(d); name != "" && name != "executionContext" && needed[name] {
			declarations = append(declarations, string(source[files.Position(d.Pos()).Offset:files.Position(d.End()).Offset]))
			for _, one := range uses[name] {
				used[one] = true
			}
		}
	}
	for _, one := range parsed.Imports {
		spec := string(source[files.Position(one.Pos()).Offset:files.Position(one.End()).Offset])
		if used[packageOf(one)] && one.Path.Value != `"context"` && one.Path.Value != `"fmt"` { // of the template
			imports = append(imports, spec)
		}
	}
	return imports, declarations, nil
}

// usesIn returns the names that each declaration of a file uses, by its name.
func usesIn(parsed *ast.File) map[string][]string {
	uses := map[string][]string{}
	for _, d := range parsed.Decls {
		var names []string
		ast.Inspect(d, func(n ast.Node) bool {
			if used, is := n.(*ast.Ident); is {
				names = append(names, used.Name)
			}
			return true
		})
		slices.Sort(names)
		uses[nameOf(d)] = append(uses[nameOf(d)], slices.Compact(names)...)
	}
	return uses
}

// nameOf returns the name of a declaration, which is of one thing, "" for imports.
func nameOf(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		switch spec := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name
		case *ast.ValueSpec:
			return spec.Names[0].Name
		}
	}
	return ""
}

// packageOf returns the name by which a file uses an import.
func packageOf(one *ast.ImportSpec) string {
	if one.Name != nil {
		return one.Name.Name
	}
	full, _ := strconv.Unquote(one.Path.Value)
	if last := path.Base(full); !strings.HasPrefix(last, "v") {
		return last
	}
	return path.Base(path.Dir(full))
}

var boundFile = template.Must(template.New("").Parse(`// Code generated by plan/bindgen; DO NOT EDIT.

package generated

import (
	"context"
	"fmt"
{{range .Imports}}
	{{.}}
{{- end}}
)

// Bound implements [dossier/plan.Bound].
type Bound struct {
	Advertised *ast.Schema // what Schema returns
	Directives DirectiveRoot
}

// executionContext is what gqlgen calls the receiver of the functions that read arguments.
type executionContext = Bound

// Schema returns the schema as it is parsed.
func Schema() *ast.Schema { return parsedSchema }

// Schema implements [dossier/plan.Bound].
func (ec *Bound) Schema() *ast.Schema { return ec.Advertised }

// Names implements [dossier/plan.Bound].
func (*Bound) Names() map[string]string {
	return map[string]string{
{{- range .Names}}
		"{{.Field}}": "{{.Go}}",
{{- end}}
	}
}

// Arguments implements [dossier/plan.Bound].
func (ec *Bound) Arguments(ctx context.Context, field string, raw map[string]any) (map[string]any, error) {
	switch field {
{{- range .Arguments}}
	case "{{.Field}}":
		return ec.{{.Function}}(ctx, raw)
{{- end}}
	}
	return nil, fmt.Errorf("the field %s has no arguments", field)
}
{{range .Kept}}
{{.}}
{{end}}`))

var resolversFile = template.Must(template.New("").Parse(`// Code generated by plan/bindgen; DO NOT EDIT.

package executor

import "dossier/generated"

// Resolvers returns the resolvers of the program as those of this package.
func Resolvers(of generated.ResolverRoot) ResolverRoot { return resolvers{of} }

type resolvers struct{ of generated.ResolverRoot }
{{range .Resolvers}}
func (r resolvers) {{.}}() {{.}}Resolver { return r.of.{{.}}() }
{{end}}`))
