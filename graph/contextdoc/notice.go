package contextdoc

import (
	"fmt"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/prompt"
)

// weakMatch returns the notice above a document that is unlikely to have the
// answer.
func (o *outlined) weakMatch() prompt.Block {
	return prompt.Note{Text: fmt.Sprintf("Nothing here is clearly about %q: nearest below", o.outline.Confidence.Asked)}
}

// lacks returns the notice above a document with a part of the answer, which
// names the words that nothing has. Of the answerable questions over the
// Kubernetes enhancement proposals, 2 of 295 have it; a notice for attributes that
// the subject lacks was wrong for 17 of 37.
func (o *outlined) lacks(r *request) (notice prompt.Block, known bool) {
	if !r.start.only || o.outline == nil || o.outline.Confidence.Answer != outline.Partly || len(o.outline.Confidence.Unknown) == 0 {
		return nil, false
	}
	quoted := make([]string, len(o.outline.Confidence.Unknown))
	for i, word := range o.outline.Confidence.Unknown {
		quoted[i] = strconv.Quote(word)
	}
	return prompt.Note{Text: "Nothing here has " + graph.Line(strings.Join(quoted, ", "), unknownWords)}, true
}

// unknownWords is the maximum length of the list of words that nothing has, in
// characters, by eye.
const unknownWords = 80
