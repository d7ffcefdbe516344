package markdown

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/markup"
	"dossier/sources"
)

// decidedHeadings are the headings of what a meeting decided, in the words of slug. That
// of a single decision is part of a record.
var decidedHeadings = []string{
	"decisions", "decided", "decisions-made", "decisions-taken", "what-we-decided", "we-decided", "agreed", "agreements", "resolutions",
	"resolved", "entscheidungen", "beschlüsse", "beschlossen", "décisions", "décidé",
	"decisiones", "acuerdos", "acordado", //nolint:misspell // Spanish
}

// The words that say so together: "Conclusion/Resolution". A conclusion alone may be any.
var (
	decidedTogether = []string{"decision", "decisions", "resolution", "resolutions", "consensus"}
	saidTogether    = []string{"conclusion", "conclusions", "summary"}
)

func isDecidedHeading(heading string) bool {
	if slices.Contains(decidedHeadings, slug(heading)) {
		return true
	}
	words := strings.FieldsFunc(slug(heading), func(r rune) bool { return r == '-' })
	words = slices.DeleteFunc(words, func(word string) bool { return word == "and" || word == "or" })
	isOther := func(word string) bool {
		return !slices.Contains(decidedTogether, word) && !slices.Contains(saidTogether, word)
	}
	return len(words) > 1 && !slices.ContainsFunc(words, isOther) &&
		slices.ContainsFunc(words, func(word string) bool { return slices.Contains(decidedTogether, word) })
}

// maxDecided is the length up to which the text of an item is the title of a decision;
// of a longer one, that is the first sentence. By eye.
const maxDecided = 120

// decidedLabels are the words before what was decided in a sentence: "Agreed: on Monday".
var decidedLabels = []string{
	"decision", "decided", "agreed", "resolved", "entscheidung", "beschluss", "beschlossen", "décision", "décidé", "decisión", "acuerdo",
	"acordado",
}

// carried matches what minutes say of a motion that was decided.
var carried = regexp.MustCompile(`(?i)\b(carried|carries|passed|passes|approved|adopted)\b`)

// decidedIn returns what was decided in a text by the label before it, "" for nothing.
func decidedIn(text string) string {
	for sentence := range strings.SplitSeq(text, ". ") {
		label, rest, found := strings.Cut(sentence, ": ")
		if found && (slices.Contains(decidedLabels, slug(label)) || slug(label) == "motion" && carried.MatchString(text)) {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// decidedOf returns what was decided, as minutes of meetings have it: the items of lists
// below such a heading, and what follows such a word and a colon. Links to records of
// decisions are none.
func decidedOf(doc *markup.Doc) (list []markup.Item) {
	for _, item := range doc.Items {
		if item.Mark != 0 || item.Parent >= 0 || item.Text == "" || isOfContents(doc, item) {
			continue
		}
		if said := decidedIn(item.Text); said != "" {
			item.Text = said
		} else if !isDecidedList(doc, item) {
			continue
		}
		list = append(list, item)
	}
	for _, b := range doc.Blocks {
		source := doc.Source[b.Start:b.End]
		if b.Kind != markup.ParagraphBlock || !strings.Contains(source, ":") || decidedIn(source) == "" {
			continue
		}
		text := markup.Read(source).First
		if said := decidedIn(text); said != "" {
			list = append(list, markup.Item{Text: said, Rest: text, Start: b.Start})
		}
	}
	return list
}

// isDecidedList reports whether the heading of an item, or the label of its list, says that
// what follows was decided. A heading above that does not: below it may be anything.
func isDecidedList(doc *markup.Doc, item markup.Item) bool {
	return item.Heading >= 0 && isDecidedHeading(doc.Headings[item.Heading].Text) || isLabelled(doc, item, isDecidedHeading)
}

// isOfContents reports whether an item is an address, begins with a link, or has one to a place in the
// same text, as those of tables of contents and lists of records do.
func isOfContents(doc *markup.Doc, item markup.Item) bool {
	isLink := strings.HasPrefix(doc.Source[item.Start:item.End], "[") || isAddress(item.Text) && !strings.Contains(item.Text, " ")
	return isLink || slices.ContainsFunc(doc.Links, func(l link) bool {
		return l.Target == "" && l.Start >= item.Start && l.Start < item.End
	})
}

// addDecided adds what was decided by a page that is no record of one decision.
func (f *folder) addDecided(p *page) {
	used := map[string]int{}
	if p.class == document || p.class == daily {
		for _, item := range p.decided {
			f.addDecidedItem(p, item, used)
		}
	}
}

func (f *folder) addDecidedItem(p *page, item markup.Item, used map[string]int) {
	pos, on := p.pos(p.lineOf(item.Start)), cmp.Or(p.day, day(p.head.Text("date")))
	decided := &sources.Item{
		Pos: pos, Kind: graph.KindDecision, Path: p.path, Title: item.Text, Text: item.Rest, State: "made", Created: on, Completed: on,
	}
	if first, _, isLong := strings.Cut(item.Text, ". "); isLong && len(item.Text) > maxDecided {
		decided.Title, decided.Text = first, strings.TrimSpace(item.Text+"\n\n"+item.Rest)
	}
	if topic := p.topicOf(item); topic != "" {
		decided.Props = map[string]any{"section": topic}
		if len(strings.Fields(decided.Title)) < wordsAlone {
			decided.Title = topic + ": " + decided.Title
		}
	}
	key := truncated(slug(decided.Title))
	if used[key]++; used[key] > 1 {
		key = fmt.Sprintf("%s-%d", key, used[key])
	}
	decided.ID = withoutExt(p.path) + "#" + key
	f.out.Edge(pos, "references", p.id, f.out.Add(decided), nil)
}

// wordsAlone is how many words what was decided has at least to be understood without the
// heading of its topic, as "Withdrawn" is not. By eye.
const wordsAlone = 4

// topicOf returns the heading of the topic on which a meeting decided something: that above
// the heading of what was decided, unless it is the title.
func (p *page) topicOf(item markup.Item) string {
	if item.Heading < 0 || !isDecidedHeading(p.doc.Headings[item.Heading].Text) {
		return ""
	}
	for i := item.Heading - 1; i >= 0; i-- {
		if above := p.doc.Headings[i]; above.Level < p.doc.Headings[item.Heading].Level {
			if above.Text == p.title {
				return ""
			}
			return above.Text
		}
	}
	return ""
}

// actionHeadings are the headings above what somebody is to do, in minutes of a meeting.
var actionHeadings = strings.Split("action items,action item,actions,action points,next steps,next actions,follow ups,to dos,todos,"+
	"aufgaben,maßnahmen,nächste schritte,tâches,actions à mener,prochaines étapes,tareas,acciones,próximos pasos,compromisos", ",")

func isActionHeading(text string) bool {
	return slices.Contains(actionHeadings, strings.ReplaceAll(slug(text), "-", " "))
}

var (
	actionLine = regexp.MustCompile(`^(?:ACTION|Action)(?: (?:ITEM|Item|item))?(?: ([\pL@][\pL@., &/-]{0,40}?))?: *(\S.*)$`)
	assigned   = regexp.MustCompile(`^(@?\p{Lu}[\pL.'-]*(?:(?:, | and | & |/| )\p{Lu}[\pL.'-]*){0,3}) (?:to|will|soll|wird) \pL`)
	behind     = regexp.MustCompile(`(?: [-–] |: )(\p{Lu}[\pL.'-]*(?: \p{Lu}[\pL.'-]*)?)$`)
	noAction   = regexp.MustCompile(`(?i)^(none|no action|n/a|nothing|keine|everyone|all) ?\b`)
)

// setAction makes an item what minutes ask somebody to do, and reports whether they do: below
// a heading, or by a word before it, as in "ACTION: Ann to write it".
func (p *page) setAction(item *markup.Item) bool {
	said := actionLine.FindStringSubmatch(item.Text)
	isBelow := item.Parent >= 0 && isActionHeading(p.doc.Items[item.Parent].Text) ||
		item.Parent < 0 && isUnder(p.doc, *item, isActionHeading)
	if said != nil {
		item.Text = said[2]
		if who := strings.TrimSpace(said[1]); who != "" && !strings.EqualFold(who, "all") {
			item.Text = who + " to " + said[2]
		}
	}
	return item.Mark == 0 && (said != nil || isBelow) && !noAction.MatchString(item.Text) && !isActionHeading(item.Text) &&
		!isOfContents(p.doc, *item)
}

// whoActs returns who is asked to do something: "Ann and Bo to write it", "the text: Ann".
func whoActs(text string) (people []sources.Person) {
	if found := behind.FindStringSubmatch(text); found != nil {
		return []sources.Person{{Name: found[1]}}
	}
	if found := assigned.FindStringSubmatch(text); found != nil {
		for _, name := range sources.SplitList(strings.NewReplacer(" and ", ",", " & ", ",", "/", ",").Replace(found[1])) {
			people = append(people, sources.Person{Name: strings.TrimSpace(name)})
		}
	}
	return people
}

// actionLines returns the lines of paragraphs that begin with such a word.
func (p *parsed) actionLines() (list []markup.Item) {
	for _, b := range p.doc.Blocks {
		at := b.Start
		for line := range strings.Lines(p.doc.Source[b.Start:b.End]) {
			text := strings.TrimSpace(strings.ReplaceAll(line, "**", ""))
			if b.Kind == markup.ParagraphBlock && actionLine.MatchString(text) {
				heading := slices.IndexFunc(p.doc.Headings, func(h markup.Heading) bool { return h.Start > at })
				if heading < 0 {
					heading = len(p.doc.Headings)
				}
				list = append(list, markup.Item{
					Text: text, Parent: -1, Heading: heading - 1, Start: at, End: at + len(line)})
			}
			at += len(line)
		}
	}
	return list
}
