package markdown

import (
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/markup"
	"dossier/sources"
)

// A part is the role of a section in a decision.
type part int

const (
	otherPart part = iota
	contextPart
	outcomePart
	rationalePart
	statusPart
)

// parts are the parts by heading, in the forms of Nygard, MADR, Tyree and others.
var parts = map[string]part{
	"context": contextPart, "context and problem statement": contextPart, "context and problem": contextPart, "problem statement": contextPart,
	"problem":    contextPart,
	"background": contextPart, "issue": contextPart, "motivation": contextPart, "kontext": contextPart, "contexte": contextPart,
	"contexto": contextPart, "the problem": contextPart,
	"decision": outcomePart, "decision outcome": outcomePart, "outcome": outcomePart, "decisions": outcomePart, "entscheidung": outcomePart,
	"décision": outcomePart,
	"decisión": outcomePart, "resolution": outcomePart, "solution": outcomePart, "proposed decision": outcomePart, "our decision": outcomePart,
	"consequences": rationalePart, "consequence": rationalePart, "positive consequences": rationalePart,
	"negative consequences": rationalePart, "implications": rationalePart,
	"rationale": rationalePart, "justification": rationalePart, "argument": rationalePart, "arguments": rationalePart,
	"reasoning": rationalePart, "why": rationalePart,
	"considered options": rationalePart, "options considered": rationalePart, "options": rationalePart, "alternatives": rationalePart,
	"alternatives considered": rationalePart,
	"considered alternatives": rationalePart, "pros and cons of the options": rationalePart, "pros and cons": rationalePart,
	"decision drivers": rationalePart, "drivers": rationalePart,
	"decision criteria": rationalePart, "positions": rationalePart, "trade offs": rationalePart, "tradeoffs": rationalePart,
	"evaluation": rationalePart, "pros": rationalePart,
	"cons": rationalePart, "advantages": rationalePart, "disadvantages": rationalePart, "drawbacks": rationalePart,
	"other options": rationalePart, "rejected alternatives": rationalePart,
	"konsequenzen": rationalePart, "folgen": rationalePart, "begründung": rationalePart, "conséquences": rationalePart,
	"consecuencias": rationalePart, "alternativen": rationalePart,
	"contexte et énoncé du problème": contextPart, "énoncé du problème": contextPart, "problème": contextPart,
	"résultat de la décision": outcomePart, "décision retenue": outcomePart,
	"options considérées": rationalePart, "options envisagées": rationalePart, "avantages et inconvénients des options": rationalePart,
	"avantages et inconvénients": rationalePart, "facteurs de décision": rationalePart, "justification de la décision": rationalePart,
	"kontext und problemstellung": contextPart, "problemstellung": contextPart, "ausgangslage": contextPart,
	"ergebnis der entscheidung": outcomePart, "entscheidungsergebnis": outcomePart, "beschluss": outcomePart,
	"betrachtete optionen": rationalePart, "betrachtete varianten": rationalePart, "betrachtete alternativen": rationalePart,
	"entscheidungstreiber": rationalePart, "vor und nachteile der optionen": rationalePart, "vor und nachteile": rationalePart,
	"contexto y planteamiento del problema": contextPart, "resultado de la decisión": outcomePart,
	"opciones consideradas": rationalePart, "pros y contras de las opciones": rationalePart,
	"status": statusPart, "state": statusPart, "statut": statusPart, "estado": statusPart, "decision status": statusPart,
}

func partOf(heading string) part { return parts[strings.ReplaceAll(slug(heading), "-", " ")] }

// A decisionPage is a page that is a decision record.
type decisionPage struct{ *page }

// isDecision reports whether a page is a decision record: by folder and number, or
// by its sections.
func (p *page) isDecision() bool {
	if isIndexName(p.stem()) && p.number.digits == "" {
		return false
	}
	isIn := inDecisions(p.path)
	if !isIn && p.number.digits == "" {
		return false
	}
	has := map[part]bool{}
	for _, h := range p.doc.Headings {
		has[partOf(h.Text)] = true
	}
	byForm := has[outcomePart] && (has[contextPart] || has[statusPart])
	if isIn {
		return p.number.digits != "" || byForm || has[statusPart]
	}
	return byForm && has[statusPart] && has[contextPart] && !inProposals(p.path)
}

// A decisionAdder adds decision records.
type decisionAdder struct{ *folder }

// addDecision adds a decision record.
func (f decisionAdder) addDecision(p *page) {
	fl := p.fieldsOf(nil)
	decisionPage{p}.nameDecision()
	item := f.item(p, graph.KindDecision, fl)
	item.Completed = day(fl.text("date", "decidedon", "decided", "decisiondate", "approved", "accepted"))
	if item.Completed == "" {
		item.Completed = item.Created
	}
	item.Owners = append(item.Owners, fl.people("deciders", "decider", "decisionmakers", "decisionmaker", "decidedby",
		"décideurs", "décisionnaires", "entscheider", "decisores")...)
	item.Fields = columnsOf(decisionPage{p}, item.Fields)
	f.decisionStatus(p, item)
	item.Title = p.number.title(p.title)
	setType(item, p.number.series())
	f.finish(p, item, fl)
}

// nameDecision takes the number out of the title: "7. Use X" is ADR-7.
func (d decisionPage) nameDecision() {
	title, found := inName(d.title, d.number)
	if found.digits != "" && d.number.digits == "" {
		d.number = found
	}
	d.title, d.number = recordTitle.ReplaceAllString(title, ""), d.number.in("ADR")
}

// recordTitle is what all records of a folder have before their titles.
var recordTitle = regexp.MustCompile(`(?i)^((architectur(e|al) )?decision record|ADR) *[:–—-] +`)

// columnsOf returns the columns of a decision for its sections. What is neither
// about the decision nor its reasons is in the description.
func columnsOf(d decisionPage, columns map[string]any) map[string]any {
	texts := map[part][]string{}
	if intro := d.intro(); intro != "" {
		texts[contextPart] = append(texts[contextPart], intro)
	}
	if description, isText := columns["description"].(string); isText {
		texts[contextPart] = slices.Insert(texts[contextPart], 0, description)
	}
	d.eachSection(func(heading int, text string) {
		h := d.doc.Headings[heading]
		of := partOf(h.Text)
		switch {
		case of == statusPart || strings.TrimSpace(text) == "":
			return
		case of == outcomePart:
			var reasons string
			text, reasons = d.withoutReasons(heading)
			if reasons != "" {
				texts[rationalePart] = append(texts[rationalePart], reasons)
			}
			texts[of] = append(texts[of], strings.TrimSpace(text))
			return
		case of == otherPart:
			of = contextPart
			text = "## " + h.Text + "\n\n" + strings.TrimSpace(text)
		case of != contextPart:
			text = "## " + h.Text + "\n\n" + strings.TrimSpace(text)
		}
		texts[of] = append(texts[of], strings.TrimSpace(text))
	})
	columns = map[string]any{}
	for of, column := range map[part]string{contextPart: "description", outcomePart: "outcome", rationalePart: "rationale"} {
		if text := strings.TrimSpace(strings.Join(texts[of], "\n\n")); text != "" {
			columns[column] = text
		}
	}
	return columns
}

// intro returns the text before the first section, without title and header.
func (d decisionPage) intro() string {
	start, end := 0, len(d.doc.Source)
	for i, h := range d.doc.Headings {
		if i == d.titleHeading() {
			start = h.End
			continue
		}
		end = h.Start
		break
	}
	start = max(start, min(d.after, end))
	return strings.TrimSpace(d.doc.Source[start:max(start, end)])
}

// titleHeading returns the index of the heading that is the title, or -1.
func (d decisionPage) titleHeading() int {
	if len(d.doc.Headings) > 0 && (d.doc.Headings[0].Level == 1 || len(d.doc.Headings) > 1 &&
		d.doc.Headings[1].Level > d.doc.Headings[0].Level) &&
		partOf(d.doc.Headings[0].Text) == otherPart {
		return 0
	}
	return -1
}

// eachSection calls do for the sections of the highest level below the title.
func (d decisionPage) eachSection(do func(heading int, text string)) {
	title := d.titleHeading()
	for i := title + 1; i < len(d.doc.Headings); {
		end := d.doc.SectionEnd(i)
		if d.holdsParts(i) {
			end = d.doc.Headings[i+1].Start
		}
		do(i, d.doc.Source[d.doc.Headings[i].End:end])
		for i < len(d.doc.Headings) && d.doc.Headings[i].Start < end {
			i++
		}
	}
}

// holdsParts reports whether a heading that is no part itself has parts below it, as a
// second title has.
func (d decisionPage) holdsParts(heading int) bool {
	headings := d.doc.Headings
	if partOf(headings[heading].Text) != otherPart || heading+1 == len(headings) || headings[heading].Level > 1 {
		return false
	}
	return headings[heading+1].Level > headings[heading].Level && partOf(headings[heading+1].Text) != otherPart
}

// withoutReasons returns the text of a section without its parts about reasons, and
// these.
func (d decisionPage) withoutReasons(heading int) (text, reasons string) {
	doc := d.doc
	at, end := doc.Headings[heading].End, doc.SectionEnd(heading)
	for i := heading + 1; i < len(doc.Headings) && doc.Headings[i].Start < end; i++ {
		if partOf(doc.Headings[i].Text) != rationalePart || doc.Headings[i].Start < at {
			continue
		}
		text += doc.Source[at:doc.Headings[i].Start]
		at = doc.SectionEnd(i)
		reasons += doc.Lowered(doc.Headings[i].Start, at, 2-doc.Headings[i].Level)
	}
	return text + doc.Source[at:end], strings.TrimSpace(reasons)
}

// decisionStates are the states for the words of decision records.
var decisionStates = map[string]string{
	"accepted": "made", "approved": "made", "adopted": "made", "decided": "made", "agreed": "made", "ratified": "made", "implemented": "made",
	"done":   "made",
	"active": "made", "final": "made", "made": "made", "amended": "made", "complete": "made", "completed": "made", "in effect": "made",
	"partially": "made", "partly": "made",
	"akzeptiert": "made", "angenommen": "made", "beschlossen": "made", "accepté": "made", "acceptée": "made", "aceptado": "made",
	"aceptada": "made",
	"proposed": "pending", "pending": "pending", "draft": "pending", "open": "pending", "review": "pending", "in": "pending", "rfc": "pending",
	"todo":          "pending",
	"vorgeschlagen": "pending", "proposé": "pending", "propuesto": "pending", "propuesta": "pending", "wip": "pending", "on": "deferred",
	"deferred": "deferred", "postponed": "deferred", "paused": "deferred",
	"superseded": "reversed", "superceded": "reversed", "deprecated": "reversed", "rejected": "reversed", "replaced": "reversed",
	"obsolete": "reversed", "withdrawn": "reversed",
	"declined": "reversed", "reversed": "reversed", "cancelled": "reversed", "abandoned": "reversed", "retired": "reversed",
	"abgelehnt": "reversed", "ersetzt": "reversed", "rejeté": "reversed",
}

// decisionStatus sets the state by the status of front matter, header or section,
// and collects the decisions that it names. A record without status is made.
func (f decisionAdder) decisionStatus(p *page, item *sources.Item) {
	lines := []statusLine{{item.Status, nil, 1}}
	if item.Status == "" {
		lines = decisionPage{p}.statusLines()
	} else {
		lines[0].links = decisionPage{p}.statusLinks()
	}
	item.Status = ""
	for _, line := range lines {
		f.statusRefs(p, line)
		word, _, _ := strings.Cut(strings.ReplaceAll(slug(line.text), "-", " "), " ")
		if state := decisionStates[word]; state != "" && (item.State == "" || state == "reversed") {
			item.State, item.Status = state, line.text
		}
		if item.Status == "" {
			item.Status = line.text
		}
	}
	if item.Status == "" {
		item.State = "made"
	}
}

// A statusLine is a line of a status, with its links.
type statusLine struct {
	text  string
	links []link
	line  int
}

// statusLinks returns the links in the fields about the status.
func (d decisionPage) statusLinks() []link {
	for _, h := range d.header {
		if folded(h.key) == "status" {
			return markup.Read(h.value).Links
		}
	}
	return markup.Read(textOf(d.head.Get("status"))).Links
}

// statusLines returns the lines of the section about the status.
func (d decisionPage) statusLines() (lines []statusLine) {
	for i, h := range d.doc.Headings {
		if partOf(h.Text) != statusPart {
			continue
		}
		at := h.End
		for line := range strings.Lines(d.doc.Section(i)) {
			doc := markup.Read(strings.TrimSpace(line))
			text := doc.First
			if len(doc.Items) > 0 {
				text = doc.Items[0].Text
			}
			if text != "" {
				lines = append(lines, statusLine{strings.TrimRight(text, ". "), doc.Links, d.lineOf(at)})
			}
			at += len(line)
		}
		break
	}
	return lines
}

// statusVerbs are the beginnings of lines of a status that name other decisions.
var statusVerbs = []string{
	"superseded by", "superceded by", "supersedes", "supercedes", "replaced by", "replaces", "amended by", "amends", "clarified by",
	"clarifies", "extended by", "extends",
	"updated by", "updates", "depends on", "relates to", "related to", "obsoleted by", "obsoletes", "see also",
}

// statusRefs collects the decisions that a line of a status names, by links or by
// numbers.
func (f decisionAdder) statusRefs(p *page, line statusLine) {
	lower := strings.ToLower(line.text)
	for _, verb := range statusVerbs {
		at := strings.Index(lower, verb)
		if at < 0 || strings.HasSuffix(verb, "s") && strings.Contains(lower, "superseded") {
			continue
		}
		relation := relationNames[folded(verb)]
		reason := map[string]any{"reason": line.text}
		for _, to := range f.statusTargets(p, line, line.text[min(at+len(verb), len(line.text)):]) {
			p.refs = append(p.refs, ref{relation: relation, to: to, line: line.line, props: reason})
		}
		return
	}
}

func (f decisionAdder) statusTargets(p *page, line statusLine, rest string) (pages []*page) {
	for _, l := range line.links {
		if to, _ := f.target(p, l, targetOfLink(p.path, l)); to != nil && to != p {
			pages = append(pages, to)
		}
	}
	if len(pages) > 0 {
		return pages
	}
	for word := range strings.FieldsFuncSeq(rest, func(r rune) bool { return strings.ContainsRune(" ,;()[]\"'", r) }) {
		if to := f.names.numbered(p, strings.Trim(word, ".:")); to != nil {
			pages = append(pages, to)
		} else if to := f.names.byPath[strings.ToLower(withoutMarkdown(word))]; to != nil && to != p {
			pages = append(pages, to)
		}
	}
	return pages
}
