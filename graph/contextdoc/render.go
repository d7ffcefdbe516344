package contextdoc

import (
	"context"
	"fmt"
	"slices"

	"dossier/graph/attachments"
	"dossier/graph/contextdoc/style"
	"dossier/graph/prompt"
)

// render returns the front followed by the body, within the budget. If both
// exceed it, render cuts the front further.
func render(ctx context.Context, r *request, f *front, write body) (*Document, error) {
	d, err := behind(ctx, r, f, write)
	if err != nil {
		return nil, err
	}
	if r.maxTokens < style.SmallBudget {
		d.Warnings = append(d.Warnings, Warning{warnBudget, fmt.Sprintf(
			"%d tokens hold names, kinds and the best sentences; ask for %d or more, or find the ids in nodes", r.maxTokens, style.SmallBudget)})
	}
	if n := r.start.cut; n > 0 {
		d.Warnings = append(d.Warnings, Warning{warnTopicCut, fmt.Sprintf(
			"the last %d characters of the topic were left out; the first %d are compared", n, maxTopicRunes)})
	}
	if r.counter.Estimate != "" {
		d.Warnings = append(d.Warnings, Warning{warnEstimate, r.counter.Estimate})
	}
	r.hidden.warn(d)
	d.MaxTokens, d.Encoding = r.maxTokens, r.counter.Encoding
	return d, nil
}

func behind(ctx context.Context, r *request, f *front, write body) (*Document, error) {
	if f.attached == nil {
		return write(ctx, r.maxTokens)
	}
	options, room, cut := r.options, frontRoom(r.maxTokens), f.first
	var d *Document
	_, err := prompt.Fit(r.maxTokens, func() (int, error) {
		var err error
		if d, err = write(ctx, max(r.maxTokens-options.Count(cut.text), 0)); err != nil { // JSON can cost more than its text
			return 0, err
		}
		d.prepend(cut, options)
		return d.Tokens, nil
	}, func(over int) bool {
		some := cut.text != ""
		room = min(room, options.Count(cut.text)) - over - 1
		cut = f.cut(room, options)
		return some
	})
	if err != nil {
		return nil, err
	}
	d.Warnings = slices.Concat(d.Warnings, f.warnings, cut.warnings)
	return d, nil
}

// prepend inserts a front before a body.
func (d *Document) prepend(front cutFront, options prompt.Options) {
	d.Text = prompt.Join(front.text, d.Text, options.JSON)
	d.Tokens = options.Count(d.Text)
	var sections []prompt.Section
	var nodes []Node
	for _, part := range front.parts {
		sections = append(sections, part.Section(options.Count))
		why := WhyMention
		if part.Name == attachments.PartPins {
			why = WhyPin
		}
		for _, node := range part.Nodes(options.Count) {
			nodes = append(nodes, unranked(node, why))
		}
	}
	d.Sections, d.Nodes = append(sections, d.Sections...), append(nodes, d.Nodes...)
}
