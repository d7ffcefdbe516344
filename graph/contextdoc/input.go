package contextdoc

import (
	"time"

	"dossier/graph"
	"dossier/graph/lens"
)

// The limits of an [Input], by eye: the largest documents take a second or
// less.
const (
	// maxStarts is the maximum number of topics or entities to start from.
	maxStarts = 20
	// maxTopicRunes is the length of a topic from which the rest is ignored, in
	// characters: enough for an issue or a log.
	maxTopicRunes = 20_000
	// maxDepth is the maximum distance of entities from the start, in edges.
	maxDepth = lens.MaxDepth
	// MinTokens is the smallest budget.
	MinTokens = 100
	// DefaultTokens is the budget unless the input says otherwise.
	DefaultTokens = 4000
	// maxTokens is the largest budget.
	maxTokens = 200_000
	// DefaultEncoding counts tokens unless the input says otherwise.
	DefaultEncoding = "o200k_base"
)

// An Input describes a context document. A nil field is the default.
type Input struct {
	Start          Start        // what the document is about
	ProjectID      *string      // the project to search for a topic; nil is all
	Question       *string      // about the ids, the focus or the project of Start
	View           *string      // the name of the view that the document has, about Start
	Message        *string      // the entities that it mentions are attached
	MentionIDs     []string     // entities that the message mentions, besides those it names
	PinIDs         []string     // documents that come before everything else
	Depth          *int         // the distance from the matches in edges, 0 to MaxDepth; nil is that of the lens
	MaxTokens      *int         // MinTokens to MaxTokens; nil is DefaultTokens
	Spare          int          // tokens of MaxTokens that the body leaves free, for a line after the document
	Encoding       *string      // which tokens are counted, or the name of a model; nil is DefaultEncoding
	Lens           *string      // the name of a lens; nil is general
	Format         *Format      // nil is FormatMarkdown
	IncludeFields  *bool        // whether the text has states, dates and figures; nil is true
	IncludeSources *bool        // whether the text has the score and the path of each entity; nil is false
	IncludeGraph   *bool        // whether the text has the graph around the start; nil is from 6,000 tokens on
	Ranking        *Ranking     // nil is RankRelevance
	Kinds          []graph.Kind // the kinds of entities to include; nil is all
	Now            *time.Time   // what is overdue, recent and due depends on it; nil is the clock
	TimeZone       *string      // of days; nil is that of Now, of the request, or of the clock
	Since          *string      // the digest of an earlier document
	// Known are digests of earlier documents, or ids. The new document does not
	// repeat what they contain.
	Known []string
}

// A Start is where a context document starts: exactly one field is set.
type Start struct {
	Topic     *string  // a question, a name, or a text of up to MaxTopicRunes characters
	Topics    []string // several, which share the budget
	IDs       []string // entities to say everything about
	FocusID   *string  // an entity in its project
	ProjectID *string  // a project as a whole
	Global    *bool    // all projects; only true is a start
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
