package layout

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
	"dossier/graph/prompt"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/passage"
)

// The maximum and the minimum number of headings in a table of contents, and the
// maximum of the characters of each. By eye.
const (
	mostContents  = 20
	leastContents = 3
	contentsLabel = 40
)

// guessed is the share of a question that the best heading must explain, or the
// best section have, for a topic to have no table of contents. By eye: tables of
// contents take room, so that of 224 sections of KEPs in other words .4 % fewer
// were found in 500 tokens, and .5 % fewer in 2,000. But a reader who asks for
// "downsides" sees that there are Drawbacks.
const guessed = .3

// contents adds the outermost headings of the texts of the single topic that the
// question names, if neither a heading nor parts of a kind are what is asked about
// it.
func (c *composer) contents(t *outline.Topic, number int) {
	asksParts := slices.ContainsFunc(t.Groups, func(g parts.Group) bool { return c.asks(t, &g) })
	if !c.isSingle() || c.outline.List != nil || asksParts || !isGuessed(t) {
		return
	}
	list := slices.Clone(t.Passages)
	slices.SortStableFunc(list, func(a, b passage.Passage) int { return a.Start - b.Start })
	var titles []string
	for _, one := range list {
		document, source, known := c.sourceOf(one)
		if !known || len(one.Headings) == 1 && one.Headings[0].Level == 1 { // the title of the document
			continue
		}
		names := headings(source, one)
		if one.IsTitled {
			names = []string{titleIn(document.Self().Label, t.Entity.Self().Label)}
		}
		if len(names) > 0 && len(titles) < mostContents {
			if title := graph.Line(names[0], contentsLabel); title != "" && !slices.Contains(titles, title) {
				titles = append(titles, title)
			}
		}
	}
	if len(titles) < leastContents {
		return
	}
	at := c.groupSection(number, prompt.TopicSection{Title: "Sections", Inline: true})
	item := prompt.Item{Name: prompt.Name{Label: strings.Join(titles, " · ")}}
	c.put(Line{Topic: number, Section: at, Entity: c.plan.Topics[number].Entity, Item: item})
}

// titleIn returns the title of a document without the name or the identifier of what
// it is part of: "Motivation" of "RFC-12 Motivation", of "Motivation (RFC-12)" and of
// "Steel piles: Motivation".
func titleIn(title, of string) string {
	id := naming.Identifier(of)
	if rest, cut := strings.CutPrefix(title, of); cut && isMarked(rest) {
		title = rest
	} else if name := strings.Trim(naming.Unidentified(of), titleMarks); name != "" {
		if rest, cut = strings.CutPrefix(title, name); cut && isMarked(rest) {
			title = rest
		}
	}
	if id != "" {
		title = strings.ReplaceAll(title, id, "")
	}
	return strings.Trim(title, titleMarks)
}

// shortTitle returns what titleIn does, with a capital if that is not the whole title.
func shortTitle(title, of string) string {
	short := titleIn(title, of)
	if short == strings.Trim(title, titleMarks) {
		return title
	}
	return graph.Capital(short)
}

// titleMarks are between the names in a title.
const titleMarks = " :()–—-"

// isMarked reports whether there is a mark and more at the beginning of the rest of a
// title.
func isMarked(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return strings.Trim(rest, titleMarks) != "" && strings.TrimLeft(rest, titleMarks) != rest
}

// isGuessed reports whether the question asks for something that no heading of
// the topic explains, and that no section has.
func isGuessed(t *outline.Topic) bool {
	return t.AsksOther && !slices.ContainsFunc(t.Passages, func(one passage.Passage) bool { return max(one.Asked, one.Held) >= guessed })
}
