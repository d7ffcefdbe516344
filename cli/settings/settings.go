// Package settings finds the values of flags that the command line leaves out:
// in the environment, in files that hold one secret each, and in the
// configuration file of a deployment.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"
)

// system is the path of the configuration file of a machine, which need not
// exist.
const system = "/etc/dossier.yaml"

// variable and flag name the configuration file.
const (
	variable = "DOSSIER_CONFIG"
	flag     = "--config"
)

// Secret is the tag of flags whose values are secrets. Their values may be in
// files, named by the flag's variable followed by _FILE.
const Secret = "secret"

// Settings are the values of a configuration file. They implement
// [kong.Resolver].
type Settings struct {
	path   string // "" for no file
	values map[string]any
}

// around is what files and environments add around values.
const around = " \t\r\n\ufeff"

// TrimEnvironment removes white space and byte order marks around the values of the
// program's variables, and of the token for GitHub.
func TrimEnvironment() error {
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		trimmed := strings.Trim(value, around)
		if trimmed == value || !strings.HasPrefix(name, "DOSSIER_") && name != "GITHUB_TOKEN" {
			continue
		}
		if err := os.Setenv(name, trimmed); err != nil {
			return fmt.Errorf("trim %s: %w", name, err)
		}
	}
	return nil
}

// PathIn returns the configuration file that the arguments or the environment
// name, or that of the machine.
func PathIn(args []string) (path string, isNamed bool) {
	for i, arg := range args {
		switch value, found := strings.CutPrefix(arg, flag+"="); {
		case arg == "--":
			args = nil
		case found:
			return value, true
		case arg == flag && i+1 < len(args):
			return args[i+1], true
		}
		if args == nil {
			break
		}
	}
	if path := os.Getenv(variable); path != "" {
		return path, true
	}
	return system, false
}

// Read returns the settings in a file. A file that nobody named need not exist.
func Read(path string, isNamed bool) (*Settings, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !isNamed {
		return &Settings{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, path, bare(err))
	}
	s := &Settings{path: path}
	if err := yaml.Unmarshal([]byte(strings.TrimLeft(string(text), "\ufeff")), &s.values); err != nil {
		problem, _, _ := strings.Cut(yaml.FormatError(err, false, false), "\n")
		return nil, fmt.Errorf("%s: expected lines such as listen: 127.0.0.1:8080; got %s", path, problem)
	}
	return s, nil
}

// bare returns an error of the file system without the path.
func bare(err error) error {
	if known, is := errors.AsType[*fs.PathError](err); is {
		return known.Err
	}
	return err
}

// Validate implements [kong.Resolver]. It refuses settings that no flag has.
func (s *Settings) Validate(app *kong.Application) error {
	known := names(app.Node)
	for name, value := range s.values {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%s: unknown setting %q%s; dossier config lists the settings", s.path, name, near(name, known))
		}
		if _, isMap := value.(map[string]any); isMap || value == nil {
			return fmt.Errorf("%s: %s: expected a value or a list of values", s.path, name)
		}
	}
	return nil
}

// names returns the names of all flags that the environment may set.
func names(node *kong.Node) (list []string) {
	for _, flag := range node.Flags {
		if len(flag.Envs) > 0 {
			list = append(list, flag.Name)
		}
	}
	for _, child := range node.Children {
		list = append(list, names(child)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// mostEdits is the greatest distance of a name that is suggested. By eye.
const mostEdits = 3

// near returns the suggestion of a name like an unknown one, "" for none.
func near(name string, known []string) string {
	best, least := "", mostEdits+1
	for _, candidate := range known {
		if d := levenshtein.ComputeDistance(strings.ReplaceAll(name, "_", "-"), candidate); d < least {
			best, least = candidate, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// Resolve implements [kong.Resolver].
func (s *Settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	value, _, err := s.find(flag)
	return value, err
}

// find returns the value of a flag that is neither typed nor in the environment,
// nil for none, and where it is from.
func (s *Settings) find(flag *kong.Flag) (value any, from string, err error) {
	file := ""
	for _, env := range flag.Envs {
		if flag.Tag.Has(Secret) && file == "" {
			if file = os.Getenv(env + "_FILE"); file != "" {
				from = env + "_FILE"
			}
		}
		if _, isSet := os.LookupEnv(env); isSet && file != "" {
			return nil, "", fmt.Errorf("expected one of %s and %s; got both", env, from)
		} else if isSet {
			return nil, env, nil
		}
	}
	if file != "" {
		value, err := secret(file)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", from, err)
		}
		return value, from, nil
	}
	if value, isSet := s.values[flag.Name]; isSet && len(flag.Envs) > 0 {
		return typed(value), s.path, nil
	}
	return nil, "", nil
}

// Origin returns where the value of the flag at fault in an error of kong is from,
// if it is not typed: the variable or the file, or "".
func (s *Settings) Origin(failed *kong.Context, problem string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(problem, "--"), ":")
	for _, path := range failed.Path {
		if path.Flag != nil && path.Flag.Name == name && !path.Resolved {
			return ""
		}
	}
	for _, path := range failed.Path {
		for _, flag := range path.Flags {
			if flag.Name == name {
				_, from, _ := s.find(flag)
				return from
			}
		}
	}
	return ""
}

// secret returns the text of a file without white space and byte order marks around
// it.
func secret(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path, bare(err))
	}
	value := strings.Trim(string(text), around)
	if value == "" {
		return "", fmt.Errorf("%s is empty; expected a secret", path)
	}
	return value, nil
}

// typed returns a value in the form that kong reads: a text, or a list of texts, without
// white space and byte order marks around them.
func typed(value any) any {
	list, isList := value.([]any)
	if !isList {
		return strings.Trim(fmt.Sprint(value), around)
	}
	texts := make([]any, len(list))
	for i, item := range list {
		texts[i] = strings.Trim(fmt.Sprint(item), around)
	}
	return texts
}

// A Setting is a flag in effect.
type Setting struct {
	Name, Value string
	From        string // the flag, the variable or the file, or "default"
}

// InEffect returns the flags of a parsed command that the environment may set,
// as they are typed, and where their values are from. shown returns the text of
// a value that may have a secret.
func (s *Settings) InEffect(parsed *kong.Context, shown func(flag *kong.Flag, value string) string) []Setting {
	typed := map[*kong.Flag]bool{}
	for _, path := range parsed.Path {
		typed[path.Flag] = path.Flag != nil && !path.Resolved
	}
	var list []Setting
	for _, group := range parsed.Selected().AllFlags(false) {
		for _, flag := range group {
			if len(flag.Envs) == 0 {
				continue
			}
			one := s.inEffect(flag)
			if typed[flag] {
				one = Setting{flag.Name, text(parsed.FlagValue(flag)), "--" + flag.Name}
			}
			one.Value = shown(flag, one.Value)
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// inEffect returns a flag that is not typed.
func (s *Settings) inEffect(flag *kong.Flag) Setting {
	value, from, _ := s.find(flag) // parsing has reported the error
	switch {
	case value != nil:
		return Setting{flag.Name, text(value), from}
	case from != "":
		return Setting{flag.Name, os.Getenv(from), from}
	}
	return Setting{flag.Name, flag.Default, "default"}
}

// text returns the value of a flag.
func text(value any) string {
	items := reflect.ValueOf(value)
	if items.Kind() != reflect.Slice {
		return strings.Trim(fmt.Sprint(value), around)
	}
	texts := make([]string, items.Len())
	for i := range texts {
		texts[i] = fmt.Sprint(items.Index(i))
	}
	return strings.Join(texts, ",")
}
