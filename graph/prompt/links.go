package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/graph"
)

// A TextMode is how much text linked entities have.
type TextMode string

// The modes of text.
const (
	TextAbbreviated TextMode = "ABBREVIATED" // three of each kind, under 500 tokens
	TextFull        TextMode = "FULL"        // all of them, with their descriptions
)

// abbreviatedTokens is what the abbreviated text takes at most, as specified.
const abbreviatedTokens = 499

// linkedLabel is how many characters of a label the abbreviated text has.
const linkedLabel = 80

// Links returns linked entities in under 500 tokens, as Markdown; empty if there
// are none. The hint says how to see all of them, "" for none. Tokens are those
// of count.
func Links(l *graph.LinkedEntities, hint string, count func(string) int) string {
	return LinksWithin(l, hint, abbreviatedTokens, count)
}

// LinksWithin returns linked entities as [Links] does, in at most so many tokens
// if these are fewer.
func LinksWithin(l *graph.LinkedEntities, hint string, tokens int, count func(string) int) string {
	groups := l.All()
	if len(groups) == 0 {
		return ""
	}
	for _, group := range groups {
		group.Items = group.Items[:min(graph.DefaultLinks, group.Total)]
	}
	text := ""
	// Nothing can fail, and a text without items is always within the budget.
	_, _ = Fit(min(tokens, abbreviatedTokens), func() (int, error) {
		text = Markdown(linksOf(l, groups, hint))
		return count(text), nil
	}, func(int) bool { return shorten(groups) })
	return text
}

// shorten takes an item from the longest list, of several the one of the last
// kind, and reports whether there was one.
func shorten(groups []*graph.LinkedGroup) bool {
	longest := slices.MaxFunc(groups, func(a, b *graph.LinkedGroup) int {
		return cmp.Or(len(a.Items)-len(b.Items), a.Kind.Rank()-b.Kind.Rank())
	})
	if len(longest.Items) == 0 {
		return false
	}
	longest.Items = longest.Items[:len(longest.Items)-1]
	return true
}

// linksOf returns groups with the items that they have.
func linksOf(l *graph.LinkedEntities, groups []*graph.LinkedGroup, hint string) Group {
	blocks := Group{
		Heading{Level: 2, Name: Name{Label: "Linked Entities"}},
		Text{fmt.Sprintf("This %s has the following relationships:", l.Source.Self().Kind)},
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
		blocks = append(blocks, Apart{Text{"Also linked: " + words(counted) + "."}})
	}
	if hint != "" {
		blocks = append(blocks, Apart{Hint{hint}})
	}
	return blocks
}

// linksOfKind returns a group with the items that it has.
func linksOfKind(l *graph.LinkedEntities, group *graph.LinkedGroup) Group {
	counts := []string{fmt.Sprintf("%d linked", group.Total)}
	if len(group.Items) < group.Total {
		counts = append(counts, fmt.Sprintf("showing first %d", len(group.Items)))
	}
	blocks := Group{Apart{Heading{Level: 3, Name: Name{Label: group.Kind.Heading(), Facts: counts}}}}
	for _, item := range group.Items {
		blocks = append(blocks, linkedItem(l, item))
	}
	if more := group.Total - len(group.Items); more > 0 {
		blocks = append(blocks, More{Count: more, Noun: group.Kind.Noun(more)})
	}
	return blocks
}

// isContextDocument is what is said of the project's context document.
const isContextDocument = "the project's context document"

func linkedItem(l *graph.LinkedEntities, e *graph.LinkedEntity) LinkedItem {
	item := LinkedItem{Name: Named(e.Entity), Relations: []string{e.Label}}
	item.ID = l.ShortID(e.Entity.Self().ID)
	item.Label = graph.Line(e.Entity.Self().Label, linkedLabel)
	if state := e.Entity.Self().State(); state != "" {
		item.Facts = append(item.Facts, InertLine(state))
	}
	if e.IsContextDocument {
		item.Facts = append(item.Facts, isContextDocument)
	}
	for _, other := range e.Others {
		item.Relations = append(item.Relations, other.Label)
	}
	return item
}

// FullLinkRefs returns the entities that [FullLinks] describes.
func FullLinkRefs(l *graph.LinkedEntities) []graph.Ref {
	var refs []graph.Ref
	for _, group := range l.All() {
		for _, item := range group.Items[:min(graph.MaxLinks, group.Total)] {
			refs = append(refs, item.Entity.Self().Ref())
		}
	}
	return refs
}

// FullLinks returns linked entities with their descriptions as Markdown, at
// most [graph.MaxLinks] of each kind. full are the entities in full, by id; one
// that is absent, as it was deleted since, is described by what the graph has.
func FullLinks(l *graph.LinkedEntities, full map[string]graph.Entity) string {
	return FullLinksPage(l, full, 0, l.Total())
}

// FullLinksPage returns so many linked entities as [FullLinks] does, from one on.
func FullLinksPage(l *graph.LinkedEntities, full map[string]graph.Entity, from, most int) string {
	groups := l.All()
	if len(groups) == 0 {
		return Markdown(Text{"No linked entities."})
	}
	source := l.Source.Self()
	title := Name{Label: "Linked Entities for: " + graph.Line(source.Label, 0), ID: l.ShortID(source.ID)}
	blocks := []Block{Heading{Level: 2, Name: title, Tight: true}}
	for _, group := range groups {
		name := Name{Label: group.Kind.Heading(), Facts: []string{fmt.Sprintf("%d total", group.Total)}}
		items := group.Items[:min(graph.MaxLinks, group.Total)]
		items = items[min(from, len(items)):]
		from = max(from-group.Total, 0)
		if items = items[:min(most, len(items))]; len(items) == 0 {
			continue
		}
		most -= len(items)
		blocks = append(blocks, Apart{Heading{Level: 3, Name: name, Tight: true}})
		for _, item := range items {
			entity := full[item.Entity.Self().ID]
			if entity == nil {
				entity = item.Entity
			}
			blocks = append(blocks, Apart{linkCard(l, item, entity)})
		}
		if more := group.Total - graph.MaxLinks; more > 0 {
			blocks = append(blocks, Apart{More{Count: more, Noun: group.Kind.Noun(more)}})
		}
	}
	return Markdown(blocks...)
}

// linkCard returns a linked entity with the facts that it has.
func linkCard(l *graph.LinkedEntities, link *graph.LinkedEntity, entity graph.Entity) Card {
	c := entity.Self()
	relationships := []string{relationship(link.LinkedEdge)}
	for _, other := range link.Others {
		relationships = append(relationships, relationship(other))
	}
	note := ""
	if link.IsContextDocument {
		note = isContextDocument
	}
	facts := []Fact{
		{"State", InertLine(c.State())}, {"Type", InertLine(optional(c.TypeKey))}, {"Relationship", strings.Join(relationships, ", ")},
		{"Note", note}, {"Description", Inert(beyondHeading(entity))}, {"Due", graph.Date(graph.Due(entity))},
	}
	name := Named(entity)
	name.ID = l.ShortID(c.ID)
	return Card{
		Heading: Heading{Level: 4, Name: name},
		Facts:   slices.DeleteFunc(facts, func(fact Fact) bool { return fact.Value == "" }),
	}
}

// beyondHeading returns an entity's description; empty where the heading has
// all of it, as that of a short requirement.
func beyondHeading(e graph.Entity) string {
	description := graph.Description(e)
	whole := utf8.RuneCountInString(description) <= LabelLimit
	if whole && strings.TrimSpace(description) == strings.TrimSpace(e.Self().Label) {
		return ""
	}
	return strings.TrimSpace(description)
}

func relationship(e graph.LinkedEdge) string {
	return fmt.Sprintf("%s (%s)", e.Label, strings.ToLower(string(e.Direction)))
}
