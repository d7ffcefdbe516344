package reply

import (
	"regexp"
	"slices"
	"strings"

	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/outline/wording"
	"dossier/graph/text"
)

// name is a part of a regular expression, for one to three words with capitals.
const name = `(@?\p{Lu}[\pL\d_.'’-]*(?: \p{Lu}[\pL'’-]*){0,2})`

// A speaking is a form of who speaks, is addressed or signs, with the name as the first
// group. What is behind the second group, if there is one, belongs to the question.
type speaking struct {
	*regexp.Regexp
	isOfLines bool // only in texts of several lines
	isSubject bool // but the name is a subject if the question has no other
}

// firstWord is a word with which a question begins.
const firstWord = `()(?i:what|which|how|when|where|who|why|is|are|was|were|do|does|did|can|could|may|might|should|` +
	`shall|would|will|have|has|please|i|we)\b`

var speakings = []speaking{
	// "Ann: too warm" in a chat, also with a time before the name
	{regexp.MustCompile(`(?m)^[ \t>*-]*(?:\[?[\d:. /T-]{4,20}Z?\]?[ \t]*)?[<@]?([\pL@][\pL\d_.'’-]*(?: [\pL][\pL'’-]*){0,2})>?:[ \t]`), true,
		false},
	// "Ann, how warm may it be?" and "Ann: how warm may it be?"
	{regexp.MustCompile(`^\s*` + name + `(?:[,!:]|\s+[–—-])\s+` + firstWord), false, true},
	// "Ann asks: how warm may it be?", "Ann wants to know how warm it may be"
	{regexp.MustCompile(`(?m)^[ \t>*-]*` + name + ` (?:says|said|asks|asked|writes|wrote|wonders|wants to know|` +
		`would like to know)(?:\s*[:,]|\s+()(?:what|which|how|whether|if|when|where|who|why)\b)`), false, false},
	// "it is too warm, says Ann", "it is, Ann says, too warm"
	{regexp.MustCompile(`[,.?!;–—]\s*(?:says|said|asks|asked|writes|wrote|wonders) ` + name + `\s*(?:[,.?!;\n]|\z)`), false, false},
	{regexp.MustCompile(`,\s*` + name + ` (?:says|said|asks|asked|writes|wrote|wonders)\s*(?:[,.?!;\n]|\z)`), false, false},
	// "how warm may it be? Ann"
	{regexp.MustCompile(`[.?!]\s*(?:\pL+(?:[ \t]+\pL+){0,2}[,\n]\s*|[–—/-]\s*)?` + name + `(?:\s*\([^)\n]*\))?[\s.!]*\z`), false, false},
}

// WithoutSpeakers returns a question with spaces in place of the names of people of the
// graphs that only say who asks or is addressed, and of the words for that. They are
// neither what the question is about, nor the owners of what it asks for. It returns
// a question that has no other words unchanged.
func WithoutSpeakers(graphs []*memory.Graph, question string) string {
	left := question
	for i := range speakings {
		form := &speakings[i]
		if form.isOfLines && !strings.Contains(question, "\n") {
			continue
		}
		for _, at := range form.FindAllStringSubmatchIndex(question, -1) {
			if !callsPerson(graphs, question[at[2]:at[3]]) {
				continue
			}
			if without := form.without(left, at); saysEnough(form, without) {
				left = without
			}
		}
	}
	return left
}

// without returns a text without what a match has, apart from the ends of sentences.
func (s *speaking) without(question string, at []int) string {
	end := at[1]
	if len(at) > 4 && at[4] >= 0 {
		end = at[4]
	}
	left := []byte(question)
	for i := at[0]; i < end; i++ {
		if strings.IndexByte("\n?!.", left[i]) < 0 {
			left[i] = ' '
		}
	}
	return string(left)
}

// saysEnough reports whether a question without a name has words; and, if the name may
// be its subject, such that do more than ask for a list or state, as those of "Ann:
// which tasks are late?" do.
func saysEnough(form *speaking, question string) bool {
	for word := range text.Words(question) {
		if !form.isSubject || !outline.OnlyAsks(word.Text) && wording.KindOf(word.Text) == "" {
			return true
		}
	}
	return false
}

func callsPerson(graphs []*memory.Graph, name string) bool {
	return slices.ContainsFunc(graphs, func(g *memory.Graph) bool { return g.CallsPerson(name) })
}
