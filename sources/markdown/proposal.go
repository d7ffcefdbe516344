package markdown

import (
	"cmp"
	"path"
	"strings"

	"dossier/graph"
	"dossier/graph/markup"
	"dossier/sources"
	"dossier/sources/frontmatter"
)

// isProposal reports whether a page is a proposal: one with a number and a header,
// in a folder of proposals.
func (p *page) isProposal() bool {
	if !inProposals(p.path) || p.number.digits == "" && !p.hasStatus() {
		return false
	}
	if isIndexName(p.stem()) && p.number.digits == "" {
		return false
	}
	return p.hasStatus() || len(p.header) > 1 || p.number.digits != "" && !p.isPlain()
}

// series returns what people call a proposal without a prefix, by its folder: "plan" in plans.
func (p *page) series() string {
	return strings.TrimSuffix(strings.ToLower(path.Base(topProposals(p.path))), "s")
}

// isPlain reports whether what looks like a link or a box of Markdown is none.
func (p *page) isPlain() bool {
	return isPlainProposal(p.path)
}

func (p *parsed) hasStatus() bool {
	if p.saysStatus() {
		return true
	}
	for _, h := range p.header {
		if folded(h.key) == "status" {
			return true
		}
	}
	return false
}

// proposalStates are the states of a plan for the words of proposals.
var proposalStates = map[string]string{
	"draft": "draft", "provisional": "draft", "proposed": "draft", "idea": "draft", "stagnant": "draft", "deferred": "draft", "open": "draft",
	"incomplete": "draft", "pre-draft": "draft", "review": "active", "in review": "active", "last call": "active", "accepted": "active",
	"implementable": "active", "active": "active", "living": "active", "active review": "active", "awaiting review": "active",
	"approved": "active", "in progress": "active", "experimental": "active", "scheduled for review": "active", "final": "completed",
	"implemented": "completed", "rejected": "completed", "withdrawn": "completed", "superseded": "completed", "replaced": "completed",
	"moved": "completed", "obsolete": "completed", "closed": "completed", "abandoned": "completed", "complete": "completed",
	"completed": "completed", "done": "completed", "merged": "active", "returned for revision": "draft",
}

// addProposal adds a proposal as a plan with its document.
func (f *folder) addProposal(p *page) {
	fl := p.fieldsOf(f.beside(p))
	proposalPage{p}.nameProposal(fl)
	item := f.item(p, graph.KindPlan, fl)
	if item.State = proposalStates[strings.ToLower(item.Status)]; item.State == "" {
		first, _, _ := strings.Cut(strings.ToLower(item.Status), " ")
		item.State = proposalStates[strings.Trim(first, "(),.:;")]
	}
	if item.Status == "" {
		item.State = "active" // it is in the folder of those that were taken up
	}
	if item.Fields["description"] == nil {
		item.Text = proposalPage{p}.summary()
	}
	item.Title = p.number.title(p.title)
	setType(item, p.number.prefix)
	f.finish(p, item, fl)
	f.addText(p, item)
}

// addText adds the document of a proposal.
func (f *folder) addText(p *page, plan *sources.Item) {
	text := &sources.Item{
		Pos: p.pos(1), Kind: graph.KindDocument, ID: p.path, Path: p.path, Title: plan.Title, Created: plan.Created, Updated: plan.Updated,
		State: "published", Text: strings.TrimSpace(p.doc.Source[p.leading():]), Labels: plan.Labels,
	}
	if plan.State == "draft" {
		text.State = "draft"
	}
	f.out.Edge(p.pos(1), sources.Parent, p.id, f.out.Add(text), nil)
}

// beside returns the fields of the file beside a proposal that has its header, as
// kep.yaml has, nil for none.
func (f *folder) beside(p *page) *frontmatter.Matter {
	name := path.Join(p.dir(), "kep.yaml")
	if !isIndexName(p.stem()) || !exists(f.fsys, name) {
		return nil
	}
	head, err := sources.Parsed(f.opts.Cache, f.fsys, name, func(data []byte) (*frontmatter.Matter, error) {
		yaml := strings.TrimPrefix(strings.TrimLeft(string(data), "\ufeff"), "---\n")
		return frontmatter.Read([]byte("---\n" + yaml + "\n---\n")), nil
	})
	if err != nil {
		f.out.Note(sources.Rejected, sources.Position{File: name}, name+": "+innermost(err).Error())
		return nil
	}
	for _, problem := range head.Problems {
		f.out.Note(sources.Warned, sources.Position{File: name, Line: max(1, problem.Line-1)}, problem.Text)
	}
	return head
}

// A proposalPage is a page that is a proposal.
type proposalPage struct{ *page }

// nameProposal sets the title and number: of the header, the heading or the name.
func (p proposalPage) nameProposal(fl *fields) {
	if title := fl.text("title"); title != "" {
		p.title = title
	} else if slug(p.title) == "meta" || slug(p.title) == "metadata" { // the heading of the header
		p.title = cmp.Or(fl.text("name"), p.title)
	}
	title, found := inName(p.title, p.number)
	if found.digits != "" && (p.number.digits == "" || p.number.prefix == "") {
		p.number = number{found.prefix, found.digits}
	}
	p.title = title
	prefix := proposalDirs[letters(path.Base(topProposals(p.path)))]
	for _, key := range []string{"pep", "eip", "kepnumber", "kep", "rfc", "bip", "jep", "sep"} {
		if v := fl.take(key); v != nil {
			prefix = strings.ToUpper(strings.TrimSuffix(key, "number"))
			if digits := textOf(v.value); isDigits(digits) && p.number.digits == "" {
				p.number.digits = digits
			}
		}
	}
	p.featureName = fl.text("featurename")
	if isSummary(p.title) || partOf(p.title) != otherPart {
		p.title = spaced(strings.TrimLeft(strings.TrimPrefix(p.nameOfFile(), p.number.digits), "-_ "))
	}
	p.number = p.number.in(prefix)
}

// nameOfFile returns the name of the file or, if it is about its folder, of that.
func (p proposalPage) nameOfFile() string {
	if isIndexName(p.stem()) {
		return path.Base(p.dir())
	}
	return p.stem()
}

func isSummary(heading string) bool {
	switch strings.ReplaceAll(slug(heading), "-", " ") {
	case "summary", "abstract", "simple summary", "introduction", "overview", "tl dr", "table of contents":
		return true
	}
	return false
}

// summary returns the text of the first section that summarises the proposal, or
// else that about its reasons, or the first paragraph.
func (p proposalPage) summary() string {
	for _, matches := range []func(string) bool{isSummary,
		func(heading string) bool { return partOf(heading) == contextPart || slug(heading) == "goals" }} {
		for i, h := range p.doc.Headings {
			if text := strings.TrimSpace(p.ownText(i)); matches(h.Text) && text != "" && slug(h.Text) != "table-of-contents" {
				return text
			}
		}
	}
	for _, block := range p.doc.Blocks {
		if block.Kind == markup.ParagraphBlock && block.Start >= p.after {
			return strings.TrimSpace(p.doc.Source[block.Start:block.End])
		}
	}
	return ""
}

// leading returns the end of a header above all else, which the fields have as those of
// front matter, and 0 for one below a heading.
func (p *parsed) leading() int {
	if len(p.header) > 0 && strings.TrimSpace(p.doc.Source[:p.header[0].start]) == "" {
		return p.after
	}
	return 0
}

// ownText returns the text of a section before the next heading of any level,
// without link definitions and the like at its start.
func (p proposalPage) ownText(heading int) string {
	start, end := p.doc.Headings[heading].End, len(p.doc.Source)
	if heading+1 < len(p.doc.Headings) {
		end = p.doc.Headings[heading+1].Start
	}
	for _, block := range p.doc.Blocks {
		if block.Start >= start {
			return p.doc.Source[min(block.Start, end):end]
		}
	}
	return p.doc.Source[start:end]
}
