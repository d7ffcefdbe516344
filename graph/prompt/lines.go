package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/states"
	"dossier/graph/text"
)

// A describer renders the entities of some graphs as lines.
type describer struct {
	graphs  []*memory.Graph
	agenda  *attention.Agenda // of the graphs; nil if there are no lists of them
	options Options
	dated   bool // lines include the dates of creation and of the last update
	naming  bool // lines include the project
}

// graphOf returns the graph of an entity's project, or an empty graph.
func (d describer) graphOf(e graph.Entity) *memory.Graph {
	for _, g := range d.graphs {
		if g.Revision.ProjectID == e.Self().ProjectID {
			return g
		}
	}
	return memory.NewGraph(graph.Changes{})
}

// A fact returns a property of an entity in a few words, "" if it has no value.
type fact func(d describer, e graph.Entity) string

// A linePart is a fact in the lines of a kind, with its name in lenses. Facts
// without a name are included only if all facts are.
type linePart struct {
	lens   string
	fact   fact
	listed bool // only in lines of lists, not in [Facts]
}

// Parts of the lines of several kinds.
var (
	stateIs   = linePart{lens: "state", fact: state}
	typeIs    = linePart{fact: typeKey}
	createdOn = linePart{fact: createdAt}
	updatedOn = linePart{fact: updatedAt}
	ownedBy   = linePart{lens: "owner", fact: owner}
	labelled  = linePart{lens: "labels", fact: labelsOf}
	ranks     = linePart{lens: "priority", fact: column("priority", "priority ")}
	linkedTo  = linePart{fact: linkCount}
	unlinked  = linePart{fact: isUnlinked}
	dueOn     = linePart{lens: "dates", fact: column("due_at", "due ")}
	endedOn   = linePart{lens: "dates", fact: column("completed_at", "completed "), listed: true}
	startsOn  = linePart{lens: "dates", fact: column("start_at", "start "), listed: true}
)

// lineParts are the facts in the lines of each kind, in order.
var lineParts = map[graph.Kind][]linePart{
	graph.KindProject: {stateIs, typeIs, {fact: column("facet_context", "context ")}, {fact: column("facet_scale", "scale ")},
		{fact: column("facet_stage", "stage ")}, startsOn, {lens: "dates", fact: column("end_at", "end "), listed: true},
		createdOn, updatedOn, ownedBy, labelled},
	graph.KindGoal: {typeIs, stateIs, createdOn, updatedOn, {lens: "dates", fact: column("target_date", "target ")}, endedOn,
		{lens: "progress", fact: progress}, ownedBy, labelled, unlinked},
	graph.KindRisk: {typeIs, stateIs, {lens: "impact", fact: column("impact", "impact ")},
		{fact: column("probability", "probability ")}, createdOn, updatedOn, {lens: "dates", fact: column("mitigated_at", "mitigated ")},
		ownedBy, labelled},
	graph.KindDecision:    {stateIs, {lens: "dates", fact: decidedAt}, createdOn, updatedOn, ownedBy, labelled},
	graph.KindRequirement: {stateIs, ranks, typeIs, createdOn, updatedOn, ownedBy, labelled},
	graph.KindDocument:    {typeIs, stateIs, createdOn, updatedOn, linkedTo, ownedBy, labelled, unlinked},
	graph.KindOutput:      {typeIs, stateIs, createdOn, updatedOn, linkedTo, ownedBy, labelled, unlinked},
	graph.KindMilestone:   {dueOn, typeIs, stateIs, createdOn, updatedOn, endedOn, ownedBy, labelled},
	graph.KindPlan:        {typeIs, stateIs, createdOn, updatedOn, {lens: "progress", fact: taskCount}, ownedBy, labelled},
	graph.KindSignal:      {{fact: column("channel", "")}, {lens: "dates", fact: column("ts", "")}, ownedBy, labelled},
	graph.KindInsight:     {createdOn, {fact: sourceSignal}, ownedBy, labelled},
	graph.KindRecord:      {{fact: column("record_type", "")}, {lens: "owner", fact: recordRole}, ownedBy, createdOn, updatedOn, labelled},
	graph.KindTask: {stateIs, typeIs, ranks, startsOn, dueOn, endedOn, createdOn, updatedOn, ownedBy, labelled,
		{fact: role("plans ", graph.TaskPlans)}, {fact: role("goals ", graph.TaskGoals)}, {fact: role("outputs ", graph.TaskOutputs)},
		{fact: role("depends on ", graph.TaskDependsOn)}, {fact: role("needed by ", graph.TaskDependents)}},
}

// LineParts returns the maximum number of facts in a line of a kind.
func LineParts(kind graph.Kind) int { return len(lineParts[kind]) }

// name returns the name of an entity with its id as displayed.
func (d describer) name(e graph.Entity, facts ...string) Name {
	name := Named(e, facts...)
	name.ID = d.options.shortID(e)
	return name
}

// item returns the line of an entity: name [id] (fact, fact) — text.
func (d describer) item(e graph.Entity) Item {
	facts := d.facts(e)
	if project := d.graphOf(e).Project(); d.naming && project != nil {
		facts = append(facts, "in "+inert.Line(graph.Line(BeforeColon(project.Name), ProjectLabel)))
	}
	return Item{Name: d.name(e, facts...), Text: ownText(e)}
}

// BeforeColon returns the part of a label before a colon, as in "KEP-1287: In-place
// update", or the label if the colon is within quotes: Exhibition "Salt: a history".
func BeforeColon(label string) string {
	name, _, _ := strings.Cut(label, ": ")
	if strings.Count(name, `"`)%2 == 1 || strings.Count(name, "“") > strings.Count(name, "”") ||
		strings.Count(name, "«") > strings.Count(name, "»") {
		return label
	}
	return name
}

// ProjectLabel bounds a project's name in a line, in characters; by eye.
const ProjectLabel = 40

// facts returns the facts of an entity that the options select.
func (d describer) facts(e graph.Entity) []string {
	if d.options.HideFacts {
		return nil
	}
	var facts []string
	for _, part := range lineParts[e.Self().Kind] {
		if d.options.Facts != nil && !slices.Contains(d.options.Facts, part.lens) {
			continue
		}
		if text := part.fact(d, e); text != "" {
			facts = append(facts, text)
		}
	}
	return facts
}

// ownText returns the text of an entity beyond its label, on one line and
// inert.
func ownText(e graph.Entity) string { return inert.Line(ownWords(e)) }

func ownWords(e graph.Entity) string {
	switch e := e.(type) {
	case *graph.Requirement:
		return "" // its text is its name
	case *graph.Decision:
		return decisionText(e)
	default:
		return beyond(graph.Line(graph.Heading(e), graph.LabelLimit), lineOf(e, graph.Description(e)))
	}
}

// headed returns a text with its headings as the beginnings of what follows, as they
// are said on one line: "Design: two passes".
func headed(content string) string {
	if !strings.HasPrefix(content, "#") && !strings.Contains(content, "\n#") {
		return content
	}
	var b strings.Builder
	end := 0
	for _, unit := range text.Sentences(content) {
		title := strings.Trim(content[unit.Start:unit.End], "# \t\n")
		if unit.Unit == text.Heading && strings.HasPrefix(content[unit.Start:], "#") && title != "" {
			b.WriteString(content[end:unit.Start] + strings.TrimRight(title, ":") + ":")
			end = unit.End
		}
	}
	return b.String() + content[end:]
}

// partOfWord is the maximum length of a truncated word, in bytes; by eye. A
// longer run is text of a script without spaces.
const partOfWord = 40

// lineOf returns content, a text of e, on one line. It drops the last word if
// the light view has truncated it.
func lineOf(e graph.Entity, content string) string {
	line := graph.Line(headed(content), 0)
	words, cut := strings.CutSuffix(line, "…")
	last, _ := utf8.DecodeLastRuneInString(words)
	inWord := unicode.IsLetter(last) || unicode.IsDigit(last)
	if !cut || !inWord || len(e.Self().Cut()) == 0 {
		return line
	}
	if end := strings.LastIndexByte(words, ' '); end > 0 && len(words)-end <= partOfWord {
		words = words[:end]
	}
	return words + "…"
}

func decisionText(d *graph.Decision) string {
	var texts []string
	for _, text := range []struct{ name, text string }{
		{"Outcome: ", graph.Or(d.Outcome, "")}, {"Rationale: ", graph.Or(d.Rationale, "")}, {"", graph.Or(d.Description, "")},
	} {
		if text.text != "" {
			texts = append(texts, text.name+lineOf(d, text.text))
		}
	}
	return strings.Join(texts, " | ")
}

// beyond returns text without the label at its start, if there is one.
func beyond(label, text string) string {
	whole, cut := strings.CutSuffix(label, "…")
	rest, repeats := strings.CutPrefix(text, strings.TrimRight(whole, "."))
	if !repeats {
		return text
	}
	rest = strings.TrimLeft(rest, ".:;,—– ")
	switch {
	case !strings.ContainsFunc(rest, unicode.IsLetter):
		return "" // only markup
	case strings.HasSuffix(rest, "…") && len(rest) < leastRest:
		return ""
	case cut:
		return "…" + rest
	default:
		return rest
	}
}

// leastRest is the minimum length of the rest of a truncated text for it to be
// included, in bytes; by eye.
const leastRest = 40

// labelsShown is the maximum length of the labels in a line, in characters; by eye.
const labelsShown = 100

// labelsOf returns the labels of an entity, and the number of those that are left out. One
// that is shown as its state is none.
func labelsOf(_ describer, e graph.Entity) string {
	shown := states.Shown(e.Self())
	all := slices.DeleteFunc(slices.Clone(e.Self().Labels), func(label string) bool { return strings.EqualFold(label, shown) })
	if len(all) == 0 {
		return ""
	}
	text := "labels "
	for i, label := range all {
		label = graph.Line(label, labelsShown)
		if i > 0 && len(text)+len(label) > labelsShown {
			return inert.Line(fmt.Sprintf("%s and %d more", strings.TrimSuffix(text, ", "), len(all)-i))
		}
		text += label + ", "
	}
	return inert.Line(strings.TrimSuffix(text, ", "))
}

func state(_ describer, e graph.Entity) string { return inert.Line(states.Shown(e.Self())) }

func typeKey(_ describer, e graph.Entity) string {
	if key := e.Self().TypeKey; key != nil {
		return inert.Line(*key)
	}
	return ""
}

// column returns a fact with the value of a column, prefixed with called.
func column(name, called string) fact {
	return func(_ describer, e graph.Entity) string {
		field := e.Self().Spec().Field(name)
		if field == nil {
			return ""
		}
		if value := field.Value(e); value != nil {
			return called + inert.Line(graph.Plain(value))
		}
		return ""
	}
}

// decidedAt returns when a decision was made, or is to be made if that is ahead. The past
// date of one that is open is only its date: nothing says that it was due then.
func decidedAt(d describer, e graph.Entity) string {
	decision, ok := e.(*graph.Decision)
	if !ok {
		return ""
	}
	isPast := decision.DecisionAt != nil && decision.DecisionAt.Before(d.options.Now)
	called := "decision due "
	switch state := decision.State(); {
	case decision.Spec().IsDone(state):
		called = "decided "
	case isPast && state == "deferred":
		called = "deferred "
	case isPast:
		called = "dated "
	}
	return column("decision_at", called)(d, e)
}

// createdAt returns "" unless d.dated is set.
func createdAt(d describer, e graph.Entity) string {
	if !d.dated {
		return ""
	}
	return "created " + graph.Date(&e.Self().CreatedAt)
}

// updatedAt returns "" unless d.dated is set and createdAt has another date.
func updatedAt(d describer, e graph.Entity) string {
	updated := graph.Date(&e.Self().UpdatedAt)
	if !d.dated || updated == graph.Date(&e.Self().CreatedAt) {
		return ""
	}
	return "updated " + updated
}

func recordRole(_ describer, e graph.Entity) string { return inert.Line(e.(*graph.Record).Role()) }

func progress(d describer, e graph.Entity) string {
	done, total := d.graphOf(e).Progress(e.Self().ID, graph.GoalTasks)
	percent := memory.Percent(done, total)
	if percent == nil {
		return ""
	}
	return fmt.Sprintf("progress %d%% (%d/%d%s)", *percent, done, total, cancelled(d, e, graph.GoalTasks))
}

func taskCount(d describer, e graph.Entity) string {
	done, total := d.graphOf(e).Progress(e.Self().ID, graph.PlanTasks)
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("tasks %d/%d%s", done, total, cancelled(d, e, graph.PlanTasks))
}

// cancelled returns how many tasks of an entity were cancelled, which are of all but not of
// those that are done: without it they would be read as open.
func cancelled(d describer, e graph.Entity, role graph.Role) string {
	n := 0
	for _, task := range d.graphOf(e).InRole(e.Self().ID, role) {
		if spec, state := task.Self().Spec(), task.Self().State(); spec.IsOver(state) && !spec.IsDone(state) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d cancelled", n)
}

// isUnlinked returns a fact if no path joins the entity to the project. A path
// is usual and not worth a fact.
func isUnlinked(d describer, e graph.Entity) string {
	if d.graphOf(e).IsLinked(e.Self().ID) {
		return ""
	}
	return "not linked to the project"
}

func linkCount(d describer, e graph.Entity) string {
	if n := d.graphOf(e).LinkCount(e.Self().ID); n > 0 {
		return "links " + strconv.Itoa(n)
	}
	return ""
}

// role returns a fact with the number of entities in a role, after called.
func role(called string, role graph.Role) fact {
	return func(d describer, e graph.Entity) string {
		if n := len(d.graphOf(e).InRole(e.Self().ID, role)); n > 0 {
			return called + strconv.Itoa(n)
		}
		return ""
	}
}

func sourceSignal(d describer, e graph.Entity) string {
	for _, signal := range d.graphOf(e).InRole(e.Self().ID, graph.InsightSignals) {
		return fmt.Sprintf("signal [%s]", d.options.shortID(signal))
	}
	return ""
}

// IsContextDocument is the fact that marks the project's context document.
const IsContextDocument = "the project's context document"
