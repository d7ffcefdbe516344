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

// abbreviatedTokens is what the groups of the abbreviated text may cost. The
// lines around them take the rest of 500 tokens.
const abbreviatedTokens = 430

// linkedLabel is how many characters of a label the abbreviated text has.
const linkedLabel = 80

// Links returns linked entities in under 500 tokens, as Markdown; empty if
// there are none. The hint says how to see all of them, "" for none.
func Links(l *graph.LinkedEntities, hint string) string {
	return Markdown(links(l, abbreviatedTokens, hint))
}

// links returns the linked entities of [shownLinks].
func links(l *graph.LinkedEntities, tokens int, hint string) Group {
	groups := shownLinks(l, tokens)
	if len(groups) == 0 {
		return nil
	}
	blocks := Group{
		Heading{Level: 2, Name: Name{Label: "Linked Entities"}},
		Text{fmt.Sprintf("This %s has the following relationships:", l.Source.Self().Kind)},
	}
	var counted []string
	for _, group := range groups {
		if len(group.Items) == 0 {
			counted = append(counted, graph.KindCount{Kind: group.Kind, Count: group.Total}.String())
			continue
		}
		blocks = append(blocks, linksOfKind(group))
	}
	if counted != nil {
		blocks = append(blocks, Apart{Text{"Also linked: " + strings.Join(counted, ", ") + "."}})
	}
	if hint != "" {
		blocks = append(blocks, Apart{Hint{hint}})
	}
	return blocks
}

// shownLinks returns the groups with at most three entities each, and with
// fewer where they would cost more than so many tokens: the longest lists are
// shortened first, from the last kind on. Tokens are estimated.
func shownLinks(l *graph.LinkedEntities, tokens int) []*graph.LinkedGroup {
	groups := l.All()
	cost := 0
	for _, group := range groups {
		group.Items = group.Items[:min(graph.DefaultLinks, group.Total)]
		cost += estimatedCost(group)
	}
	for cost > tokens {
		longest := slices.MaxFunc(groups, func(a, b *graph.LinkedGroup) int {
			return cmp.Or(len(a.Items)-len(b.Items), a.Kind.Rank()-b.Kind.Rank())
		})
		if len(longest.Items) == 0 {
			break
		}
		cost -= estimatedCost(longest)
		longest.Items = longest.Items[:len(longest.Items)-1]
		cost += estimatedCost(longest)
	}
	return groups
}

func estimatedCost(group *graph.LinkedGroup) int {
	if len(group.Items) == 0 {
		return roughTokens(graph.KindCount{Kind: group.Kind, Count: group.Total}.String())
	}
	return roughTokens(Markdown(linksOfKind(group)))
}

// linksOfKind returns a group with the items that it has.
func linksOfKind(group *graph.LinkedGroup) Group {
	counts := []string{fmt.Sprintf("%d linked", group.Total)}
	if len(group.Items) < group.Total {
		counts = append(counts, fmt.Sprintf("showing first %d", len(group.Items)))
	}
	blocks := Group{Apart{Heading{Level: 3, Name: Name{Label: group.Kind.Heading(), Facts: counts}}}}
	for _, item := range group.Items {
		blocks = append(blocks, linkedItem(item))
	}
	if more := group.Total - len(group.Items); more > 0 {
		blocks = append(blocks, More{more, group.Kind.Noun(more)})
	}
	return blocks
}

// isContextDocument is what is said of the project's context document.
const isContextDocument = "the project's context document"

func linkedItem(e *graph.LinkedEntity) LinkedItem {
	item := LinkedItem{Name: Named(e.Entity), Relations: []string{e.Label}}
	item.Label = graph.Line(e.Entity.Self().Label, linkedLabel)
	if state := e.Entity.Self().State(); state != "" {
		item.Facts = append(item.Facts, state)
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
	groups := l.All()
	if len(groups) == 0 {
		return Markdown(Text{"No linked entities."})
	}
	source := l.Source.Self()
	title := Name{Label: "Linked Entities for: " + graph.Line(source.Label, 0), ID: source.ID}
	blocks := []Block{Heading{Level: 2, Name: title, Tight: true}}
	for _, group := range groups {
		name := Name{Label: group.Kind.Heading(), Facts: []string{fmt.Sprintf("%d total", group.Total)}}
		blocks = append(blocks, Apart{Heading{Level: 3, Name: name, Tight: true}})
		for _, item := range group.Items[:min(graph.MaxLinks, group.Total)] {
			entity := full[item.Entity.Self().ID]
			if entity == nil {
				entity = item.Entity
			}
			blocks = append(blocks, Apart{linkCard(item, entity)})
		}
		if more := group.Total - graph.MaxLinks; more > 0 {
			blocks = append(blocks, Apart{More{more, group.Kind.Noun(more)}})
		}
	}
	return Markdown(blocks...)
}

// linkCard returns a linked entity with the facts that it has.
func linkCard(link *graph.LinkedEntity, entity graph.Entity) Card {
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
		{"State", c.State()}, {"Type", optional(c.TypeKey)}, {"Relationship", strings.Join(relationships, ", ")},
		{"Note", note}, {"Description", beyondHeading(entity)}, {"Due", graph.Date(graph.Due(entity))},
	}
	return Card{
		Heading: Heading{Level: 4, Name: Named(entity)},
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
