package contextdoc

import (
	"time"

	"dossier/graph"
	"dossier/graph/lens"
)

// The limits of an [Input], by eye: the largest documents take a second or
// less.
const (
	// MaxStarts is the maximum number of topics or entities to start from.
	MaxStarts = 20
	// MaxTopicRunes is the length of a topic from which the rest is ignored, in
	// characters: enough for an issue or a log.
	MaxTopicRunes = 20_000
	// MaxDepth is the maximum distance of entities from the start, in edges.
	MaxDepth = lens.MaxDepth
	// MinTokens is the smallest budget.
	MinTokens = 100
	// DefaultTokens is the budget unless the input says otherwise.
	DefaultTokens = 4000
	// MaxTokens is the largest budget.
	MaxTokens = 200_000
	// DefaultEncoding counts tokens unless the input says otherwise.
	DefaultEncoding = "o200k_base"
)

// An Input describes a context document. A nil field is the default.
type Input struct {
	Start          Start
	ProjectID      *string
	Question       *string // about the ids, the focus or the project of Start
	Message        *string // the entities that it mentions are attached
	MentionIDs     []string
	PinIDs         []string
	Depth          *int
	MaxTokens      *int
	Encoding       *string
	Lens           *string
	Format         *Format
	IncludeFields  *bool
	IncludeSources *bool
	IncludeGraph   *bool // whether the text has the graph around the start; nil is from 6,000 tokens on
	Ranking        *Ranking
	Kinds          []graph.Kind
	Now            *time.Time
	Since          *string // the digest of an earlier document
	// Known are digests of earlier documents, or ids. The new document does not
	// repeat what they contain.
	Known []string
}

// A Start is where a context document starts: exactly one field is set.
type Start struct {
	Topic     *string
	Topics    []string
	IDs       []string
	FocusID   *string
	ProjectID *string
	Global    *bool
}

// A Format is the form of a context document's text.
type Format string

// The forms of a context document's text.
const (
	FormatMarkdown Format = "MARKDOWN"
	FormatJSON     Format = "JSON"
)

// A Ranking is how the entities of a context document are ranked.
type Ranking string

// The rankings.
const (
	RankRelevance Ranking = "RELEVANCE"
	RankClassic   Ranking = "CLASSIC"
)
