package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/prompt"
	"dossier/graph/states"
)

// A TextMode is the amount of text about linked entities.
type TextMode string

// The modes of text.
const (
	TextAbbreviated TextMode = "ABBREVIATED" // at most three of each kind, under 500 tokens
	TextFull        TextMode = "FULL"        // all, with their descriptions
)

// abbreviatedTokens is the specified maximum size of the abbreviated text.
const abbreviatedTokens = 499

// linkedLabel bounds a label in the abbreviated text, in characters.
const linkedLabel = 80

// Links renders linked entities as Markdown in under 500 tokens, as counted by
// count. It returns "" if there are none. hint explains how to get all of them,
// and may be empty.
func Links(l *memory.LinkedEntities, hint string, count func(string) int) string {
	return LinksWithin(l, hint, abbreviatedTokens, count)
}

// LinksWithin is like [Links] with a limit of tokens, if that is lower.
func LinksWithin(l *memory.LinkedEntities, hint string, tokens int, count func(string) int) string {
	groups := l.All()
	if len(groups) == 0 {
		return ""
	}
	for _, group := range groups {
		group.Items = group.Items[:min(memory.DefaultLinks, group.Total)]
	}
	text := ""
	// Nothing can fail, and a text without items is always within the budget.
	_, _ = prompt.Fit(min(tokens, abbreviatedTokens), func() (int, error) {
		text = prompt.Markdown(linksOf(l, groups, hint))
		return count(text), nil
	}, func(int) bool { return shorten(groups) })
	return text
}

// shorten removes an item from the longest list, or from the last of several,
// and reports whether there was one.
func shorten(groups []*memory.LinkedGroup) bool {
	longest := slices.MaxFunc(groups, func(a, b *memory.LinkedGroup) int {
		return cmp.Or(len(a.Items)-len(b.Items), a.Kind.Rank()-b.Kind.Rank())
	})
	if len(longest.Items) == 0 {
		return false
	}
	longest.Items = longest.Items[:len(longest.Items)-1]
	return true
}

// linksOf returns the blocks of groups.
func linksOf(l *memory.LinkedEntities, groups []*memory.LinkedGroup, hint string) prompt.Group {
	blocks := prompt.Group{
		prompt.Heading{Level: 2, Name: prompt.Name{Label: "Linked Entities"}},
		prompt.Text{Text: fmt.Sprintf("This %s has the following relationships:", l.Source.Self().Kind)},
	}
	var counted []graph.KindCount
	for _, group := range groups {
		if len(group.Items) == 0 {
			counted = append(counted, graph.KindCount{Kind: group.Kind, Count: group.Total})
			continue
		}
		blocks = append(blocks, linksOfKind(l, group))
	}
	if counted != nil {
		blocks = append(blocks, prompt.Apart{Block: prompt.Text{Text: "Also linked: " + prompt.KindCounts(counted) + "."}})
	}
	if hint != "" {
		blocks = append(blocks, prompt.Apart{Block: prompt.Hint{Text: hint}})
	}
	return blocks
}

// linksOfKind returns the blocks of a group.
func linksOfKind(l *memory.LinkedEntities, group *memory.LinkedGroup) prompt.Group {
	counts := []string{fmt.Sprintf("%d linked", group.Total)}
	if len(group.Items) < group.Total {
		counts = append(counts, fmt.Sprintf("showing first %d", len(group.Items)))
	}
	blocks := prompt.Group{prompt.Apart{Block: prompt.Heading{Level: 3, Name: prompt.Name{Label: group.Kind.Heading(), Facts: counts}}}}
	for _, item := range group.Items {
		blocks = append(blocks, linkedItem(l, item))
	}
	if more := group.Total - len(group.Items); more > 0 {
		blocks = append(blocks, prompt.More{Count: more, Noun: group.Kind.Noun(more)})
	}
	return blocks
}

func linkedItem(l *memory.LinkedEntities, e *memory.LinkedEntity) prompt.LinkedItem {
	item := prompt.LinkedItem{Name: prompt.Named(e.Entity), Relations: []string{e.Label}}
	item.ID = l.ShortID(e.Entity.Self().ID)
	item.Label = graph.Line(graph.Heading(e.Entity), linkedLabel)
	if state := states.Shown(e.Entity.Self()); state != "" {
		item.Facts = append(item.Facts, inert.Line(state))
	}
	if e.IsContextDocument {
		item.Facts = append(item.Facts, prompt.IsContextDocument)
	}
	for _, other := range e.Others {
		item.Relations = append(item.Relations, other.Label)
	}
	return item
}

// FullLinkRefs returns the entities that [FullLinks] describes.
func FullLinkRefs(l *memory.LinkedEntities) []graph.Ref {
	var refs []graph.Ref
	for _, group := range l.All() {
		for _, item := range group.Items[:min(memory.MaxLinks, group.Total)] {
			refs = append(refs, item.Entity.Self().Ref())
		}
	}
	return refs
}

// FullLinks renders linked entities with their descriptions as Markdown, at
// most [memory.MaxLinks] of each kind. full has the full entities by id. If one
// is absent, for example because it was deleted since, its light view is used.
func FullLinks(l *memory.LinkedEntities, full map[string]graph.Entity) string {
	return FullLinksPage(l, full, 0, l.Total())
}

// FullLinksPage is like [FullLinks] for entities from up to from+most only.
func FullLinksPage(l *memory.LinkedEntities, full map[string]graph.Entity, from, most int) string {
	groups := l.All()
	if len(groups) == 0 {
		return prompt.Markdown(prompt.Text{Text: "No linked entities."})
	}
	source := l.Source.Self()
	title := prompt.Name{Label: "Linked Entities for: " + graph.Line(source.Label, 0), ID: l.ShortID(source.ID)}
	blocks := []prompt.Block{prompt.Heading{Level: 2, Name: title, Tight: true}}
	for _, group := range groups {
		name := prompt.Name{Label: group.Kind.Heading(), Facts: []string{fmt.Sprintf("%d total", group.Total)}}
		items := group.Items[:min(memory.MaxLinks, group.Total)]
		items = items[min(from, len(items)):]
		from = max(from-group.Total, 0)
		if items = items[:min(most, len(items))]; len(items) == 0 {
			continue
		}
		most -= len(items)
		blocks = append(blocks, prompt.Apart{Block: prompt.Heading{Level: 3, Name: name, Tight: true}})
		for _, item := range items {
			entity := full[item.Entity.Self().ID]
			if entity == nil {
				entity = item.Entity
			}
			blocks = append(blocks, prompt.Apart{Block: linkCard(l, item, entity)})
		}
		if more := group.Total - memory.MaxLinks; more > 0 {
			blocks = append(blocks, prompt.Apart{Block: prompt.More{Count: more, Noun: group.Kind.Noun(more)}})
		}
	}
	return prompt.Markdown(blocks...)
}

// linkCard returns the card of a linked entity, without empty facts.
func linkCard(l *memory.LinkedEntities, link *memory.LinkedEntity, entity graph.Entity) prompt.Card {
	c := entity.Self()
	relationships := []string{relationship(link.LinkedEdge)}
	for _, other := range link.Others {
		relationships = append(relationships, relationship(other))
	}
	note := ""
	if link.IsContextDocument {
		note = prompt.IsContextDocument
	}
	facts := []prompt.Fact{
		{Label: "State", Value: inert.Line(states.Shown(c))}, {Label: "Type", Value: inert.Line(graph.Or(c.TypeKey, ""))},
		{Label: "Relationship", Value: strings.Join(relationships, ", ")}, {Label: "Note", Value: note},
		{Label: "Description", Value: inert.Text(beyondHeading(entity))}, {Label: "Due", Value: graph.Date(graph.Due(entity))},
	}
	name := prompt.Named(entity)
	name.ID = l.ShortID(c.ID)
	return prompt.Card{
		Heading: prompt.Heading{Level: 4, Name: name},
		Facts:   slices.DeleteFunc(facts, func(fact prompt.Fact) bool { return fact.Value == "" }),
	}
}

// beyondHeading returns an entity's description, or "" if the heading has all
// of it, which is so for short requirements.
func beyondHeading(e graph.Entity) string {
	description := graph.Description(e)
	whole := utf8.RuneCountInString(description) <= graph.LabelLimit
	if whole && strings.TrimSpace(description) == strings.TrimSpace(graph.Heading(e)) {
		return ""
	}
	return strings.TrimSpace(description)
}

func relationship(e memory.LinkedEdge) string {
	return fmt.Sprintf("%s (%s)", e.Label, strings.ToLower(string(e.Direction)))
}
