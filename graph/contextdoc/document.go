package contextdoc

import (
	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// A Document is prompt text with its sources.
type Document struct {
	Text      string
	Tokens    int // of Text, exactly; never above MaxTokens
	MaxTokens int
	Encoding  string
	Digest    string // equal for equal text about equal entities; opaque
	// KnownDigest is what a later Known needs of Digest, which is shorter.
	KnownDigest string
	Sections    []prompt.Section
	Nodes       []Node
	Omitted     []graph.KindCount
	// OmittedBest are the best ten of the omitted, if they were ranked.
	OmittedBest []graph.Entity
	Warnings    []Warning
	Changes     *Changes // since the earlier document, nil if none was given
	// Confidence is how sure it is that the graph has an answer, 0 to 1; 1 for a
	// document about no question. Reasons say what it depends on.
	Confidence    float64
	Answerability outline.Answerability
	Reasons       []string
}

// A Node is an entity that a context document includes.
type Node struct {
	Entity     graph.Entity
	Form       Form
	Tokens     int
	Score      float64     // relative to the best, 0 to 1
	ScoreParts *rank.Parts // nil for what was not ranked
	Distance   int         // edges from the start, 0 for a start or a match
	Path       []graph.SnapshotEdge
	Why        Reason
	Passages   []Passage // the sections of its text that are quoted
}

// A Passage is a place in a text field of an entity, in characters of the stored
// text, with the headings around it.
type Passage struct {
	Field      string
	Heading    []string
	Start, End int
}

// A Form is how much of an entity a context document includes.
type Form string

// The forms of an entity in a context document.
const (
	FormFull  Form = "FULL"
	FormShort Form = "SHORT"
	FormName  Form = "NAME"
)

// A Reason is why a context document includes an entity.
type Reason string

// The reasons to include an entity.
const (
	WhyStart   Reason = "START"
	WhySubject Reason = "SUBJECT"
	WhyMatch   Reason = "MATCH"
	WhyEdge    Reason = "EDGE"
	WhyMention Reason = "MENTION"
	WhyPin     Reason = "PIN"
)

// Changes are the differences between a context document and an earlier one, by
// ids of entities. Added and Changed are in the order of the document, Gone in
// that of the earlier one.
type Changes struct {
	Added   []string // included now and not then
	Changed []string // included in both, and written in between
	Gone    []string // included then and not now
}

// A Warning is about something that the client should know.
type Warning struct{ Code, Message string }

// The codes of warnings, beside those of package records.
const (
	warnBudget   = "BUDGET_SMALL"         // under smallBudget tokens
	warnNoMatch  = "NO_MATCH"             // nothing was found
	warnWeak     = "WEAK_MATCH"           // nothing is clearly about the question
	warnTopicCut = "TOPIC_CUT"            // the end of a long topic was left out
	warnEstimate = "TOKENS_ESTIMATED"     // counts are an upper bound
	warnNotFound = "NOT_FOUND"            // some of the ids were left out
	warnUnknown  = "KNOWN_UNKNOWN"        // something of known was not understood
	warnChanges  = "CHANGES_PARTIAL"      // the earlier document had more entities than its digest holds
	warnProjects = "PROJECTS_LEFT_OUT"    // not all projects with words of the question were asked
	warnSampled  = "SAMPLED"              // not all neighbours of a crowded entity were looked at
	warnSemantic = "SEMANTIC_UNAVAILABLE" // meaning could not be compared, though an embedder is configured
)
