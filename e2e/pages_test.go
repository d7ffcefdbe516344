package e2e_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// TestLinksOfPages checks that each link from a page of the documentation to a
// file of the repository finds the file, and the heading that it names.
func TestLinksOfPages(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	notebook, err := filepath.Glob(filepath.Join(root, "docs", "notebook", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages = append(append(pages, notebook...), filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"))
	checked := 0
	for _, page := range pages {
		for _, link := range localLinks(t, page) {
			checked++
			target, heading, _ := strings.Cut(link, "#")
			file := filepath.Join(filepath.Dir(page), filepath.FromSlash(target))
			if target == "" {
				file = page
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: link to %s: there is no such file", page, link)
			} else if heading != "" && !hasHeading(t, file, heading) {
				t.Errorf("%s: link to %s: there is no such heading", page, link)
			}
		}
	}
	if checked < 50 {
		t.Errorf("checked %d links; expected those of all pages", checked)
	}
}

// localLinks returns the targets of the links and pictures of a page that are in
// the repository.
func localLinks(t *testing.T, page string) (links []string) {
	walkPage(t, page, func(_ []byte, n ast.Node) {
		var target []byte
		switch n := n.(type) {
		case *ast.Link:
			target = n.Destination
		case *ast.Image:
			target = n.Destination
		default:
			return
		}
		if u, err := url.Parse(string(target)); err == nil && u.Scheme == "" && u.Host == "" {
			links = append(links, string(target))
		}
	})
	return links
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// hasHeading reports whether a page has a heading with an anchor, as GitHub makes
// it of the heading's text.
func hasHeading(t *testing.T, page, anchor string) (has bool) {
	walkPage(t, page, func(source []byte, n ast.Node) {
		heading, is := n.(*ast.Heading)
		if !is {
			return
		}
		var words strings.Builder
		for i := range heading.Lines().Len() {
			line := heading.Lines().At(i)
			words.Write(line.Value(source))
		}
		made := notInAnchors.ReplaceAllString(strings.ToLower(words.String()), "")
		has = has || strings.ReplaceAll(strings.TrimSpace(made), " ", "-") == anchor
	})
	return has
}

// walkPage calls visit for each node of a page.
func walkPage(t *testing.T, page string, visit func(source []byte, n ast.Node)) {
	t.Helper()
	source, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	err = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			visit(source, n)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhereToStart checks that the files and folders to which the tour leads exist.
func TestWhereToStart(t *testing.T) {
	tour, err := os.ReadFile(filepath.Join(root, "docs/tour.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(tour), "## Where to start")
	paths := regexp.MustCompile("`([a-z0-9]+/[a-z0-9_./]+|[a-z]+\\.graphqls)`").FindAllStringSubmatch(table, -1)
	if !found || len(paths) < 20 {
		t.Fatalf("%d paths; expected at least 20", len(paths))
	}
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join(root, path[1])); err != nil {
			t.Errorf("%s: %v", path[1], err)
		}
	}
}
