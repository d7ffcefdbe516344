package csv

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// finish sets what depends on several cells.
func (c *rowCells) finish() {
	item := c.item
	item.Kind = c.kindOf(item.Type)
	if item.Kind == graph.KindDecision {
		item.Completed = cmp.Or(item.Completed, item.Created) // its date
		if item.Completed != "" && item.Status == "" {
			item.State = "made"
		}
	}
	for _, label := range item.Labels {
		name, value, found := strings.Cut(label, "-") // of Monorail, such as Pri-1 and Type-Bug
		switch {
		case found && name == "Type" && item.Type == "":
			item.Type = value
		case found && name == "Pri" && item.Priority == "":
			item.Priority = "P" + value
		}
	}
	item.SetScoped()
	c.finishPeople()
	if c.epic != "" && c.epicTitle != "" && c.out.Kind(c.epic) == "" {
		c.out.Add(&sources.Item{Pos: item.Pos, Kind: graph.KindPlan, ID: c.epic, Title: c.epicTitle, Type: "epic", State: sources.Doing,
			There: c.earliest[c.epicTitle]})
	}
	c.finishState()
	c.item.Props["resolution"] = c.resolution
	item.Reason = cmp.Or(c.resolution, sources.ReasonIn(item.Labels))
	if len(item.Fields) > 0 && item.Kind != graph.KindRisk {
		item.Fields = nil
	}
}

// finishState sets the state if other cells than the status say it.
func (c *rowCells) finishState() {
	item := c.item
	state := sources.StateOf(graph.KindTask, item.Status)
	isOver := state == sources.Done || state == sources.Cancelled || item.Completed != ""
	if c.archived && item.State == "" && state != sources.Done && item.Completed == "" && !c.done {
		item.State, item.Status = sources.Cancelled, "archived"
	}
	c.finishMarks(state, isOver)
	if c.t.isRedmine && strings.EqualFold(item.Status, "feedback") {
		item.State = sources.Blocked // it waits for the reporter
	}
	if strings.EqualFold(item.Status, "accepted") && item.Completed != "" {
		item.State = sources.Done // of Pivotal Tracker; elsewhere it is only accepted to be done
	}
	if c.category != "" && !sources.KnowsStatus(item.Status) {
		item.State = sources.StateOf(item.Kind, c.category)
	}
	if c.resolution != "" && sources.StateOf(graph.KindTask, c.resolution) == sources.StateOf(graph.KindTask, sources.Cancelled) {
		item.State = sources.Cancelled
	}
}

// finishMarks sets the state that marks say: a date of cancelling, what is blocked, how much is done.
func (c *rowCells) finishMarks(state string, isOver bool) {
	item := c.item
	if c.cancelled != "" {
		item.State, item.Completed = sources.Cancelled, c.cancelled
	}
	if c.blocked && item.State == "" && !isOver {
		item.State = sources.Blocked
	}
	isMarked := c.done && state != sources.Cancelled || c.t.isBoard && isDate(item.Completed) ||
		c.t.isTickTick && slices.Contains(tickTickDone, c.named("status"))
	if isMarked && item.State == "" {
		item.State = sources.Done
	}
	done, is := number(strings.TrimSpace(strings.TrimSuffix(c.percent, "%")))
	if is && done >= 1 && item.Status == "" && item.State == "" {
		item.State = map[bool]string{true: sources.Done, false: sources.Doing}[done >= percentDone]
	}
}
