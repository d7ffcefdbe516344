package markdown

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"dossier/graph/markup"
	"dossier/sources"
	"dossier/sources/frontmatter"
)

type link = markup.Link

// A ref is an edge that a field or a sentence of a page asks for.
type ref struct {
	relation
	to    *page
	line  int
	props map[string]any
}

// A relation is how two pages are related.
type relation struct {
	rel  string // of the graph, or the name that is kept
	swap bool   // from the other page to this one
	soft bool   // a value that names no page is a field like others
}

// relationNames are the relations for the names of fields, folded. Those in the
// passive are read from the other end.
var relationNames = map[string]relation{
	"requires": {rel: "requires"}, "require": {rel: "requires"}, "requirements": {rel: "requires", soft: true}, "prerequisites": {
		rel: "requires", soft: true,
	},
	"dependson": {rel: "depends_on"}, "depends": {rel: "depends_on"}, "dependencies": {rel: "depends_on", soft: true}, "dependency": {
		rel: "depends_on", soft: true,
	},
	"blockedby": {rel: "blocks", swap: true}, "blocks": {rel: "blocks"},
	"replaces": {rel: "supersedes"}, "supersedes": {rel: "supersedes"}, "supercedes": {rel: "supersedes"}, "obsoletes": {rel: "supersedes"},
	"replacedby": {rel: "supersedes", swap: true}, "supersededby": {rel: "supersedes", swap: true}, "supercededby": {
		rel: "supersedes", swap: true,
	},
	"obsoletedby": {rel: "supersedes", swap: true},
	"seealso":     {rel: "relates_to", soft: true}, "related": {rel: "relates_to", soft: true}, "relatedto": {rel: "relates_to", soft: true},
	"relates": {
		rel: "relates_to", soft: true,
	},
	"relatesto": {rel: "relates_to", soft: true}, "similar": {rel: "relates_to", soft: true}, "relatedadrs": {rel: "relates_to", soft: true},
	"relateddecisions": {
		rel: "relates_to", soft: true,
	},
	"amends": {rel: "amends"}, "amendedby": {rel: "amends", swap: true}, "updates": {rel: "amends"}, "updatedby": {
		rel: "amends", swap: true, soft: true,
	},
	"extends": {rel: "extends"}, "extendedby": {rel: "extends", swap: true}, "clarifies": {rel: "clarifies"}, "clarifiedby": {
		rel: "clarifies", swap: true,
	},
	"implements": {rel: "implements", soft: true}, "implementedby": {rel: "implements", swap: true, soft: true},
	"parent": {rel: sources.Parent, swap: true, soft: true}, "up": {rel: sources.Parent, swap: true, soft: true}, "partof": {
		rel: sources.Parent, swap: true, soft: true,
	},
	"children": {rel: sources.Parent, soft: true}, "down": {rel: sources.Parent, soft: true},
	"next": {rel: "next", soft: true}, "prev": {rel: "next", swap: true, soft: true}, "previous": {rel: "next", swap: true, soft: true},
	"links": {rel: "references", soft: true}, "references": {rel: "references", soft: true}, "sources": {rel: "references", soft: true},
	"source": {
		rel: "references", soft: true,
	},
}

// addRefs collects what the fields of a page say about other pages.
func (p *page) addRefs(f *folder, fl *fields) {
	p.refs = nil
	for i := range fl.list {
		v := &fl.list[i]
		if relation := relationNames[folded(v.key)]; relation.rel != "" && !v.used {
			v.used = p.refer(f, relation, v.key, refTexts(v.value), v.line)
		}
	}
	if f.rules.Notes {
		for _, field := range p.doc.Fields {
			if relation := relationNames[folded(field.Key)]; relation.rel != "" {
				p.refer(f, relation, field.Key, refTexts(field.Value), p.lineOf(field.Start))
			}
		}
	}
}

// mayRefer reports whether a field of a page may name others.
func (p *page) mayRefer(f *folder) bool {
	isRelation := func(key string) bool { return relationNames[folded(key)].rel != "" }
	if p.head != nil && slices.ContainsFunc(p.head.Fields, func(field frontmatter.Field) bool { return isRelation(field.Key) }) {
		return true
	}
	return slices.ContainsFunc(p.header, func(one pair) bool { return isRelation(one.key) }) ||
		f.rules.Notes && slices.ContainsFunc(p.doc.Fields, func(field markup.Field) bool { return isRelation(field.Key) })
}

// refer adds refs to the pages that the texts call, and reports whether all of
// them are pages.
func (p *page) refer(f *folder, relation relation, key string, texts []string, line int) (all bool) {
	all = true
	for _, text := range texts {
		to := f.names.called(p, text)
		switch {
		case to != nil && to != p:
			p.refs = append(p.refs, ref{relation: relation, to: to, line: line})
			continue
		case to == nil && !relation.soft && !isAddress(text) && !isNothing(text):
			f.out.Note(sources.Lost, p.pos(line), fmt.Sprintf("%s: no file is called %.80q", key, text))
		}
		all = false
	}
	return all
}

func isAddress(text string) bool { return strings.Contains(text, "://") }

func isNothing(text string) bool {
	switch strings.ToLower(strings.Trim(text, "-. ")) {
	case "", "none", "n/a", "null", "na", "tbd", "nothing", "no":
		return true
	}
	return false
}

// refTexts returns the texts that may name pages: the addresses of Markdown links,
// or else the items of a list.
func refTexts(value any) (texts []string) {
	list := frontmatter.Texts(flat(value))
	if text, isText := value.(string); isText && (strings.Contains(text, "](") || strings.Contains(text, "[[")) {
		list = []string{text}
	}
	for _, text := range list {
		if !strings.Contains(text, "](") && !strings.Contains(text, "[[") {
			texts = append(texts, text)
			continue
		}
		for _, l := range markup.Read(text).Links {
			texts = append(texts, l.Target)
		}
	}
	return texts
}

// flat returns a list without lists in it: YAML reads [[A]] as a list in a list.
func flat(value any) any {
	list, isList := value.([]any)
	if !isList {
		return value
	}
	var all []any
	for _, item := range list {
		if inner, isList := flat(item).([]any); isList {
			all = append(all, inner...)
		} else {
			all = append(all, item)
		}
	}
	return all
}

// link adds the edges of a page.
func (f *folder) link(p *page) {
	for _, ref := range p.refs {
		src, dst := p.id, ref.to.id
		if ref.swap {
			src, dst = dst, src
		}
		f.out.Edge(p.pos(ref.line), ref.rel, src, dst, ref.props)
	}
	for i, l := range p.doc.Links {
		to, lost := f.target(p, l, p.targets[i])
		if lost != "" {
			f.out.Note(sources.Lost, p.pos(p.lineOf(l.Start)), lost)
		}
		if to == nil || to == p || p.refersTo(to) {
			continue
		}
		var props map[string]any
		if l.Fragment != "" {
			props = map[string]any{"section": strings.TrimPrefix(l.Fragment, "^")}
		}
		f.out.Edge(p.pos(p.lineOf(l.Start)), "references", p.id, to.id, props)
		if task := p.taskAt(l.Start); task != "" {
			f.out.Edge(p.pos(p.lineOf(l.Start)), "references", task, to.id, nil)
		}
	}
}

func (p *page) refersTo(to *page) bool {
	for _, ref := range p.refs {
		if ref.to == to {
			return true
		}
	}
	return false
}

// target returns the page that a link leads to, or what to note if it should lead
// to one.
func (f *folder) target(p *page, l link, called target) (to *page, lost string) {
	if l.Target == "" {
		return nil, ""
	}
	if l.Wiki {
		to = f.names.wiki(p, called)
		if ext := path.Ext(l.Target); to == nil && f.tags && (ext == "" || isMarkdown(l.Target) || strings.Contains(ext, " ")) {
			lost = fmt.Sprintf("[[%s]]: no file is called so", l.Target)
		}
		return to, lost
	}
	if isAddress(l.Target) {
		return f.names.published(l.Target), ""
	}
	to, within := f.names.relative(p, called.address)
	if to == nil && within && isMarkdown(l.Target) && !exists(f.fsys, cleaned(p, l.Target)) {
		lost = fmt.Sprintf("link to %s: there is no such file", l.Target)
	}
	return to, lost
}

func cleaned(p *page, target string) string {
	if name := strings.TrimPrefix(path.Join(p.dir(), target), "../"); name != "" && !strings.HasPrefix(name, "/") {
		return name
	}
	return "."
}
