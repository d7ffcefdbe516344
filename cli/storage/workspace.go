package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dossier/db/sqlstore"
	"dossier/graph"
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

// FindWorkspace sets the dossier.yaml of a folder or of one around it, and its
// store unless another is given. A store in the folder itself is nearer than a
// dossier.yaml around it.
func (s *Stores) FindWorkspace(folder string) {
	s.Workspace, s.Broken = config.Find(folder, formats.Names())
	if s.URL != "" {
		s.Broken = nil
		return
	}
	s.URL = "sqlite:" + defaultStore
	if s.Workspace == nil {
		return
	}
	here, err := filepath.Abs(folder)
	if err == nil && here != s.Workspace.Dir && mustExist(filepath.Join(folder, defaultStore)) == nil {
		s.Workspace = nil
		return
	}
	s.URL = "sqlite:" + s.Workspace.File(storeFile)
}

// NeedsWorkspace returns an error if there is no dossier.yaml.
func (s *Stores) NeedsWorkspace() error {
	switch {
	case s.Broken != nil:
		return graph.BadInput("", "%v", s.Broken)
	case s.Server != "":
		return graph.BadInput("server", "this command works on the folder of %s; leave --server out", config.Name)
	case s.Workspace == nil:
		return graph.BadInput("", "found no %s in this folder or one around it; dossier init writes one", config.Name)
	}
	return nil
}

// isOwn reports whether the store is the one in the folder of the workspace.
func (s *Stores) isOwn() bool {
	return s.Workspace != nil && s.URL == "sqlite:"+s.Workspace.File(storeFile)
}

// prepare makes the folder of the workspace's store, which git must not track.
func (s *Stores) prepare() error {
	dir := s.Workspace.File("")
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

// Syncer returns a Syncer of the workspace into a store.
func (s *Stores) Syncer(store *sqlstore.Store) *syncer.Syncer {
	var mode fs.FileMode
	if info, err := os.Stat(strings.TrimPrefix(s.URL, "sqlite:")); err == nil && info.Mode().IsRegular() {
		mode = info.Mode().Perm()
	}
	return syncer.New(syncer.Setup{
		Mode: mode, Store: store, Config: s.Workspace, States: s.Workspace.File(filepath.Join("sync", s.storeName())),
		Format: formats.Named, Token: os.Getenv("GITHUB_TOKEN"), Now: s.Now, Analyse: searchtext.Analyse,
	})
}

// About says which folder and project the workspace is, and what it is read from.
func (s *Stores) About() string {
	if s.Workspace == nil {
		return ""
	}
	var names []string
	for _, source := range s.Workspace.Sources {
		names = append(names, source.Name)
	}
	text := fmt.Sprintf("This server serves the folder %s as the project %q (id %s)", s.Workspace.Dir, s.Workspace.Project, s.Workspace.ID)
	if names == nil {
		return text + "."
	}
	return fmt.Sprintf("%s, read from %s. It follows changes of the files; edit those, rather than entities that have a file.", text,
		strings.Join(names, ", "))
}

// InFolder returns the arguments that make another process find the workspace from
// any folder.
func (s *Stores) InFolder() []string {
	if !s.isOwn() {
		return []string{"--db", absolute(s.URL)}
	}
	return []string{"--folder", s.Workspace.Dir}
}

// absolute returns the URL of a store with an absolute path, so that it does
// not depend on the current folder.
func absolute(url string) string {
	scheme, path, _ := strings.Cut(url, ":")
	if scheme != "sqlite" && scheme != "managed" || path == "" || url == InMemory {
		return url
	}
	file, err := filepath.Abs(path)
	if err != nil {
		return url
	}
	return scheme + ":" + file
}

// SetWorkspace uses a dossier.yaml, and its store unless another is given.
func (s *Stores) SetWorkspace(found *config.Config) {
	isDefault := s.URL == "sqlite:"+defaultStore || s.isOwn()
	s.Workspace, s.Broken = found, nil
	if isDefault || s.URL == "" {
		s.URL = "sqlite:" + found.File(storeFile)
	}
}
