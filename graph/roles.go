package graph

// A Role selects linked entities: those of one kind, by some relations in a
// direction each.
type Role struct {
	Kind Kind // "" for any
	Ways []Way
}

// The roles of derived fields.
var (
	TaskPlans      = Role{KindPlan, []Way{{RelHasTask, false}}}
	TaskGoals      = Role{KindGoal, []Way{{RelSupportsGoal, true}, {RelHasTask, false}}}
	TaskOutputs    = Role{KindOutput, []Way{{RelProduces, true}}}
	TaskDependsOn  = Role{"", []Way{{RelDependsOn, true}, {RelRequires, true}, {RelBlocks, false}}}
	TaskDependents = Role{"", []Way{{RelDependsOn, false}, {RelRequires, false}, {RelBlocks, true}}}
	GoalTasks      = Role{KindTask, []Way{{RelHasTask, true}, {RelSupportsGoal, false}}}
	PlanTasks      = Role{KindTask, []Way{{RelHasTask, true}}}
	OutputGoals    = Role{KindGoal, []Way{{RelProduces, false}}}
	OutputTasks    = Role{KindTask, []Way{{RelProduces, false}}}
	InsightSignals = Role{KindSignal, []Way{{RelDerivedFrom, true}}}
	ContextOf      = Role{KindDocument, []Way{{RelHasContextDocument, true}}}
)
