package contextdoc

import "dossier/graph"

// A start is a parsed [Start].
type start struct {
	topics []string
	// only means that there is one topic, given as such: a question, which may
	// ask for kinds.
	only      bool
	ids       []string
	focusID   string
	projectID string
	global    bool
	ranked    bool // topics or ids: the document is about what a ranking finds
}

// parse returns the one start that is given, its ids in canonical form.
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
		parsed = start{topics: []string{*s.Topic}, only: true}
		err = checkTopics("input.start.topic", parsed.topics)
	case s.Topics != nil:
		parsed.topics = s.Topics
		err = checkTopics("input.start.topics", s.Topics)
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

func parseStarts(argument string, ids []string) ([]string, error) {
	if err := checkStarts(argument, len(ids)); err != nil {
		return nil, err
	}
	refs, err := graph.ParseIDs(argument, ids)
	if err != nil {
		return nil, err
	}
	parsed := make([]string, len(refs))
	for i, ref := range refs {
		parsed[i] = ref.ID
	}
	return parsed, nil
}

func checkTopics(argument string, topics []string) error {
	if err := checkStarts(argument, len(topics)); err != nil {
		return err
	}
	for _, topic := range topics {
		if err := graph.CheckWords(argument, topic); err != nil {
			return err
		}
	}
	return nil
}

// checkStarts refuses to start from nothing, and from too much.
func checkStarts(argument string, n int) error {
	if n < 1 || n > MaxStarts {
		return graph.BadInput(argument, "%d were given; give 1 to %d", n, MaxStarts)
	}
	return nil
}
