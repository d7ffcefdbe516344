package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"dossier/db/sqlite"
)

// noIndexDir is the value of --index-dir for saving nothing.
const noIndexDir = "none"

// indexFolder returns the folder in which the projects of the store are saved,
// "" for none. In a folder that is given, and in that of the user, each store has
// its own. A store that is only read saves nothing unless a folder is given.
func (s *stores) indexFolder(given string) string {
	scheme, rest, _ := strings.Cut(s.url, ":")
	switch scheme = strings.ToLower(scheme); {
	case given == noIndexDir, s.url == inMemory, scheme == "sqlite" && rest == sqlite.Memory, s.readOnly && given == "":
		return ""
	case given != "":
		return filepath.Join(given, s.storeName())
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
func (s *stores) storeName() string {
	name := address(s.url)
	if path, is := strings.CutPrefix(s.url, "sqlite:"); is {
		if whole, err := filepath.Abs(path); err == nil {
			name = "sqlite:" + whole
		}
	}
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}
