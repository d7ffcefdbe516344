// Package config reads and writes dossier.yaml, which says what a folder's
// project is read from.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"dossier/sources"
)

// Name is the name of the file, and folder the one beside it that has the store.
const (
	Name   = "dossier.yaml"
	folder = ".dossier"
)

// A Config is the content of dossier.yaml.
type Config struct {
	Project string   `yaml:"project"`      // the name of the project
	ID      string   `yaml:"id,omitempty"` // its id; by default its name in lower case, joined by hyphens
	Sources []Source `yaml:"sources"`

	Dir string `yaml:"-"` // the folder of the file
}

// A Source is something that the project is read from.
type Source struct {
	Name       string          `yaml:"name,omitempty"`        // by default its format, and its path unless that is "."
	From       string          `yaml:"from"`                  // the name of a format
	Path       string          `yaml:"path,omitempty"`        // a folder or a file in the folder, or a URL; by default "."
	Exclude    []string        `yaml:"exclude,omitempty"`     // files and folders to leave out, as in .gitignore
	KeepEmails bool            `yaml:"keep-emails,omitempty"` // keeps the addresses of people
	KeepBots   bool            `yaml:"keep-bots,omitempty"`   // keeps the comments of programs
	Map        sources.Mapping `yaml:"map,omitempty"`         // what differs from the defaults of the format

	// Err is why the source cannot be read, with the line at fault. Others can.
	Err error `yaml:"-"`
}

// Find reads the dossier.yaml of a folder, or else of the nearest folder around
// it. It returns nil if there is none.
func Find(dir string, formats []string) (*Config, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", Name, err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("find %s: %s is no folder; expected the one that has it, or one below", Name, dir)
	}
	for {
		file := filepath.Join(dir, Name)
		data, err := os.ReadFile(file)
		if err == nil {
			return Read(file, data, formats)
		}
		if !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil, nil
		}
		dir = parent
	}
}

// Read returns the content of a file, with defaults. Its errors have the line at
// fault. A source that is not as it should be has an Err, and spoils no other.
func Read(file string, data []byte, formats []string) (*Config, error) {
	data = bytes.TrimLeft(data, "\ufeff")
	var content struct {
		Project string     `yaml:"project"`
		ID      string     `yaml:"id"`
		Sources []ast.Node `yaml:"sources"`
	}
	if err := yaml.UnmarshalWithOptions(data, &content, yaml.Strict()); err != nil {
		return nil, syntax(file, err, "project, id and sources")
	}
	config := &Config{Project: content.Project, ID: content.ID, Dir: filepath.Dir(file)}
	if strings.TrimSpace(config.Project) == "" {
		return nil, fmt.Errorf("%s:1: project is missing; expected the name of the project, as in project: Our shop", file)
	}
	config.ID = cmp.Or(config.ID, ID(config.Project))
	names := map[string]bool{}
	for i, node := range content.Sources {
		source := readSource(file, node, formats)
		if names[source.Name] && source.Err == nil {
			source.Err = fault(file, node, "a source called %q is above; expected another name", source.Name)
		}
		if source.Err != nil && (source.Name == "" || names[source.Name]) {
			source.Name = fmt.Sprint("number ", i+1)
		}
		names[source.Name] = true
		config.Sources = append(config.Sources, source)
	}
	return config, nil
}

// readSource returns a source, which has an Err if it is not as it should be.
func readSource(file string, node ast.Node, formats []string) (source Source) {
	err := yaml.NodeToValue(node, &source, yaml.Strict())
	if err != nil {
		_ = yaml.NodeToValue(node, &source) // its name and path are kept
		source.Err = syntax(file, err, "from, path, name, exclude, keep-emails, keep-bots and map")
	}
	if err := source.complete(formats); err != nil && source.Err == nil {
		source.Err = fault(file, node, "%v", err)
	}
	return source
}

// fault returns an error about a node of a file.
func fault(file string, node ast.Node, format string, args ...any) error {
	line := 1
	if token := node.GetToken(); token != nil {
		line = token.Position.Line
	}
	return fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
}

// complete checks a source and sets its defaults.
func (s *Source) complete(formats []string) error {
	s.Path = cmp.Or(s.Path, ".")
	switch {
	case s.From == "":
		return fmt.Errorf("from is missing; expected one of %s", strings.Join(formats, ", "))
	case !slices.Contains(formats, s.From):
		return fmt.Errorf("from: unknown format %q; expected one of %s", s.From, strings.Join(formats, ", "))
	case !s.IsLive() && !filepath.IsLocal(filepath.FromSlash(s.Path)):
		return fmt.Errorf("path: got %q; expected a path in the folder of %s, such as docs", s.Path, Name)
	}
	if parsed, err := url.Parse(s.Path); err == nil && parsed.User != nil {
		if _, has := parsed.User.Password(); has {
			return errors.New("path: the URL has a password; expected it in the environment, such as PGPASSWORD, or in ~/.pgpass")
		}
	}
	for _, pattern := range s.Exclude {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("exclude: %q is no pattern; expected a name such as drafts, *.tmp or docs/old", pattern)
		}
	}
	if !s.IsLive() {
		s.Path = path.Clean(filepath.ToSlash(s.Path))
	}
	if s.Name == "" {
		s.Name = s.From
		if s.Path != "." {
			s.Name += ":" + s.Path
		}
	}
	return nil
}

var live = regexp.MustCompile(`^[a-z][a-z0-9+.-]+:`)

// IsLive reports whether the source is no file or folder, but a service that has
// a URL.
func (s *Source) IsLive() bool { return IsURL(s.Path) }

// IsURL reports whether a text is a URL such as https://… or github:owner/name.
func IsURL(text string) bool { return live.MatchString(text) }

// Find returns the sources with some names, all without any.
func (c *Config) Find(names []string) ([]Source, error) {
	if len(names) == 0 {
		return c.Sources, nil
	}
	var found []Source
	for _, name := range names {
		at := slices.IndexFunc(c.Sources, func(s Source) bool { return s.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("%s has no source %q; expected one of %s", Name, name, strings.Join(c.names(), ", "))
		}
		found = append(found, c.Sources[at])
	}
	return found, nil
}

func (c *Config) names() []string {
	var names []string
	for _, source := range c.Sources {
		names = append(names, source.Name)
	}
	return names
}

// File returns the path of a file in the folder of the store.
func (c *Config) File(name string) string { return filepath.Join(c.Dir, folder, name) }

// head is written above the content of a new file.
const head = `# What this folder's project is read from. dossier sync reads it again; dossier
# serve and dossier mcp do so by themselves. docs/sources.md of Dossier lists what
# a source may have: from, path, name, exclude, keep-emails, map.
`

// Write creates the file, which must not exist.
func (c *Config) Write() error {
	written := *c
	written.Sources = slices.Clone(c.Sources)
	if written.ID == ID(written.Project) {
		written.ID = ""
	}
	for i := range written.Sources {
		source := &written.Sources[i]
		bare := Source{From: source.From, Path: source.Path}
		if err := bare.complete([]string{source.From}); err == nil && bare.Name == source.Name {
			source.Name = ""
		}
		if source.Path == "." {
			source.Path = ""
		}
	}
	text, err := yaml.MarshalWithOptions(&written, yaml.OmitEmpty())
	if err != nil {
		return fmt.Errorf("write %s: %w", Name, err)
	}
	file, err := os.OpenFile(filepath.Join(c.Dir, Name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.WriteString(head + string(text))
	return errors.Join(err, file.Close())
}

var others = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// ID returns the id of a project by its name.
func ID(name string) string {
	return cmp.Or(strings.Trim(others.ReplaceAllString(strings.ToLower(name), "-"), "-"), "project")
}

// syntax returns the error about text that is not as the file should be. fields
// are those that it may have.
func syntax(file string, err error, fields string) error {
	known := yaml.Error(nil)
	if !errors.As(err, &known) {
		return fmt.Errorf("%s: %w", file, err)
	}
	text := known.GetMessage()
	if unknown := (*yaml.UnknownFieldError)(nil); errors.As(err, &unknown) {
		text += "; expected " + fields
	}
	line := 1
	if token := known.GetToken(); token != nil {
		line = token.Position.Line
	}
	return fmt.Errorf("%s:%d: %s", file, line, text)
}

// ReadMapping reads a file of --map.
func ReadMapping(file string) (sources.Mapping, error) {
	var mapping sources.Mapping
	data, err := os.ReadFile(file)
	if err != nil {
		return mapping, err
	}
	if err := yaml.UnmarshalWithOptions(bytes.TrimLeft(data, "\ufeff"), &mapping, yaml.Strict()); err != nil {
		return mapping, syntax(file, err, "kind, kinds, fields, states, priorities, relations")
	}
	return mapping, nil
}

// Again returns the content of the file, as another process reads it.
func (c *Config) Again(formats []string) (*Config, error) {
	file := filepath.Join(c.Dir, Name)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return Read(file, data, formats)
}
