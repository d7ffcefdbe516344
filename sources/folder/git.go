package folder

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os/exec"
	"path"
	"strconv"
	"strings"
	"time"
)

// The time that git may take to list what it ignores, and to read the history.
// By eye: it takes 10 s for 100,000 commits.
const (
	listWithin    = 5 * time.Second
	historyWithin = 15 * time.Second
)

// git runs git in a folder and returns its output. All errors mean that there
// is no git, or no repository, or nothing in it.
func git(ctx context.Context, root string, args ...string) string {
	command := exec.CommandContext(ctx, "git", append([]string{"-C", root, "--no-optional-locks", "-c", "core.quotePath=false"}, args...)...)
	out, err := command.Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// ignoredByGit returns the paths that git ignores, without those in folders that
// it ignores. A folder that is ignored itself has none.
func ignoredByGit(root string) map[string]bool {
	ctx, cancel := context.WithTimeout(context.Background(), listWithin)
	defer cancel()
	ignored := map[string]bool{}
	for name := range strings.SplitSeq(git(ctx, root, "ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory"), "\x00") {
		if name = path.Clean(name); name != "." {
			ignored[name] = true
		}
	}
	return ignored
}

// addIgnored adds those of some paths that git ignores.
func addIgnored(ignored map[string]bool, root string, names []string) {
	if len(names) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), listWithin)
	defer cancel()
	command := exec.CommandContext(ctx, "git", "-C", root, "check-ignore", "-z", "--stdin")
	command.Stdin = strings.NewReader(strings.Join(names, "\x00"))
	out, _ := command.Output() // it fails if none is ignored
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name != "" {
			ignored[path.Clean(name)] = true
		}
	}
}

// Head returns the commit that is checked out, "" for none.
func (f *Folder) Head() string {
	ctx, cancel := context.WithTimeout(context.Background(), listWithin)
	defer cancel()
	return strings.TrimSpace(git(ctx, f.Root(), "rev-parse", "--verify", "--quiet", "HEAD"))
}

// Added returns when the files of the folder were first committed, by their
// paths, under this or an earlier name. since is a commit whose history is not
// read, "" for none. If git takes too long, it returns what is known then.
func (f *Folder) Added(ctx context.Context, since string) map[string]time.Time {
	ctx, cancel := context.WithTimeout(ctx, historyWithin)
	defer cancel()
	commits := "HEAD"
	if since != "" {
		commits = since + "..HEAD"
	}
	command := exec.CommandContext(ctx, "git", "-C", f.Root(), "--no-optional-locks", "log", "--relative", "-z",
		"--format=%x01%at", "--name-status", "--diff-filter=AR", "-M", "--no-show-signature", commits, "--", ".")
	out, err := command.StdoutPipe()
	if err != nil || command.Start() != nil {
		return nil
	}
	added := readHistory(out)
	_ = command.Wait() // what it wrote counts
	return added
}

// readHistory reads the output of git log, from the newest commit to the oldest.
// An older commit replaces the times of newer ones.
func readHistory(in io.Reader) map[string]time.Time {
	history := history{added: map[string]time.Time{}, later: map[string][]string{}}
	words := bufio.NewScanner(in)
	words.Buffer(make([]byte, 64<<10), 1<<20)
	words.Split(splitNUL)
	next := func() string { words.Scan(); return words.Text() }
	for words.Scan() {
		word := strings.TrimPrefix(words.Text(), "\n")
		if seconds, is := strings.CutPrefix(word, "\x01"); is {
			history.at, _ = strconv.ParseInt(strings.TrimSpace(seconds), 10, 64)
			continue
		}
		switch {
		case word == "A":
			history.add(next())
		case strings.HasPrefix(word, "R"):
			from := next()
			history.rename(from, next())
		}
	}
	return history.added
}

// splitNUL is a [bufio.SplitFunc] for words that end with NUL.
func splitNUL(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// A history is the state of reading one.
type history struct {
	at    int64
	added map[string]time.Time
	later map[string][]string // the names that a file has later, by its name at the commit
}

func (h *history) add(name string) {
	at := time.Unix(h.at, 0).UTC()
	h.added[name] = at
	for _, later := range h.later[name] {
		h.added[later] = at
	}
}

func (h *history) rename(from, to string) {
	h.add(to)
	h.later[from] = append(append(h.later[from], to), h.later[to]...)
	delete(h.later, to)
}

// Remote returns the repository of the folder at its service, such as
// github:owner/name, "" for none.
func (f *Folder) Remote() string {
	ctx, cancel := context.WithTimeout(context.Background(), listWithin)
	defer cancel()
	return remoteOf(strings.TrimSpace(git(ctx, f.Root(), "remote", "get-url", "origin")))
}

// remoteOf returns the short form of the URL of a repository.
func remoteOf(url string) string {
	for service, prefix := range map[string]string{"github.com": "github:", "gitlab.com": "gitlab:"} {
		for _, before := range []string{
			"https://" + service + "/", "ssh://git@" + service + "/", "git@" + service + ":", "git://" + service + "/",
		} {
			if name, is := strings.CutPrefix(url, before); is {
				return prefix + strings.TrimSuffix(strings.TrimSuffix(name, "/"), ".git")
			}
		}
	}
	return ""
}
