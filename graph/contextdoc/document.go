package contextdoc

import (
	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// A Document is prompt text with its sources.
type Document struct {
	Text      string // Markdown or JSON, as Input.Format
	Tokens    int    // of Text, exactly; never above MaxTokens
	MaxTokens int    // the budget
	Encoding  string // which tokens are counted
	Digest    string // equal for documents with equal texts about equal entities; opaque
	// KnownDigest is the part of Digest that a later Known requires. It is
	// shorter.
	KnownDigest string
	Sections    []prompt.Section  // the parts of Text with their tokens, in its order
	Nodes       []Node            // the entities that Text includes, in its order
	Omitted     []graph.KindCount // how many of the entities that were found are not in Text, by kind
	// OmittedBest are the ten best of the omitted entities, if they were
	// ranked.
	OmittedBest []graph.Entity
	Warnings    []Warning
	Changes     *known.Changes // since the earlier document, nil if none was given
	// Confidence is the probability that the graph has an answer, 0 to 1; 1 for
	// a document without a question. Reasons explain it.
	Confidence    float64
	Answerability outline.Answerability // the class of Confidence
	Reasons       []string              // sentences for people
	// ReadAs is the reading of the question as a query that Text has the answer of, nil
	// for none. Readings are the best ways to read the question, the best first.
	ReadAs   *Reading
	Readings []Reading

	lines []known.Line // of its outline, for its handle
}

// A Node is an entity that a context document includes.
type Node struct {
	Entity     graph.Entity
	Form       Form                  // how much of its text is included
	Tokens     int                   // that the entity takes in the text
	Score      float64               // relative to the best, 0 to 1
	ScoreParts *rank.Parts           // nil for entities that were not ranked
	Distance   int                   // the distance from the start in edges, 0 for a start or a match
	Path       []memory.SnapshotEdge // the edges from the start, the first one at it
	Why        Reason                // the reason why it is included
	Passages   []Passage             // the sections of its text that are quoted
}

// A Passage is a range of characters in a stored text field of an entity, with
// the headings above it.
type Passage struct {
	Field      string   // the column, or props.NAME or fields.NAME
	Heading    []string // the outermost first
	Start, End int      // in characters; End is not part of the passage
}

// A Form is how much of an entity a context document includes.
type Form string

// The forms of an entity in a context document.
const (
	FormFull  Form = "FULL"
	FormShort Form = "SHORT"
	FormName  Form = "NAME"
)

// A Reason is the reason why a context document includes an entity.
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

// A Warning reports something that the client should know.
type Warning struct{ Code, Message string }

// The codes of warnings, in addition to those of package records, in the order of the
// schema. WarnNotFound and WarnUnknown are about arguments that a document ignored.
const (
	warnBudget   = "BUDGET_SMALL"         // under style.SmallBudget tokens
	warnNoMatch  = "NO_MATCH"             // nothing was found
	warnWeak     = "WEAK_MATCH"           // nothing is clearly about the question
	warnTopicCut = "TOPIC_CUT"            // the end of a long topic was left out
	warnEstimate = "TOKENS_ESTIMATED"     // counts are an upper bound
	WarnNotFound = "NOT_FOUND"            // some of the ids were left out
	WarnUnknown  = "KNOWN_UNKNOWN"        // a part of known was not understood
	warnChanges  = "CHANGES_PARTIAL"      // the digest of the earlier document lacks entities
	warnProjects = "PROJECTS_LEFT_OUT"    // not all projects with words of the question were asked
	warnSampled  = "SAMPLED"              // not all neighbours of an entity that was asked for were visited
	warnSemantic = "SEMANTIC_UNAVAILABLE" // embeddings could not be compared, although an embedder is configured
	warnHidden   = "HIDDEN_CHARACTERS"    // characters that do not show were left out
)
