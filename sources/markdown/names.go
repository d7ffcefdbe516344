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
	byFolder map[string]*page   // the page about a folder, by its path in lower case
	byName   map[string][]*page // by the folded name of the file, title or alias
	byNumber map[int][]*page
}

func (n *names) add(name string, p *page) {
	if n.byPath == nil {
		*n = names{map[string]*page{}, map[string]*page{}, map[string][]*page{}, map[int][]*page{}}
	}
	for _, key := range []string{strings.ToLower(name), strings.ToLower(withoutExt(name))} {
		if n.byPath[key] == nil {
			n.byPath[key] = p
		}
	}
	if folder := strings.ToLower(p.dir()); p.isIndex() && n.byFolder[folder] == nil {
		n.byFolder[folder] = p
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
		if p.isLinked {
			linked++
		}
	}
	for _, p := range f.pages { // behind all names of files, which count first
		f.names.name(p.title, p)
		if isIndexName(p.stem()) && p.dir() != "." {
			f.names.name(path.Base(p.dir()), p)
		}
		for _, alias := range aliases(p) {
			f.names.name(alias, p)
		}
	}
	const share = 5 // by eye: a fifth of all files have [[links]]
	f.tags = f.rules.Notes || linked*share >= len(f.pages)
}

func aliases(p *page) []string {
	list := p.head.List("aliases", "alias")
	if id := p.head.Text("id"); p.class == work && id != "" {
		list = append(list, id)
	}
	return list
}

// slug returns the form in which names are compared: words in lower case, joined
// by hyphens.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r)
	}), "-")
}

// A target is the name of a page in a [[link]], in the form that is compared.
type target struct {
	name string // in lower case, without .md
	slug string // of its last part

	address // of a link that has no [[ ]]
}

func targetOf(text string) target {
	name := withoutMarkdown(strings.Trim(strings.ToLower(text), "/ "))
	return target{name: name, slug: slug(path.Base(name))}
}

// targetOfLink returns what a link of the page with a path calls a page.
func targetOfLink(from string, l link) target {
	if l.Wiki {
		return targetOf(l.Target)
	}
	return target{address: addressOf(from, l.Target)}
}

// wiki returns the page that a [[link]] of another leads to: by its name, or by
// its path if it has one. Of several, that in the same folder is nearest, then
// that with the shortest path.
func (n *names) wiki(from *page, to target) *page {
	if !strings.Contains(to.name, "/") {
		if p := nearest(from, to.name, n.byName[to.slug]); p != nil {
			return p
		}
		return n.at(to.name)
	}
	for _, name := range []string{to.name, strings.ToLower(path.Join(from.dir(), to.name))} {
		if p := n.at(name); p != nil {
			return p
		}
	}
	if p := nearest(from, "", endingIn(n.byName[to.slug], to.name)); p != nil {
		return p
	}
	return nearest(from, to.name, n.byName[slug(to.name)]) // a title with a slash
}

// published returns the decision or proposal that an address is of, as the series has it
// at its site: by the number in its last part, which is the name of a file.
func (n *names) published(address string) *page {
	base := path.Base(strings.TrimRight(address, "/"))
	if of := numberOf(base); of.digits == "" || isDigits(withoutExt(base)) {
		return nil
	}
	found := slices.DeleteFunc(slices.Clone(n.byName[slug(withoutExt(base))]), func(p *page) bool {
		return p.class != decision && p.class != proposal || !strings.EqualFold(p.stem(), withoutExt(base))
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// endingIn returns the pages whose paths end in a path.
func endingIn(pages []*page, name string) (found []*page) {
	for _, p := range pages {
		if strings.HasSuffix("/"+strings.ToLower(withoutExt(p.path)), "/"+name) {
			found = append(found, p)
		}
	}
	return found
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
	return n.byFolder[name]
}

// nearest returns one of the pages with a name: that whose file has it exactly, in
// lower case, then that in the nearest folder.
func nearest(from *page, name string, candidates []*page) *page {
	switch len(candidates) {
	case 0:
		return nil
	case 1:
		return candidates[0]
	}
	other := func(p *page) int {
		if strings.ToLower(p.stem()) == name {
			return 0
		}
		return 1
	}
	return slices.MinFunc(candidates, func(a, b *page) int {
		return cmp.Or(other(a)-other(b), distance(from, a)-distance(from, b), strings.Count(a.path, "/")-strings.Count(b.path, "/"),
			strings.Compare(a.path, b.path))
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

// An address is where a link of a page leads within the folder.
type address struct {
	paths []string // in lower case, the likeliest first; empty for what is elsewhere
	root  bool     // it is that of a site, whose root may be anywhere
}

// addressOf returns the address of a link of the page with a path.
func addressOf(from, text string) address {
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	text, _, _ = strings.Cut(text, "?")
	if strings.HasPrefix(text, "@/") { // of Zola
		text = text[1:]
	}
	if scheme, _, found := strings.Cut(text, ":"); text == "" || found && !strings.Contains(scheme, "/") || strings.HasPrefix(text, "//") {
		return address{}
	}
	a := address{root: strings.HasPrefix(text, "/")}
	name := strings.ToLower(text)
	if !a.root {
		name = path.Join(path.Dir(strings.ToLower(from)), name)
	}
	a.paths = append(a.paths, cleanedPath(name))
	if html, is := strings.CutSuffix(name, ".html"); is {
		a.paths = append(a.paths, cleanedPath(html))
	}
	if !a.root && !isMarkdown(text) { // of a site in which each page is a folder
		a.paths = append(a.paths, cleanedPath(path.Join(withoutExt(from), text)))
	}
	return a
}

func cleanedPath(name string) string { return path.Clean(strings.Trim(strings.ToLower(name), "/")) }

// relative returns the page at the address of a link, and whether the address is
// one within the folder.
func (n *names) relative(from *page, a address) (p *page, within bool) {
	for _, name := range a.paths {
		if p := n.at(name); p != nil {
			return p, true
		}
	}
	if len(a.paths) == 0 {
		return nil, false
	}
	return n.ending(from, a.paths[0], a.root), true
}

// ending returns the only page whose path ends in the address of a site, which
// may have its root anywhere.
func (n *names) ending(from *page, name string, root bool) *page {
	name = strings.TrimSuffix(strings.Trim(withoutMarkdown(name), "/"), ".html")
	if !root || name == "" {
		return nil
	}
	return nearest(from, "", endingIn(n.byName[slug(path.Base(name))], name))
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
	return nearest(from, "", candidates)
}

// called returns the page that a value of a field calls: by a link, a path, a
// number or a name.
func (n *names) called(from *page, text string) *page {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), `"'`))
	if inner, found := strings.CutPrefix(text, "[["); found {
		target, _, _ := strings.Cut(strings.TrimSuffix(inner, "]]"), "|")
		target, _, _ = strings.Cut(target, "#")
		return n.wiki(from, targetOf(target))
	}
	if p := n.numbered(from, text); p != nil {
		return p
	}
	if p, _ := n.relative(from, addressOf(from.path, text)); p != nil && p != from {
		return p
	}
	if strings.Contains(text, "/") {
		return n.ending(from, strings.ToLower(strings.TrimSuffix(text, "/README.md")), true)
	}
	return n.wiki(from, targetOf(text))
}
