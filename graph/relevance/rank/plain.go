package rank

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// phrases are phrases that only ask or are a state, by what they mean in one word,
// "" for nothing. Their words mean something else alone: "right" may be in a title.
var phrases = phrasesOf(map[string]string{
	"right now": "", "just now": "", "at the moment": "", "at present": "", "as of now": "", "for now": "", "so far": "", "up to now": "",
	"tell me about": "", "tell me": "", "tell us": "", "give me": "", "show me": "", "let me know": "", "want to know": "", "like to know": "",
	"these days": "", "by any chance": "", "at this point": "", "at all": "", "on track": "", "on schedule": "",
	"running late": "late", "running behind": "late", "behind schedule": "late",
	"failed to deliver on time": "late", "failed to finish on time": "late", "not delivered on time": "late", "not finished on time": "late",
	"not done on time": "late",
	"holding up":       "blocking", "holds up": "blocking", "hold up": "blocking", "held up": "blocked", "holding back": "blocking",
	"in the way of": "blocking",
	"stopping us":   "blocking", "stops us": "blocking", "preventing us": "blocking", "prevents us": "blocking",
	"keeping us": "blocking", "keeps us": "blocking",
	"has to happen before": "blocking", "have to happen before": "blocking", "needs to happen before": "blocking",
	"need to happen before": "blocking", "must happen before": "blocking",
	"turned down": "rejected", "thrown out": "rejected", "voted down": "rejected", "sent back": "returned", "called off": "cancelled",
	"put off": "postponed", "on hold": "paused", "under way": "ongoing", "signed off": "approved",
	"being worked on": "in progress", "are we working on": "in progress", "is the team working on": "in progress",
	"picked up": "works on", "picks up": "works on",
	"in charge of": "responsible for", "on the hook for": "responsible for",
	"left to do": "left", "still to do": "open", "left over": "left",
	"to dos": "tasks", "to do list": "open tasks", "todos": "tasks",
	"became reality": "occurred", "came true": "occurred", "become reality": "occurred", "became real": "occurred", "become real": "occurred",
	"given up": "abandoned", "to be reviewed": "in review",
	"who is overloaded": "who has the most open tasks", "who is busiest": "who has the most open tasks",
	"whats": "what", "whos": "who", "wheres": "where", "whens": "when", "whys": "why", "hows": "how", "theres": "there", "thats": "that",
})

// phrasesOf returns phrases as lists of words, by their first word.
func phrasesOf(meanings map[string]string) map[string][]phrase {
	list := map[string][]phrase{}
	for words, meaning := range meanings {
		fields := strings.Fields(words)
		list[fields[0]] = append(list[fields[0]], phrase{fields, meaning})
	}
	return list
}

type phrase struct {
	words   []string
	meaning string
}

// Plain returns a question with phrases that only ask replaced by the words that
// [IntentOf] and lists know. A question in German is read with the English words
// for what it asks, and without words that mean nothing alone. The other words
// are as they were.
func Plain(question string) string {
	r := newRewriter(strings.TrimSpace(core(question)))
	if isGerman(r.words) {
		r.german()
	}
	r.phrases(phrases)
	return r.rewritten()
}

// rewriter replaces words of a question.
type rewriter struct {
	question string
	words    []text.Word
	edits    []edit
}

func newRewriter(question string) *rewriter {
	return &rewriter{question: question, words: slices.Collect(text.Parts(question))}
}

// An edit replaces a range of words by a text.
type edit struct {
	first, last int
	text        string
}

// phrases replaces the longest phrase at each word.
func (r *rewriter) phrases(known map[string][]phrase) {
	for at := 0; at < len(r.words); at++ {
		var best phrase
		for _, one := range known[r.words[at].Text] {
			if len(one.words) > len(best.words) && r.has(at, one.words) {
				best = one
			}
		}
		if len(best.words) > 0 {
			r.edits = append(r.edits, edit{at, at + len(best.words), best.meaning})
			at += len(best.words) - 1
		}
	}
}

// has reports whether the words are in the question from word at on, without
// punctuation between them.
func (r *rewriter) has(at int, words []string) bool {
	for i, word := range words {
		if at+i == len(r.words) || r.words[at+i].Text != word || i > 0 && r.words[at+i].Marks&text.Apart != 0 {
			return false
		}
	}
	return true
}

// rewritten returns the question with the edits, which are in its order. A
// question of which nothing would be left is unchanged.
func (r *rewriter) rewritten() string {
	if len(r.edits) == 0 {
		return r.question
	}
	var b strings.Builder
	end := 0
	for _, one := range r.edits {
		b.WriteString(r.question[end:r.words[one.first].Start])
		b.WriteString(one.text)
		end = r.words[one.last-1].End
	}
	b.WriteString(r.question[end:])
	if strings.TrimSpace(b.String()) == "" {
		return r.question
	}
	return strings.TrimSpace(b.String())
}
