package contextdoc

import (
	"fmt"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/outline"
	"dossier/graph/prompt"
	"dossier/graph/text"
)

// weakMatch returns the notice above a document that is unlikely to have the
// answer: what is below it. All words of the question may only ask.
func (o *outlined) weakMatch(below string) prompt.Block {
	if o.outline.Confidence.Asked == "" {
		return prompt.Note{Text: "Nothing here is clearly about it: " + below}
	}
	return prompt.Note{Text: fmt.Sprintf("Nothing here is clearly about %q: %s", o.outline.Confidence.Asked, below)}
}

// lacks returns the notice above a document with a part of the answer, which
// names the words that choose nothing of a list, the field that a record lacks, the kind of which the subject has no parts, or
// the words that nothing has. Of the answerable questions over the
// Kubernetes enhancement proposals, 2 of 295 have it; a notice for attributes that
// the subject lacks was wrong for 17 of 37. A log, or a question in another
// language, has many such words, and no notice.
func (o *outlined) lacks(r *request) (notice prompt.Block, known bool) {
	if !r.start.only || o.outline == nil || o.outline.Confidence.Answer != outline.Partly {
		return nil, false
	}
	if lack := o.outline.Confidence.Lacks; lack != nil {
		return prompt.Note{Text: fmt.Sprintf("%s has no %q here", inert.Line(graph.Line(lack.Owner, unknownWords)), lack.Of)}, true
	}
	if o.outline.IsRead && len(o.outline.Readings[0].Unused) > 0 {
		return prompt.Note{Text: "The list does not take into account " + r.quoted(o.outline.Readings[0].Unused)}, true
	}
	unknown := o.outline.Confidence.Unknown
	if len(unknown) == 0 || len(unknown) > mostUnknown {
		return nil, false
	}
	return prompt.Note{Text: "Nothing here has " + r.quoted(unknown)}, true
}

// quoted returns folded words as the question has them, in quotation marks.
func (r *request) quoted(folded []string) string {
	quoted := make([]string, len(folded))
	for i, word := range folded {
		quoted[i] = strconv.Quote(asTyped(strings.Join(r.start.topics, "\n"), word))
	}
	return graph.Line(strings.Join(quoted, ", "), unknownWords)
}

// asTyped returns a folded word as a topic has it.
func asTyped(topic, folded string) string {
	for word := range text.Words(topic) {
		if word.Text == folded {
			return topic[word.Start:word.End]
		}
	}
	return folded
}

// The maximum number of words in a notice, and the maximum length of their list
// in characters. By eye.
const (
	mostUnknown  = 3
	unknownWords = 80
)
