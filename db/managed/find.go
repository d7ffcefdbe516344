package managed

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ErrNotInstalled is wrapped by errors for a machine without a Postgres server,
// which list the folders searched.
var ErrNotInstalled = errors.New("no Postgres server is installed")

const installHint = "install one (apt-get install postgresql, dnf install postgresql-server, brew install postgresql) " +
	"or set PG_BIN to the folder of its initdb and postgres"

// usualFolders are the folders in which distributions install the server's
// programs, as patterns.
var usualFolders = []string{
	"/usr/lib/postgresql/*/bin",                          // Debian, Ubuntu
	"/usr/pgsql-*/bin",                                   // RPMs of postgresql.org
	"/usr/libexec/postgresql*",                           // Alpine
	"/usr/lib*/postgresql-*/bin",                         // Gentoo
	"/opt/homebrew/opt/postgresql*/bin",                  // Homebrew on Apple silicon
	"/usr/local/opt/postgresql*/bin",                     // Homebrew on Intel
	"/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",     // Homebrew on Linux
	"/opt/local/lib/postgresql*/bin",                     // MacPorts
	"/Applications/Postgres.app/Contents/Versions/*/bin", // Postgres.app
	"/Library/PostgreSQL/*/bin",                          // EDB installer
	"/usr/local/pgsql/bin",                               // built from source
	"/usr/local/bin",                                     // FreeBSD
	"/usr/bin",                                           // Fedora, Arch
}

// An installation is a folder with a server's programs.
type installation struct {
	bin   string
	major int
}

// Find returns the folder of the newest Postgres server on this machine. It
// searches only PG_BIN if that is set, and otherwise the folders of pg_config,
// PATH and the distributions. The error wraps [ErrNotInstalled] and says where
// it searched and what to do.
func Find() (bin string, err error) {
	found, err := installations(usualFolders)
	if err != nil {
		return "", err
	}
	return found[0].bin, nil
}

// findVersion returns the folder of a server with a major version, because no
// other can read its data; 0 means the newest version.
func findVersion(major int) (string, error) {
	found, err := installations(usualFolders)
	if err != nil {
		return "", err
	}
	fits := func(i installation) bool { return major == 0 || i.major == major }
	if at := slices.IndexFunc(found, fits); at >= 0 {
		return found[at].bin, nil
	}
	return "", fmt.Errorf("%w in version %d, which wrote the data; the newest found is %s (version %d): "+
		"install version %[2]d, or export with it and import into a new folder",
		ErrNotInstalled, major, found[0].bin, found[0].major)
}

// installations returns the installations, newest first, at least one.
func installations(patterns []string) ([]installation, error) {
	folders, searched := candidates(patterns)
	var found []installation
	for _, bin := range folders {
		if major := serverVersion(bin); major > 0 {
			found = append(found, installation{bin: bin, major: major})
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: searched %s; %s", ErrNotInstalled, strings.Join(searched, ", "), installHint)
	}
	slices.SortStableFunc(found, func(a, b installation) int { return cmp.Compare(b.major, a.major) })
	return found, nil
}

// candidates returns the folders to search, without repetitions, and their
// sources for messages.
func candidates(patterns []string) (folders, searched []string) {
	if bin := os.Getenv("PG_BIN"); bin != "" {
		return []string{bin}, []string{"PG_BIN=" + bin}
	}
	if printed, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		folders = append(folders, strings.TrimSpace(string(printed)))
	}
	if program, err := exec.LookPath("initdb"); err == nil {
		folders = append(folders, filepath.Dir(program))
	}
	for _, pattern := range patterns {
		matches, _ := filepath.Glob(pattern) // the only error is a malformed pattern
		folders = append(folders, matches...)
	}
	slices.Sort(folders)
	return slices.Compact(folders), append([]string{"PG_BIN (not set)", "pg_config --bindir", "PATH"}, patterns...)
}

var versionNumber = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// serverVersion returns the major version of the server in a folder, 0 if the
// folder lacks the programs to create and run one.
func serverVersion(bin string) int {
	if _, err := exec.LookPath(filepath.Join(bin, "initdb")); err != nil {
		return 0
	}
	printed, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output()
	if err != nil {
		return 0
	}
	match := versionNumber.FindSubmatch(printed)
	if match == nil {
		return 0
	}
	major, _ := strconv.Atoi(string(match[1])) // the pattern matches digits
	return major
}
