package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dossier/db"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/sources/config"
	"dossier/sources/formats"
	"dossier/sources/syncer"
)

// defaultStore is the store of --db outside of folders with dossier.yaml, and
// storeFile the one in the folder beside that.
const (
	defaultStore = "dossier.db"
	storeFile    = "dossier.db"
)

// findWorkspace sets the dossier.yaml of a folder or of one around it, and its
// store unless another is given. A store in the folder itself is nearer than a
// dossier.yaml around it.
func (s *stores) findWorkspace(folder string) {
	s.workspace, s.broken = config.Find(folder, formats.Names())
	if s.url != "" {
		s.broken = nil
		return
	}
	s.url = "sqlite:" + defaultStore
	if s.workspace == nil {
		return
	}
	here, err := filepath.Abs(folder)
	if err == nil && here != s.workspace.Dir && mustExist(filepath.Join(folder, defaultStore)) == nil {
		s.workspace = nil
		return
	}
	s.url = "sqlite:" + s.workspace.File(storeFile)
}

// needsWorkspace returns an error if there is no dossier.yaml.
func (s *stores) needsWorkspace() error {
	switch {
	case s.broken != nil:
		return graph.BadInput("", "%v", s.broken)
	case s.server != "":
		return graph.BadInput("server", "this command works on the folder of %s; leave --server out", config.Name)
	case s.workspace == nil:
		return graph.BadInput("", "found no %s in this folder or one around it; dossier init writes one", config.Name)
	}
	return nil
}

// isOwn reports whether the store is the one in the folder of the workspace.
func (s *stores) isOwn() bool {
	return s.workspace != nil && s.url == "sqlite:"+s.workspace.File(storeFile)
}

// prepare makes the folder of the workspace's store, which git must not track.
func (s *stores) prepare() error {
	dir := s.workspace.File("")
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		ignore := filepath.Join(dir, ".gitignore")
		if _, missing := os.Stat(ignore); errors.Is(missing, fs.ErrNotExist) {
			err = os.WriteFile(ignore, []byte("*\n"), 0o666)
		}
	}
	if err != nil {
		return &graph.Error{Code: graph.CodeUnavailable, Text: fmt.Sprintf("make the folder of the store: %v", err)}
	}
	return nil
}

// syncer returns a Syncer of the workspace into a store.
func (s *stores) syncer(store *db.Store) *syncer.Syncer {
	var mode fs.FileMode
	if info, err := os.Stat(strings.TrimPrefix(s.url, "sqlite:")); err == nil && info.Mode().IsRegular() {
		mode = info.Mode().Perm()
	}
	return syncer.New(syncer.Setup{
		Mode: mode, Store: store, Config: s.workspace, States: s.workspace.File(filepath.Join("sync", s.storeName())),
		Format: formats.Named, Token: os.Getenv("GITHUB_TOKEN"), Now: s.now, Analyse: searchtext.Analyse,
	})
}

// sources returns a function for the Sources of [query.Options], nil without a
// workspace. It reads the states by a Syncer of its own: that which follows the
// folder holds its own while it reads.
func (s *stores) sources(store *db.Store) func(context.Context) ([]query.Source, error) {
	if s.workspace == nil {
		return nil
	}
	reader := s.syncer(store)
	return func(ctx context.Context) ([]query.Source, error) {
		list, err := reader.Sources(ctx)
		if err != nil {
			return nil, err
		}
		found := make([]query.Source, len(list))
		for i := range list {
			found[i] = sourceOf(&list[i])
		}
		return found, nil
	}
}

// sourceOf returns the status of a source.
func sourceOf(one *syncer.Status) query.Source {
	source := query.Source{
		Name: one.Source.Name, Format: one.Source.From, Path: one.Source.Path,
		Conflicts: one.Conflicts, Problems: one.Problems, Withheld: one.Withheld, Error: one.Err,
	}
	if !one.At.IsZero() {
		source.ReadAt = &one.At
	}
	if one.ProjectID != "" {
		source.ProjectID = &one.ProjectID
	}
	for _, spec := range graph.Kinds {
		if n := one.Counts[spec.Kind]; n > 0 {
			source.Counts = append(source.Counts, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return source
}

// about says which folder and project the workspace is, and what it is read from.
func (s *stores) about() string {
	if s.workspace == nil {
		return ""
	}
	var names []string
	for _, source := range s.workspace.Sources {
		names = append(names, source.Name)
	}
	text := fmt.Sprintf("This server serves the folder %s as the project %q (id %s)", s.workspace.Dir, s.workspace.Project, s.workspace.ID)
	if names == nil {
		return text + "."
	}
	return fmt.Sprintf("%s, read from %s. It follows changes of the files; edit those, rather than entities that have a file.", text,
		strings.Join(names, ", "))
}

// inFolder returns the arguments that make another process find the workspace from
// any folder.
func (s *stores) inFolder() []string {
	if !s.isOwn() {
		return []string{"--db", absolute(s.url)}
	}
	return []string{"--folder", s.workspace.Dir}
}

// commandText returns a command as it is typed in a shell.
func commandText(arguments []string) string {
	typed := make([]string, len(arguments))
	for i, argument := range arguments {
		typed[i] = quoted(argument)
	}
	return strings.Join(typed, " ")
}

// quoted returns an argument as it is typed in a shell.
func quoted(argument string) string {
	isPlain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-:=@+,%", r)
	}
	if argument != "" && strings.IndexFunc(argument, func(r rune) bool { return !isPlain(r) }) < 0 {
		return argument
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}
