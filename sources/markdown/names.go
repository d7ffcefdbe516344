package markdown

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// names find pages by what links call them.
type names struct {
	byPath   map[string]*page   // in lower case, with and without the extension
	byName   map[string][]*page // by the folded name of the file, title or alias
	byNumber map[int][]*page
}

func (n *names) add(name string, p *page) {
	if n.byPath == nil {
		*n = names{map[string]*page{}, map[string][]*page{}, map[int][]*page{}}
	}
	for _, key := range []string{strings.ToLower(name), strings.ToLower(withoutExt(name))} {
		if n.byPath[key] == nil {
			n.byPath[key] = p
		}
	}
}

// name adds a further name of a page.
func (n *names) name(name string, p *page) {
	if key := slug(name); key != "" && !slices.Contains(n.byName[key], p) {
		n.byName[key] = append(n.byName[key], p)
	}
}

// index adds all names of all pages.
func (f *folder) index() {
	linked := 0
	for _, p := range f.pages {
		f.names.add(p.path, p)
		if !isIndexName(p.stem()) {
			f.names.name(p.stem(), p)
		}
		if value := p.number.value(); value >= 0 && (p.class == decision || p.class == proposal) {
			f.names.byNumber[value] = append(f.names.byNumber[value], p)
		}
		if slices.ContainsFunc(p.doc.Links, func(l link) bool { return l.Wiki }) {
			linked++
		}
	}
	for _, p := range f.pages { // behind all names of files, which count first
		f.names.name(p.title, p)
		for _, alias := range aliases(p) {
			f.names.name(alias, p)
		}
	}
	const share = 5 // by eye: a fifth of all files have [[links]]
	f.tags = f.rules.Notes || linked*share >= len(f.pages)
}

func aliases(p *page) []string { return p.head.List("aliases", "alias") }

// slug returns the form in which names are compared: words in lower case, joined
// by hyphens.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r)
	}), "-")
}

// wiki returns the page that a [[link]] of another leads to: by its path, or else
// by its name. Of several, that in the same folder is nearest, then that with the
// shortest path.
func (n *names) wiki(from *page, target string) *page {
	target = strings.Trim(strings.ToLower(target), "/ ")
	for _, name := range []string{target, path.Join(from.dir(), target)} {
		if p := n.at(name); p != nil {
			return p
		}
	}
	candidates := n.byName[slug(stem(target))]
	if ext := path.Ext(target); ext != "" && !isMarkdown(target) {
		candidates = n.byName[slug(path.Base(target))]
	}
	if strings.Contains(target, "/") {
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(p *page) bool {
			return !strings.HasSuffix("/"+strings.ToLower(withoutExt(p.path)), "/"+withoutMarkdown(target))
		})
	}
	return nearest(from, candidates)
}

func withoutMarkdown(name string) string {
	if isMarkdown(name) {
		return withoutExt(name)
	}
	return name
}

// at returns the page with a path, or the one about the folder with it.
func (n *names) at(name string) *page {
	name = strings.Trim(name, "/")
	if p := n.byPath[name]; p != nil {
		return p
	}
	for _, index := range []string{"readme", "index", "_index", path.Base(name)} {
		if p := n.byPath[path.Join(name, index)]; p != nil {
			return p
		}
	}
	return nil
}

func nearest(from *page, candidates []*page) *page {
	if len(candidates) == 0 {
		return nil
	}
	return slices.MinFunc(candidates, func(a, b *page) int {
		return cmp.Or(distance(from, a)-distance(from, b), strings.Count(a.path, "/")-strings.Count(b.path, "/"), strings.Compare(a.path, b.path))
	})
}

// distance is 0 for pages of one folder, and otherwise greater the fewer folders
// they share.
func distance(from, to *page) int {
	a, b := strings.Split(from.dir(), "/"), strings.Split(to.dir(), "/")
	shared := 0
	for shared < len(a) && shared < len(b) && a[shared] == b[shared] {
		shared++
	}
	if shared == len(a) && shared == len(b) {
		return 0
	}
	return 1 + len(a) - shared
}

// relative returns the page at the address of a link, and whether the address is
// one within the folder.
func (n *names) relative(from *page, address string) (p *page, within bool) {
	if decoded, err := url.PathUnescape(address); err == nil {
		address = decoded
	}
	address, _, _ = strings.Cut(address, "?")
	if scheme, _, found := strings.Cut(address, ":"); address == "" || found && !strings.Contains(scheme, "/") || strings.HasPrefix(address, "//") {
		return nil, false
	}
	name := strings.ToLower(address)
	root := strings.HasPrefix(name, "/")
	if !root {
		name = path.Join(from.dir(), name)
		name = strings.ToLower(name)
	}
	for _, name := range []string{name, strings.TrimSuffix(name, ".html")} {
		if p := n.at(path.Clean(strings.Trim(name, "/"))); p != nil {
			return p, true
		}
	}
	return n.ending(from, name, root), true
}

// ending returns the only page whose path ends in the address of a site, which
// may have its root anywhere.
func (n *names) ending(from *page, name string, root bool) *page {
	name = strings.TrimSuffix(strings.Trim(withoutMarkdown(name), "/"), ".html")
	if !root || name == "" {
		return nil
	}
	var found []*page
	for _, p := range n.byName[slug(path.Base(name))] {
		if strings.HasSuffix("/"+strings.ToLower(withoutExt(p.path)), "/"+name) {
			found = append(found, p)
		}
	}
	return nearest(from, found)
}

var numberText = regexp.MustCompile(`^(?:([A-Za-z]{2,5})[- ]?)?#?(\d{1,6})$`)

// numbered returns the page that a text such as "ADR-0007", "PEP 572" or "7"
// calls by its number.
func (n *names) numbered(from *page, text string) *page {
	match := numberText.FindStringSubmatch(strings.TrimSpace(text))
	if match == nil {
		return nil
	}
	wanted := number{strings.ToUpper(match[1]), match[2]}
	candidates := slices.DeleteFunc(slices.Clone(n.byNumber[wanted.value()]), func(p *page) bool {
		return p == from || wanted.prefix != "" && p.number.prefix != "" && p.number.prefix != wanted.prefix ||
			wanted.prefix == "" && p.class != from.class
	})
	return nearest(from, candidates)
}

// called returns the page that a value of a field calls: by a link, a path, a
// number or a name.
func (n *names) called(from *page, text string) *page {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), `"'`))
	if inner, found := strings.CutPrefix(text, "[["); found {
		target, _, _ := strings.Cut(strings.TrimSuffix(inner, "]]"), "|")
		target, _, _ = strings.Cut(target, "#")
		return n.wiki(from, target)
	}
	if p := n.numbered(from, text); p != nil {
		return p
	}
	if p, _ := n.relative(from, text); p != nil && p != from {
		return p
	}
	if strings.Contains(text, "/") {
		return n.ending(from, strings.ToLower(strings.TrimSuffix(text, "/README.md")), true)
	}
	return n.wiki(from, text)
}
