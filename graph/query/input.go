package query

import (
	"strings"
	"time"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/records"
)

// A ContextInput asks for a context document. What is nil is the default.
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

// contextRequest is a ContextInput that was checked, its defaults filled in.
type contextRequest struct {
	start     ContextStart
	projectID string // the fence, "" for none
	message   string
	mentions  []string
	pins      []string
	attached  map[string]bool // documents whose text is before the body
	depth     int
	maxTokens int
	counter   TokenCounter
	lens      *Lens
	format    ContextFormat
	fields    bool
	sources   bool
	ranking   Ranking
	kinds     []graph.Kind
	now       time.Time
	since     *digest // nil for none
	linksHint string
}

func (s *Service) contextRequest(in ContextInput) (r *contextRequest, err error) {
	r = &contextRequest{
		start:     in.Start,
		message:   or(in.Message, ""),
		mentions:  in.MentionIDs,
		pins:      in.PinIDs,
		maxTokens: or(in.MaxTokens, 4000),
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
	if err := graph.CheckRange("input.depth", r.depth, 0, MaxContextDepth); err != nil {
		return nil, err
	}
	if err := graph.CheckRange("input.maxTokens", r.maxTokens, MinTokens, MaxTokens); err != nil {
		return nil, err
	}
	if err := checkMessage("input.message", r.message); err != nil {
		return nil, err
	}
	if len(r.mentions) > records.MaxMentions {
		return nil, graph.BadInput("input.mentionIds", "%d ids are too many; want at most %d", len(r.mentions), records.MaxMentions)
	}
	if err := checkKinds("input.kinds", r.kinds); err != nil {
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
	return r, r.start.check()
}

// optionalID is the id of an argument, "" if it is not given.
func optionalID(argument string, id *string) (string, error) {
	if id == nil {
		return "", nil
	}
	return graph.ParseID(argument, *id)
}

// check checks that there is one start, and brings its ids into canonical form.
func (s *ContextStart) check() error {
	starts := 0
	for _, given := range []bool{s.Topic != nil, s.Topics != nil, s.IDs != nil, s.FocusID != nil, s.ProjectID != nil, s.Global != nil} {
		if given {
			starts++
		}
	}
	if starts != 1 {
		return graph.BadInput("input.start", "%d starts were given; give exactly one of topic, topics, ids, focusId, projectId and global", starts)
	}
	if s.Global != nil && !*s.Global {
		return graph.BadInput("input.start.global", "false is no start; give true, or another start")
	}
	if s.Topic != nil {
		return checkTopics("input.start.topic", []string{*s.Topic})
	}
	if s.Topics != nil {
		return checkTopics("input.start.topics", s.Topics)
	}
	return s.checkIDs()
}

func (s *ContextStart) checkIDs() (err error) {
	if s.IDs != nil {
		if err := checkStarts("input.start.ids", len(s.IDs)); err != nil {
			return err
		}
		refs, err := ParseIDs("input.start.ids", s.IDs)
		if err != nil {
			return err
		}
		s.IDs = make([]string, len(refs))
		for i, ref := range refs {
			s.IDs[i] = ref.ID
		}
	}
	for argument, id := range map[string]*string{"input.start.focusId": s.FocusID, "input.start.projectId": s.ProjectID} {
		if id == nil {
			continue
		}
		if *id, err = graph.ParseID(argument, *id); err != nil {
			return err
		}
	}
	return nil
}

func checkTopics(argument string, topics []string) error {
	if err := checkStarts(argument, len(topics)); err != nil {
		return err
	}
	for _, topic := range topics {
		if err := checkWords(argument, topic); err != nil {
			return err
		}
	}
	return nil
}

// checkStarts refuses to start from nothing, and from too much.
func checkStarts(argument string, n int) error {
	if n < 1 || n > MaxStartIDs {
		return graph.BadInput(argument, "%d were given; give 1 to %d", n, MaxStartIDs)
	}
	return nil
}

// checkWords refuses words that cannot be searched for.
func checkWords(argument, words string) error {
	if strings.TrimSpace(words) == "" {
		return graph.BadInput(argument, "is blank; give the words to look for")
	}
	if n := utf8.RuneCountInString(words); n > MaxQueryRunes {
		return graph.BadInput(argument, "%d characters are too many; want at most %d", n, MaxQueryRunes)
	}
	return nil
}

func or[T any](value *T, otherwise T) T {
	if value != nil {
		return *value
	}
	return otherwise
}
