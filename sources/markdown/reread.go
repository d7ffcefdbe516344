package markdown

import (
	"io/fs"
	"slices"

	"dossier/sources"
)

// keep keeps the pages and their names for [Again].
func (f *folder) keep() {
	if f.opts.File == "" {
		f.opts.Cache.KeepFolder(&folder{rules: f.rules, pages: f.pages, names: f.names, tags: f.tags, recent: f.recent})
	}
}

// Again is the Again of [sources.Format]: it reads pages that are still called as they
// were, because then the links of all other pages lead where they led.
func Again(fsys fs.FS, opts sources.Options, files []string, out *sources.Records) bool {
	last, is := opts.Cache.Folder().(*folder)
	if !is || opts.File != "" {
		return false
	}
	f := &folder{fsys: fsys, opts: opts, out: out, rules: last.rules, names: last.names, tags: last.tags, recent: last.recent}
	return !slices.ContainsFunc(files, func(name string) bool { return !f.again(last, name) })
}

// again adds a page, and reports whether it is called as it was.
func (f *folder) again(last *folder, name string) bool {
	at := slices.IndexFunc(last.pages, func(p *page) bool { return p.path == name })
	if at < 0 {
		return false
	}
	in, err := f.parsed(name)
	if err != nil {
		return false
	}
	f.pages = nil
	f.page(name, in)
	was := last.pages[at]
	if len(f.pages) == 0 || !was.isCalledAs(f.pages[0]) {
		return false
	}
	id := was.id
	*was = *f.pages[0] // the names lead to was
	f.add(was)
	return was.id == id
}

// isCalledAs reports whether links find another page by the same names.
func (p *page) isCalledAs(other *page) bool {
	return p.path == other.path && p.title == other.title && p.class == other.class && p.number == other.number && p.day == other.day &&
		p.isLinked == other.isLinked && slices.Equal(aliases(p), aliases(other))
}
