package mcp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/history"
	"dossier/graph/inert"
	"dossier/graph/query"
	"dossier/graph/rows"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

type readyInput struct {
	budgeted
	Project string   `json:"project"`
	Plan    string   `json:"plan"`
	Owner   string   `json:"owner"`
	Labels  []string `json:"labels"`
	Claim   bool     `json:"claim"`
	From    int      `json:"from"`

	IdempotencyKey string `json:"idempotency_key"`
}

// A readyOutput is tasks that can start, as JSON.
type readyOutput struct {
	Total   int         `json:"total"`
	Tasks   []readyTask `json:"tasks"`
	Claimed string      `json:"claimed,omitempty"` // the id of the task
	Owner   string      `json:"owner,omitempty"`   // who claimed it
}

type readyTask struct {
	entityOutput
	Project  string `json:"project,omitempty"`
	Priority *int   `json:"priority,omitempty"`
	Due      string `json:"due,omitempty"`
	Owner    string `json:"owner,omitempty"`
}

const readyName = "find_ready_work"

func readyTool(readOnly bool) tool {
	found := readingTool(readyName, "Open tasks that nothing open blocks, best first, with why. claim takes the first.",
		[]schema.Property{
			schema.Text("project", ""), schema.Text("plan", ""), schema.Text("owner", "with claim: who takes it"), schema.Texts("labels", ""),
			schema.Boolean("claim", "sets state and owner"), schema.Text("idempotency_key", ""), schema.Number("from", "skips"),
		},
		findReadyWork)
	if !readOnly {
		found.Annotations.ReadOnlyHint = false
		found.Annotations.DestructiveHint = new(false)
	}
	return found
}

// findReadyWork lists the tasks that can start, or claims the first.
func findReadyWork(ctx context.Context, s *toolbox, given readyInput, budget int) (*answer, error) {
	if given.Claim && s.readOnly {
		return nil, graph.BadInput("claim", "this server has only tools that read; expected false")
	}
	in, err := s.readyInput(ctx, given)
	if err != nil {
		return nil, err
	}
	if given.Claim {
		return s.claim(ctx, given, in, budget)
	}
	found, err := s.service.ReadyTasks(ctx, in)
	if err != nil {
		return nil, err
	}
	if given.From < 0 || given.From > found.Len() {
		return nil, graph.BadInput("from", "%d is out of range; there are %d tasks", given.From, found.Len())
	}
	return s.readyAnswer(ctx, given, found, budget)
}

// readyInput returns the input of the service.
func (s *toolbox) readyInput(ctx context.Context, given readyInput) (in query.ReadyInput, err error) {
	in = query.ReadyInput{Labels: given.Labels, Owner: given.Owner, OrNobody: given.Claim}
	if in.ProjectID, err = s.names.someProject(ctx, given.Project); err != nil || given.Plan == "" {
		return in, err
	}
	plan, err := s.names.entity(ctx, "plan", given.Plan)
	in.PlanID = &plan
	return in, err
}

// readyAnswer returns as many of the tasks as fit, from the given one on.
func (s *toolbox) readyAnswer(ctx context.Context, given readyInput, found *query.ReadyTasks, budget int) (*answer, error) {
	to := min(found.Len(), given.From+mostItems)
	var ids []string
	for _, ref := range found.Refs(given.From, to) {
		ids = append(ids, ref.ID)
	}
	short, err := s.service.ShortIDs(ctx, nil, ids)
	if err != nil {
		return nil, err
	}
	return s.budgets.fitted(budget, to-given.From, func(n int) (*answer, error) {
		next := given.From + n
		a := readyText(found, given, next, short)
		if next < found.Len() {
			a.next = fmt.Sprintf("%d of %d; the next: %s", n, found.Len(), call(readyName, given.with(next)...))
		}
		return a, nil
	})
}

// readyText returns the tasks from the given one up to but not including another, as text
// and as JSON.
func readyText(found *query.ReadyTasks, given readyInput, to int, short func(string) string) *answer {
	out := &readyOutput{Total: found.Len(), Tasks: []readyTask{}}
	for i := given.From; i < to; i++ {
		task, owner, project := found.Task(i)
		one := readyTask{entityOutput: entityOf(task, short(task.ID)), Priority: task.Priority, Owner: owner}
		if task.DueAt != nil {
			one.Due = task.DueAt.UTC().Format(time.DateOnly)
		}
		if given.Project == "" && project != nil {
			one.Project = project.Name
		}
		out.Tasks = append(out.Tasks, one)
	}
	if of := given.chosen(); of != "" && found.Len() == 0 { // what the view says of none would be wrong
		return &answer{text: "# Tasks that can start (0)\n" +
			"> None " + of + ": of the open ones, if there are any, each has begun, is blocked, or waits for one " +
			"that is not done.\n", structured: out}
	}
	return &answer{text: found.Markdown(given.From, to, given.Project == "", short), structured: out}
}

// chosen says which tasks a call is about, "" for all.
func (in *readyInput) chosen() string {
	var of []string
	if in.Owner != "" && !in.Claim { // which also takes those of nobody
		of = append(of, "owned by "+quoted(in.Owner))
	}
	if in.Plan != "" {
		of = append(of, "of the plan "+quoted(in.Plan))
	}
	if len(in.Labels) > 0 {
		of = append(of, "labelled "+quoted(strings.Join(in.Labels, ", ")))
	}
	return strings.Join(of, ", ")
}

func quoted(text string) string { return `"` + inert.Line(graph.Line(text, dialect.NameRunes)) + `"` }

// with returns the arguments of a call for all tasks but the first from ones.
func (in *readyInput) with(from int) (arguments []schema.Member) {
	for _, one := range []schema.Member{schema.Pair("project", in.Project), schema.Pair("plan", in.Plan), schema.Pair("owner", in.Owner)} {
		if one.Value != "" {
			arguments = append(arguments, one)
		}
	}
	if len(in.Labels) > 0 {
		arguments = append(arguments, schema.Pair("labels", in.Labels))
	}
	return append(arguments, schema.Pair("from", from))
}

// mostClaims is the maximum number of tasks that a call tries to claim, if others
// are faster. By eye.
const mostClaims = 20

// stateClaimed is the state of a task that somebody works on.
const stateClaimed = "in_progress"

// claim takes the first task that can start: it sets its state and owner in a
// transaction which fails if the task has changed since it was read. Then
// another one was faster, and the next task is claimed.
func (s *toolbox) claim(ctx context.Context, given readyInput, in query.ReadyInput, budget int) (*answer, error) {
	if given.Owner == "" {
		given.Owner = graph.ActorFrom(ctx).Shown()
		in.Owner = given.Owner
	}
	request := edit.Request{ClientID: given.IdempotencyKey, Asked: []any{"claim", given.Project, given.Plan, given.Owner, given.Labels}}
	if before, err := s.service.Repeated(ctx, request); before != nil || err != nil {
		return s.claimedBefore(ctx, before, given, budget, err)
	}
	for range mostClaims {
		found, err := s.service.ReadyTasks(ctx, in)
		if err != nil {
			return nil, err
		}
		if found.Len() == 0 {
			return s.readyAnswer(ctx, given, found, budget)
		}
		task, _, _ := found.Task(0)
		taken, err := s.take(ctx, task, given.Owner, request)
		switch graph.CodeOf(err) {
		case graph.CodeConflict, graph.CodeNotFound:
			continue
		case graph.CodeUnknown:
			return nil, &graph.Error{
				Code: graph.CodeUnknown,
				Text: fmt.Sprintf("the store did not confirm the claim; whether it was made shows %s",
					call(entityName, schema.Pair("ids", []string{task.ID}))),
			}
		}
		if err != nil || taken.Repeated {
			return s.claimedBefore(ctx, taken, given, budget, err)
		}
		found.First(given.Owner)
		given.From = 0
		return s.claimed(task, given, readyText(found, given, 1, fullID), budget), nil
	}
	return nil, graph.BadInput("", "others claimed the first %d tasks meanwhile; call it again", mostClaims)
}

// claimedBefore returns the answer about the task that an earlier call with the same
// idempotency_key claimed.
func (s *toolbox) claimedBefore(ctx context.Context, before *edit.Result, given readyInput, budget int, err error) (*answer, error) {
	if err != nil {
		return nil, err
	}
	id := before.Changes[0].ID
	full, err := s.service.Entities(ctx, []graph.Ref{{Kind: graph.KindTask, ID: id}}, graph.Light)
	if err != nil {
		return nil, err
	}
	task, live := full[id].(*graph.Task)
	if !live {
		return &answer{
			text: "Claimed before by a call with this idempotency_key, and deleted since: " + id, structured: &readyOutput{Claimed: id},
		}, nil
	}
	a := &answer{
		text: "Claimed before by a call with this idempotency_key, and no other task now: " +
			inert.Line(graph.Line(task.Label, graph.LabelLimit)) + "\n",
		structured: &readyOutput{Total: 1, Tasks: []readyTask{{entityOutput: entityOf(task, task.ID), Priority: task.Priority}}},
	}
	return s.claimed(task, given, a, budget), nil
}

// fullID returns an id as it is: the beginning of it may be that of another one.
func fullID(id string) string { return id }

// take sets the state and the owner of a task that is still as it was read, by a
// request without changes.
func (s *toolbox) take(ctx context.Context, task *graph.Task, owner string, request edit.Request) (*edit.Result, error) {
	full, err := s.service.Entities(ctx, []graph.Ref{task.Ref()}, graph.Full)
	if err != nil {
		return nil, err
	}
	e := full[task.ID]
	if e == nil {
		return nil, graph.NotFound("task", task.ID)
	}
	if !e.Self().UpdatedAt.Equal(task.UpdatedAt) {
		return nil, &graph.Error{Code: graph.CodeConflict, Text: "the task has changed"}
	}
	fields := rows.Members{}
	fields.SetText("owner", owner)
	fields.SetText("state_key", stateClaimed)
	request.Changes = []edit.Change{{
		Path: "claim", Do: history.OpUpdated, Kind: graph.KindTask, ID: task.ID, Fields: fields, Match: edit.Match{UpdatedAt: &task.UpdatedAt},
	}}
	return s.service.Apply(ctx, request)
}

// claimed completes the answer about a task that was claimed. It is never an error,
// because the claim is written.
func (s *toolbox) claimed(task *graph.Task, given readyInput, a *answer, budget int) *answer {
	out := a.structured.(*readyOutput)
	out.Claimed, out.Owner = task.ID, given.Owner
	out.Tasks[0].State, out.Tasks[0].Owner = stateClaimed, given.Owner
	a.next = fmt.Sprintf("Claimed by %s. Its text: %s", graph.Line(given.Owner, dialect.NameRunes),
		call(entityName, schema.Pair("ids", []string{task.ID}), schema.Pair("view", viewFull)))
	if s.budgets.tooFew(a, budget) != nil {
		return &answer{text: "Claimed: " + task.ID, structured: &readyOutput{Total: 1, Claimed: task.ID}}
	}
	return a
}
