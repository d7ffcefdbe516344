package graph

import "time"

// Kinds are the kinds of entity, in the order of lists of mixed kinds. A
// kind is declared by its struct and one line here: columns, light
// view, schema section, import record and documentation follow from them.
var Kinds = []*Spec{
	describe[Project](KindProject, "name", "projects", none, states{
		all: "planning active paused completed cancelled", active: "planning active", done: "completed cancelled"}),
	describe[Plan](KindPlan, "name", "plans", none, states{
		all: "draft active completed", active: "draft active", done: "completed"}),
	describe[Goal](KindGoal, "name", "goals", Concerns, states{
		all: "draft active achieved abandoned", active: "draft active", done: "achieved abandoned"}),
	describe[Task](KindTask, "title", "tasks", Concerns|Reports, states{
		all: "todo in_progress blocked done cancelled", active: "todo in_progress blocked", done: "done", dropped: "cancelled"}),
	describe[Milestone](KindMilestone, "title", "milestones", Reports, states{
		all: "pending in_progress completed missed", active: "pending in_progress", done: "completed missed"}),
	describe[Document](KindDocument, "title", "documents", Notes, states{
		all: "draft review in_review ready published archived", active: "draft review in_review ready", done: "published archived"}),
	describe[Output](KindOutput, "name", "outputs", none, states{
		all: "draft in_progress review published", active: "draft in_progress review", done: "published"}),
	describe[Risk](KindRisk, "title", "risks", Concerns, states{
		all: "identified mitigated occurred closed", active: "identified occurred", done: "mitigated closed"}),
	describe[Decision](KindDecision, "title", "decisions", Concerns|Happens, states{
		all: "pending made deferred reversed", active: "pending deferred", done: "made reversed"}),
	describe[Requirement](KindRequirement, "text", "requirements", Concerns, states{}),
	describe[Signal](KindSignal, "channel", "signals", Notes|Reports|Happens, states{}),
	describe[Insight](KindInsight, "title", "insights", Notes, states{}),
	describe[Record](KindRecord, "name", "records", none, states{}),
}

// A Trait is what answers take entities of a kind for, besides what follows from its states,
// fields and relations.
type Trait int

// The traits of kinds.
const (
	Notes    Trait = 1 << iota // they say something about others
	Reports                    // they say how far something is
	Happens                    // they are as old as what happened, and not as their entry
	Concerns                   // they concern the people whom their texts name

	none Trait = 0
)

// The kinds of entity.
const (
	KindProject     Kind = "project"
	KindPlan        Kind = "plan"
	KindGoal        Kind = "goal"
	KindTask        Kind = "task"
	KindMilestone   Kind = "milestone"
	KindDocument    Kind = "document"
	KindOutput      Kind = "output"
	KindRisk        Kind = "risk"
	KindDecision    Kind = "decision"
	KindRequirement Kind = "requirement"
	KindSignal      Kind = "signal"
	KindInsight     Kind = "insight"
	KindRecord      Kind = "record"
)

// Common has the fields of entities of all kinds.
type Common struct {
	ID         string     `light:"*" doc:"UUID. An imported id is converted to one and kept as externalId."`
	Kind       Kind       `light:"*" col:"-" doc:"The kind of entity."`
	Label      string     `light:"*" col:"-" doc:"Its name, title, text or channel."`
	ProjectID  string     `light:"*" doc:"The project it belongs to; a project belongs to itself."`
	ExternalID *string    `light:"*" doc:"The id that an import gave, unique within the project."`
	TypeKey    *string    `light:"*" doc:"The subtype, as kind.family[.variant]."`
	StateKey   *string    `light:"*" doc:"Its state as it is stored; null for kinds without states."`
	CreatedBy  *string    `doc:"The actor who created it."`
	CreatedAt  time.Time  `light:"*" doc:"When it was created."`
	UpdatedAt  time.Time  `light:"*" doc:"When it last changed."`
	DeletedAt  *time.Time `light:"*" api:"-" doc:"When it was deleted, if it was."`
	Labels     []string   `light:"*" search:"labels" doc:"Its labels, such as bug or needs design, in the order given."`
	Props      JSON       `doc:"Further properties, as an object."`

	cut uint64 // by place in the fields of the kind: whether the text is truncated
}

// A Project has everything else.
type Project struct {
	Common            `doc:"A project, to which all other entities belong."`
	Name              string     `light:"*" doc:"The name of the project."`
	Description       *string    `light:"150" search:"body" doc:"The purpose and scope of the project."`
	NextStepShort     *string    `light:"*" search:"body" doc:"The next step, in a line."`
	NextStepLong      *string    `light:"200" search:"body" doc:"The next step, in detail."`
	StartAt           *time.Time `light:"*" doc:"When it starts."`
	EndAt             *time.Time `light:"*" doc:"When it ends."`
	FacetContext      *string    `light:"*" enum:"FacetContext" doc:"The audience."`
	FacetScale        *string    `light:"*" enum:"FacetScale" doc:"Its size."`
	FacetStage        *string    `light:"*" enum:"FacetStage" doc:"Its stage."`
	NextStepSource    *string    `doc:"The person or program that set the next step."`
	NextStepUpdatedAt *time.Time `doc:"When the next step was set."`
	IsPublic          bool       `doc:"Whether every signed-in actor may read it."`
}

// A Task is a unit of work.
type Task struct {
	Common      `doc:"A unit of work."`
	Title       string     `light:"*" doc:"The task, in a line."`
	Priority    *int       `light:"*" doc:"1 to 5; 1 is the highest."`
	StartAt     *time.Time `light:"*" doc:"When work on it is to start."`
	DueAt       *time.Time `light:"*" due:"*" doc:"When it is due."`
	CompletedAt *time.Time `light:"*" doc:"When it was done."`
	Description *string    `light:"120" search:"body" doc:"The work in detail, and its reasons."`
	FacetScale  *string    `enum:"FacetScale" doc:"Its size."`
}

// A Goal is something a project is to reach.
type Goal struct {
	Common      `doc:"Something that a project is to reach."`
	Name        string     `light:"*" doc:"The goal, in a line."`
	TargetDate  *time.Time `light:"*" due:"*" doc:"When it is to be reached."`
	CompletedAt *time.Time `light:"*" doc:"When it was reached or given up."`
	Description *string    `light:"120" search:"body" doc:"The meaning of the goal."`
	Goal        *string    `search:"body" doc:"The full statement."`
}

// A Plan groups work towards goals.
type Plan struct {
	Common       `doc:"Work that is grouped towards goals."`
	Name         string     `light:"*" doc:"The name of the plan."`
	CompletedAt  *time.Time `light:"*" doc:"When it was completed."`
	Description  *string    `light:"120" search:"body" doc:"The aim of the plan."`
	Plan         *string    `search:"body" doc:"The full text."`
	FacetContext *string    `enum:"FacetContext" doc:"The audience."`
	FacetScale   *string    `enum:"FacetScale" doc:"Its size."`
	FacetStage   *string    `enum:"FacetStage" doc:"Its stage."`
}

// A Milestone is a point in time that work is aimed at.
type Milestone struct {
	Common      `doc:"A point in time that work is aimed at."`
	Title       string     `light:"*" doc:"The result that is reached then."`
	DueAt       *time.Time `light:"*" due:"*" doc:"When it is due."`
	CompletedAt *time.Time `light:"*" doc:"When it was reached."`
	Description *string    `light:"120" search:"body" doc:"The meaning of the milestone."`
	Milestone   *string    `search:"body" doc:"The full text."`
}

// A Risk is something that may go wrong.
type Risk struct {
	Common      `doc:"Something that may go wrong."`
	Title       string     `light:"*" doc:"The risk, in a line."`
	Impact      *string    `light:"*" enum:"Impact" doc:"How bad it would be."`
	Probability *float64   `light:"*" doc:"How likely it is, 0 to 1."`
	MitigatedAt *time.Time `light:"*" doc:"When it was mitigated."`
	Content     *string    `light:"120" search:"body" doc:"The risk in detail: its causes and consequences."`
}

// A Decision is a choice that was made or is to be made.
type Decision struct {
	Common      `doc:"A choice that was made or is to be made."`
	Title       string     `light:"*" doc:"The question that was or is to be decided."`
	DecisionAt  *time.Time `light:"*" doc:"When it was decided."`
	Outcome     *string    `light:"120" search:"body" doc:"The decision that was made."`
	Rationale   *string    `light:"180" search:"body" doc:"Why."`
	Description *string    `light:"120" search:"body" doc:"The question in detail."`
}

// A Requirement is something that must hold.
type Requirement struct {
	Common   `doc:"Something that must hold."`
	Text     string `light:"160" doc:"The condition that must hold."`
	Priority *int   `light:"*" doc:"1 to 5; 1 is the highest."`
}

// A Document is a text of the project.
type Document struct {
	Common      `doc:"A text of the project."`
	Title       string  `light:"*" doc:"The title of the document."`
	Description *string `light:"180" search:"body" doc:"A summary of the document."`
	Content     *string `light:"200" search:"body" doc:"The text, in Markdown."`
}

// An Output is something the project makes.
type Output struct {
	Common           `doc:"Something that the project makes."`
	Name             string  `light:"*" doc:"The name of the output."`
	Description      *string `light:"160" search:"body" doc:"A description of the output."`
	SourceDocumentID *string `doc:"The document that it was made from."`
}

// A Signal is something that was noticed.
type Signal struct {
	Common         `doc:"Something that was noticed."`
	Channel        string     `light:"*" doc:"The channel of the signal, such as email."`
	TS             *time.Time `light:"*" doc:"When it was noticed."`
	PayloadSummary *string    `light:"160" search:"body" derived:"write" doc:"The payload as text."`
	Payload        JSON       `doc:"The payload as received."`
}

// An Insight is a conclusion.
type Insight struct {
	Common  `doc:"A conclusion."`
	Title   string  `light:"*" doc:"The conclusion, in a line."`
	Summary *string `light:"160" search:"body" derived:"write" doc:"props.summary."`
}

// A Record is an entity of a type that the deployment defines.
type Record struct {
	Common     `doc:"An entity of a type that the deployment defines."`
	Name       string `light:"*" doc:"The name of the record."`
	RecordType string `light:"*" doc:"The id of its record type."`
	Fields     JSON   `light:"*" api:"-" search:"body" doc:"Its values by field name, as stored."`
}

// Enums are the closed sets of values other than the states of kinds. The tag
// enum of a column is the name of its set.
var Enums = []Enum{
	{"Impact", "How bad it would be if a risk occurred, from the least on.", []EnumValue{
		{"low", "It would hardly be noticed."}, {"medium", "It would cost time or money. The default."},
		{"high", "It would endanger a goal."}, {"critical", "It would endanger the project."},
	}},
	{"FacetContext", "The audience of a project or plan.", []EnumValue{
		{"personal", "Oneself."}, {"client", "A client."}, {"commercial", "A market."}, {"internal", "One's own organisation."},
		{"open_source", "Users of open source."}, {"community", "A community."}, {"academic", "Research or teaching."},
		{"nonprofit", "A purpose other than profit."}, {"startup", "A company that is being founded."},
	}},
	{"FacetScale", "The size of work, from the smallest on.", []EnumValue{
		{"micro", "Minutes or hours."}, {"small", "Days."}, {"medium", "Weeks."}, {"large", "Months."}, {"epic", "More than that."},
	}},
	{"FacetStage", "The stage of work, from the first on.", []EnumValue{
		{"discovery", "The work is being found out."}, {"planning", "How to do it is being decided."}, {"execution", "It is being done."},
		{"launch", "It is being released."}, {"maintenance", "It is in use and looked after."}, {"complete", "It is over."},
	}},
	{"EventType", "Types of events of an entity.", []EnumValue{
		{"decided", "A decision was made."}, {"mitigated", "A risk was mitigated."}, {"done", "It was completed."},
		{"received", "A signal was noticed."}, {"created", "It was created."},
	}},
	{"RecordFieldType", "The types of the fields of records.", []EnumValue{
		{"text", "A text; a number is read as its digits."}, {"email", "An e-mail address."}, {"date", "A date, YYYY-MM-DD."}, {
			"text_list", "Several texts.",
		},
		{"note_ref", "A document."}, {"select", "One of the field's options."}, {"entity_ref", "An entity or a record."},
		{"entity_ref_list", "Several entities or records."}, {"computed", "The result of a query that runs whenever the field is read."},
	}},
}

// Derived are the fields that are computed from the edges of an entity. Each is
// a method of its kind's struct, and is in a view of the schema. They are not
// stored.
var Derived = []DerivedField{
	{KindProject, "contextDocumentId", "ID", Light, "The project's context document."},
	{KindProject, "contextDocumentTitle", "String", Light, "The title of the context document."},
	{KindProject, "entityCounts", "[KindCount!]!", Light, "How many live entities of each kind belong to it."},
	{KindProject, "stateCounts", "[KindStates!]!", Light, "How many live entities of each kind are in each state."},
	{KindTask, "planIds", "[ID!]!", Light, "The plans that contain it."},
	{KindTask, "goalIds", "[ID!]!", Light, "The goals that it supports."},
	{KindTask, "outputIds", "[ID!]!", Light, "The outputs that it produces."},
	{KindTask, "dependencyCount", "Int!", Light, "The number of entities that it depends on."},
	{KindTask, "dependentCount", "Int!", Light, "The number of entities that depend on it."},
	{KindTask, "dependencies", "[LinkedEntity!]!", Full, "The entities that it needs: depends_on and requires outgoing, blocks incoming."},
	{KindTask, "dependents", "[LinkedEntity!]!", Full, "The entities that depend on it."},
	{KindGoal, "progressPercent", "Int", Light, "Completed tasks in percent, rounded; null when it has no tasks."},
	{KindGoal, "completedTasks", "Int!", Light, "How many of its tasks are done."},
	{KindGoal, "totalTasks", "Int!", Light, "How many tasks it has."},
	{KindPlan, "taskCount", "Int!", Light, "How many tasks it has."},
	{KindPlan, "completedTaskCount", "Int!", Light, "How many of its tasks are done."},
	{KindOutput, "linkedGoalIds", "[ID!]!", Light, "The goals that produce it."},
	{KindOutput, "linkedTaskIds", "[ID!]!", Light, "The tasks that produce it."},
	{KindInsight, "derivedFromSignalId", "ID", Light, "The signal that it was derived from."},
	{KindRecord, "fields", "[RecordFieldValue!]!", Light, "Its values as its type reads them, those that are set, in the order of the type."},
	{KindRecord, "rawFields", "JSON", Full, "Its values by field name, as stored."},
}

// A DerivedField is a field that is not stored.
type DerivedField struct {
	Kind Kind   // the kind whose struct has the method
	Name string // in the schema
	Type string // in the schema
	View View   // Light: in both views; Full: in the full one only
	Doc  string // the description in the schema
}

// IsShared reports whether entities of a kind are always their own roots,
// because several entities share them.
func (k Kind) IsShared() bool {
	return k == KindProject || k == KindMilestone || k == KindRecord
}
