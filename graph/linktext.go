package graph

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A TextMode says how much text is wanted of linked entities.
type TextMode string

// The modes of text.
const (
	TextAbbreviated TextMode = "ABBREVIATED" // three of each kind, under 500 tokens
	TextFull        TextMode = "FULL"        // all of them, with their descriptions
)

// Text is the linked entities as prompt text, in Markdown. The full text has at
// most [MaxLinks] of each kind.
func (l *LinkedEntities) Text(ctx context.Context, mode TextMode) (string, error) {
	if mode != TextFull {
		return l.Abbreviated(), nil
	}
	return l.full(fullEntities(ctx, l.entries))
}

// Abbreviated is the linked entities in under 500 tokens; empty when there are
// none.
func (l *LinkedEntities) Abbreviated() string { return l.AbbreviatedTo(AbbreviatedTokens) }

// AbbreviatedTokens is what the groups of the abbreviated text may cost. What
// stands around them takes the rest of 500 tokens.
const AbbreviatedTokens = 430

// AbbreviatedTo is the linked entities of [LinkedEntities.Shown] as text.
func (l *LinkedEntities) AbbreviatedTo(tokens int) string {
	if len(l.entries) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "## Linked Entities\n\nThis %s has the following relationships:\n", l.Source.Self().Kind)
	var counted []string
	for _, group := range l.Shown(tokens) {
		if len(group.Items) == 0 {
			counted = append(counted, KindCount{group.Kind, group.Total}.String())
			continue
		}
		out.WriteString(group.text())
	}
	if counted != nil {
		fmt.Fprintf(&out, "\nAlso linked: %s.\n", strings.Join(counted, ", "))
	}
	out.WriteString("\n_Use `get_linked_entities` tool to see full details including descriptions._\n")
	return out.String()
}

// Shown are the groups with at most three entities each, and with fewer where
// they would cost more than so many tokens: the longest lists are shortened
// first, from the last kind on. Tokens are not counted but reckoned, a little
// above what encodings make of prose and ids.
func (l *LinkedEntities) Shown(tokens int) []*LinkedGroup {
	groups := grouped(l.entries)
	cost := 0
	for _, group := range groups {
		group.Items = group.Items[:min(DefaultLinks, group.Total)]
		cost += group.cost()
	}
	for cost > tokens {
		longest := slices.MaxFunc(groups, func(a, b *LinkedGroup) int {
			return cmp.Or(len(a.Items)-len(b.Items), a.Kind.Rank()-b.Kind.Rank())
		})
		if len(longest.Items) == 0 {
			break
		}
		cost -= longest.cost()
		longest.Items = longest.Items[:len(longest.Items)-1]
		cost += longest.cost()
	}
	return groups
}

func (group *LinkedGroup) cost() int {
	if len(group.Items) == 0 {
		return roughTokens(KindCount{group.Kind, group.Total}.String())
	}
	return roughTokens(group.text())
}

// text is the group with the items that it has.
func (group *LinkedGroup) text() string {
	var out strings.Builder
	shown := ""
	if len(group.Items) < group.Total {
		shown = fmt.Sprintf(", showing first %d", len(group.Items))
	}
	fmt.Fprintf(&out, "\n### %s (%d linked%s)\n\n", group.Kind.Heading(), group.Total, shown)
	for _, item := range group.Items {
		c := item.Entity.Self()
		fmt.Fprintf(&out, "- **%s** [%s]", Line(c.Label, 80), c.ID)
		if remarks := item.remarks(); remarks != "" {
			fmt.Fprintf(&out, " (%s)", remarks)
		}
		fmt.Fprintf(&out, " - %s\n", item.labels())
	}
	if more := group.Total - len(group.Items); more > 0 {
		fmt.Fprintf(&out, "- ... and %s\n", moreOf(group.Kind, more))
	}
	return out.String()
}

func (e *LinkedEntity) remarks() string {
	var remarks []string
	if state := e.Entity.Self().State(); state != "" {
		remarks = append(remarks, state)
	}
	if e.IsContextDocument {
		remarks = append(remarks, "the project's context document")
	}
	return strings.Join(remarks, ", ")
}

func (e *LinkedEntity) labels() string {
	labels := e.Label
	for _, other := range e.Others {
		labels += ", " + other.Label
	}
	return labels
}

func (l *LinkedEntities) full(described map[string]Entity, err error) (string, error) {
	if err != nil {
		return "", err
	}
	if len(l.entries) == 0 {
		return "No linked entities.\n", nil
	}
	var out strings.Builder
	source := l.Source.Self()
	fmt.Fprintf(&out, "## Linked Entities for: %s [%s]\n", Line(source.Label, 0), source.ID)
	for _, group := range grouped(l.entries) {
		fmt.Fprintf(&out, "\n### %s (%d total)\n", group.Kind.Heading(), group.Total)
		for _, item := range group.Items[:min(MaxLinks, group.Total)] {
			item.writeFull(&out, described[item.Entity.Self().ID])
		}
		if more := group.Total - MaxLinks; more > 0 {
			fmt.Fprintf(&out, "\n- ... and %s\n", moreOf(group.Kind, more))
		}
	}
	return out.String(), nil
}

func (e *LinkedEntity) writeFull(out *strings.Builder, entity Entity) {
	if entity == nil {
		entity = e.Entity
	}
	c := entity.Self()
	fmt.Fprintf(out, "\n#### %s [%s]\n\n", Line(c.Label, 160), c.ID)
	relationships := relationship(e.LinkedEdge)
	for _, other := range e.Others {
		relationships += ", " + relationship(other)
	}
	note := ""
	if e.IsContextDocument {
		note = "the project's context document"
	}
	description := Description(entity)
	if strings.TrimSpace(description) == strings.TrimSpace(c.Label) && utf8.RuneCountInString(description) <= 160 {
		description = "" // a short requirement: the heading is all of it
	}
	for _, line := range []struct{ name, value string }{
		{"State", c.State()}, {"Type", deref(c.TypeKey)}, {"Relationship", relationships}, {"Note", note},
		{"Description", strings.ReplaceAll(strings.TrimSpace(description), "\n", "\n  ")}, {"Due", Date(Due(entity))},
	} {
		if line.value != "" {
			fmt.Fprintf(out, "- **%s:** %s\n", line.name, line.value)
		}
	}
}

func relationship(e LinkedEdge) string {
	return fmt.Sprintf("%s (%s)", e.Label, strings.ToLower(string(e.Direction)))
}

// fullEntities reads entities whole, all at once so that the reader can batch
// them; one that is gone meanwhile is left out.
func fullEntities(ctx context.Context, entries []*LinkedEntity) (map[string]Entity, error) {
	var refs []Ref
	for _, group := range grouped(entries) {
		for _, item := range group.Items[:min(MaxLinks, group.Total)] {
			refs = append(refs, item.Entity.Self().Ref())
		}
	}
	found, errs := make([]Entity, len(refs)), make([]error, len(refs))
	var reading sync.WaitGroup
	for i, ref := range refs {
		reading.Go(func() { found[i], errs[i] = ReaderFrom(ctx).Entity(ctx, ref, Full) })
	}
	reading.Wait()
	byID := make(map[string]Entity, len(refs))
	for i, ref := range refs {
		switch {
		case errs[i] == nil:
			byID[ref.ID] = found[i]
		case CodeOf(errs[i]) != CodeNotFound:
			return nil, fmt.Errorf("read linked entities: %w", errs[i])
		}
	}
	return byID, nil
}
