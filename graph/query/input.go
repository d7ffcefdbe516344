package query

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/records"
)

// A ContextInput asks for a context document. A nil field is the default.
type ContextInput struct {
	Start          ContextStart
	ProjectID      *string
	Message        *string // whose mentions are attached
	MentionIDs     []string
	PinIDs         []string
	Depth          *int
	MaxTokens      *int
	Encoding       *string
	Lens           *string
	Format         *ContextFormat
	IncludeFields  *bool
	IncludeSources *bool
	Ranking        *Ranking
	Kinds          []graph.Kind
	Now            *time.Time
	Since          *string // the digest of an earlier document

	// LinksHint says how to see linked entities in full, in the words of the
	// interface; "" for none. It is no argument of the API.
	LinksHint string
}

// A ContextStart is where a context document starts: exactly one field is set.
type ContextStart struct {
	Topic     *string
	Topics    []string
	IDs       []string
	FocusID   *string
	ProjectID *string
	Global    *bool
}

// A ContextFormat is the form of a context document's text.
type ContextFormat string

// The forms of a context document's text.
const (
	FormatMarkdown ContextFormat = "MARKDOWN"
	FormatJSON     ContextFormat = "JSON"
)

// A Ranking is how the entities of a context document are ranked.
type Ranking string

// The rankings.
const (
	RankRelevance Ranking = "RELEVANCE"
	RankClassic   Ranking = "CLASSIC"
)

// A contextRequest is a parsed ContextInput: ids are in canonical form and
// defaults filled in. The input itself stays as it is.
type contextRequest struct {
	start     contextStart
	projectID string // what the document is restricted to, "" for every project
	message   string
	mentions  []string
	pins      []string
	attached  map[string]bool // documents whose text is before the body
	depth     int
	maxTokens int
	counter   TokenCounter
	lens      *lens.Lens
	format    ContextFormat
	fields    bool
	sources   bool
	ranking   Ranking
	kinds     []graph.Kind
	now       time.Time
	since     *digest // nil for none
	linksHint string
}

// A contextStart is a parsed ContextStart.
type contextStart struct {
	topics []string
	cut    int // characters of the topics that were left out
	// only means that there is one topic, given as such: a question, which may
	// ask for kinds.
	only      bool
	ids       []string
	focusID   string
	projectID string
	global    bool
}

// ranked reports whether the document is of what a ranking finds.
func (s *contextStart) ranked() bool { return len(s.topics)+len(s.ids) > 0 }

// contextRequest parses an input.
func (s *Service) contextRequest(in ContextInput) (r *contextRequest, err error) {
	r = &contextRequest{
		message:   or(in.Message, ""),
		mentions:  in.MentionIDs,
		pins:      in.PinIDs,
		maxTokens: or(in.MaxTokens, DefaultTokens),
		format:    or(in.Format, FormatMarkdown),
		fields:    or(in.IncludeFields, true),
		sources:   or(in.IncludeSources, false),
		ranking:   or(in.Ranking, RankRelevance),
		kinds:     in.Kinds,
		now:       s.clock(in.Now),
		linksHint: in.LinksHint,
	}
	if r.lens, err = s.lens(or(in.Lens, "general")); err != nil {
		return nil, err
	}
	r.depth = or(in.Depth, r.lens.Depth)
	if err := r.check(); err != nil {
		return nil, err
	}
	if r.counter, err = s.count(or(in.Encoding, defaultEncoding)); err != nil {
		return nil, err
	}
	if in.Since != nil {
		if r.since, err = parseDigest("input.since", *in.Since); err != nil {
			return nil, err
		}
	}
	if r.projectID, err = optionalID("input.projectId", in.ProjectID); err != nil {
		return nil, err
	}
	r.start, err = in.Start.parse()
	return r, err
}

// check refuses values that are out of range.
func (r *contextRequest) check() error {
	if err := graph.CheckRange("input.depth", r.depth, 0, MaxContextDepth); err != nil {
		return err
	}
	if err := graph.CheckRange("input.maxTokens", r.maxTokens, MinTokens, MaxTokens); err != nil {
		return err
	}
	if err := checkMessage("input.message", r.message); err != nil {
		return err
	}
	if len(r.mentions) > records.MaxMentions {
		return graph.BadInput("input.mentionIds", "%d ids are too many; want at most %d", len(r.mentions), records.MaxMentions)
	}
	return checkKinds("input.kinds", r.kinds)
}

// optionalID returns the id of an argument, "" if it is not given.
func optionalID(argument string, id *string) (string, error) {
	if id == nil {
		return "", nil
	}
	return graph.ParseID(argument, *id)
}

// parse returns the one start that is given, its ids in canonical form.
func (s *ContextStart) parse() (start contextStart, err error) {
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
		start.only = true
		err = start.setTopics("input.start.topic", []string{*s.Topic})
	case s.Topics != nil:
		err = start.setTopics("input.start.topics", s.Topics)
	case s.IDs != nil:
		start.ids, err = parseStarts("input.start.ids", s.IDs)
	case s.FocusID != nil:
		start.focusID, err = graph.ParseID("input.start.focusId", *s.FocusID)
	case s.ProjectID != nil:
		start.projectID, err = graph.ParseID("input.start.projectId", *s.ProjectID)
	case !*s.Global:
		err = graph.BadInput("input.start.global", "expected true; got false")
	default:
		start.global = true
	}
	return start, err
}

func parseStarts(argument string, ids []string) ([]string, error) {
	if err := checkStarts(argument, len(ids)); err != nil {
		return nil, err
	}
	refs, err := ParseIDs(argument, ids)
	if err != nil {
		return nil, err
	}
	parsed := make([]string, len(refs))
	for i, ref := range refs {
		parsed[i] = ref.ID
	}
	return parsed, nil
}

// setTopics sets the topics, the long ones cut.
func (s *contextStart) setTopics(argument string, topics []string) error {
	if err := checkStarts(argument, len(topics)); err != nil {
		return err
	}
	for _, topic := range topics {
		if err := checkBlank(argument, topic); err != nil {
			return err
		}
		topic, cut := cutWords(topic, MaxTopicRunes)
		s.topics, s.cut = append(s.topics, topic), s.cut+cut
	}
	return nil
}

// cutWords returns a text without the spaces around it and, if it is longer
// than most characters, without the words beyond them, and the number of
// characters that this leaves out.
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
	if space := strings.LastIndexFunc(text[:end], unicode.IsSpace); space > 0 && !startsWithSpace(text[end:]) {
		words = text[:space]
	}
	return words, utf8.RuneCountInString(text[len(words):])
}

func startsWithSpace(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsSpace(first)
}

// checkStarts refuses to start from nothing, and from too much.
func checkStarts(argument string, n int) error {
	if n < 1 || n > MaxStartIDs {
		return graph.BadInput(argument, "%d were given; give 1 to %d", n, MaxStartIDs)
	}
	return nil
}

func or[T any](value *T, otherwise T) T {
	if value != nil {
		return *value
	}
	return otherwise
}
