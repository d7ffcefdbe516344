package storage

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"dossier/db/sqlite"
)

// NoIndexDir is the value of --index-dir for saving nothing.
const NoIndexDir = "none"

// IndexFolder returns the folder in which the projects of the store are saved,
// "" for none. In a folder that is given, and in that of the user, each store has
// its own. A store that is only read saves nothing unless a folder is given.
func (s *Stores) IndexFolder() string {
	scheme, rest, _ := strings.Cut(s.URL, ":")
	switch scheme = strings.ToLower(scheme); {
	case s.IndexDir == NoIndexDir, s.URL == InMemory, scheme == "sqlite" && rest == sqlite.Memory, s.ReadOnly && s.IndexDir == "":
		return ""
	case s.IndexDir != "":
		return filepath.Join(s.IndexDir, s.storeName())
	case scheme == "sqlite":
		return rest + ".index"
	case scheme == "managed":
		return filepath.Join(cmp.Or(rest, defaultFolder), "index")
	}
	caches, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(caches, "dossier", "index", s.storeName())
}

// storeName returns a name of the store for files. It has no secrets.
func (s *Stores) storeName() string {
	name := Address(s.URL)
	if path, is := strings.CutPrefix(s.URL, "sqlite:"); is {
		if whole, err := filepath.Abs(path); err == nil {
			name = "sqlite:" + whole
		}
	}
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}
