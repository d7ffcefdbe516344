package contextdoc

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/reply"
)

// A start is a parsed [Start].
type start struct {
	topics []string
	plain  []string // the topics by [rank.Plain], as they are searched
	cut    int      // characters of the topics that were removed
	// only means that there is a single question, which may ask for kinds.
	only      bool
	ids       []string
	focusID   string
	projectID string
	global    bool
	ranked    bool // topics or ids: the document is about the result of a ranking
}

// parse returns the parsed start, with ids in canonical form. It returns an
// error unless exactly one field is set.
func (s *Start) parse() (parsed start, err error) {
	given := 0
	for _, set := range []bool{s.Topic != nil, s.Topics != nil, s.IDs != nil, s.FocusID != nil, s.ProjectID != nil, s.Global != nil} {
		if set {
			given++
		}
	}
	switch {
	case given != 1:
		err = graph.BadInput("input.start", "expected exactly one of topic, topics, ids, focusId, projectId and global; got %d of them", given)
	case s.Topic != nil:
		parsed.only = true
		err = parsed.setTopics("input.start.topic", []string{*s.Topic})
	case s.Topics != nil:
		err = parsed.setTopics("input.start.topics", s.Topics)
	case s.IDs != nil:
		parsed.ids, err = parseStarts("input.start.ids", s.IDs)
	case s.FocusID != nil:
		parsed.focusID, err = graph.ParseID("input.start.focusId", *s.FocusID)
	case s.ProjectID != nil:
		parsed.projectID, err = graph.ParseID("input.start.projectId", *s.ProjectID)
	case !*s.Global:
		err = graph.BadInput("input.start.global", "expected true; got false")
	default:
		parsed.global = true
	}
	parsed.ranked = len(parsed.topics)+len(parsed.ids) > 0
	return parsed, err
}

// parseStarts returns the entities to start from, each once.
func parseStarts(argument string, ids []string) ([]string, error) {
	if err := checkStarts(argument, len(ids)); err != nil {
		return nil, err
	}
	refs, err := graph.ParseIDs(argument, ids)
	if err != nil {
		return nil, err
	}
	var parsed []string
	for _, ref := range refs {
		if !slices.Contains(parsed, ref.ID) {
			parsed = append(parsed, ref.ID)
		}
	}
	return parsed, nil
}

// setTopics sets the topics, cut to MaxTopicRunes each.
func (s *start) setTopics(argument string, topics []string) error {
	if err := checkStarts(argument, len(topics)); err != nil {
		return err
	}
	for _, topic := range topics {
		if err := graph.CheckBlank(argument, topic); err != nil {
			return err
		}
		topic, cut := cutWords(topic, maxTopicRunes)
		s.topics, s.plain, s.cut = append(s.topics, topic), append(s.plain, rank.Plain(topic)), s.cut+cut
	}
	return nil
}

// leaveOutSpeakers removes from the topics as they are searched who asks or is addressed.
func (s *start) leaveOutSpeakers(sc *scope) {
	if len(s.plain) == 0 {
		return
	}
	graphs := sc.projects.Graphs()
	for i, topic := range s.plain {
		s.plain[i] = reply.WithoutSpeakers(graphs, topic)
	}
}

// cutWords returns a text without the spaces around it. A text of more than
// most characters is cut, if possible between words; cut is the number of
// characters removed.
func cutWords(text string, most int) (words string, cut int) {
	if text = strings.TrimSpace(text); utf8.RuneCountInString(text) <= most {
		return text, 0
	}
	end := 0
	for i := range text {
		if most--; most < 0 {
			end = i
			break
		}
	}
	words = text[:end]
	if space := strings.LastIndexFunc(words, unicode.IsSpace); space > 0 && !startsWithSpace(text[end:]) {
		words = text[:space]
	}
	return words, utf8.RuneCountInString(text[len(words):])
}

func startsWithSpace(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsSpace(first)
}

// checkStarts returns an error unless n is in the range 1 to MaxStarts.
func checkStarts(argument string, n int) error {
	if n < 1 || n > maxStarts {
		return graph.BadInput(argument, "%d were given; give 1 to %d", n, maxStarts)
	}
	return nil
}
