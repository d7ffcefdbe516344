package sources

// A Mapping overrides the defaults of a format, as dossier.yaml or the file of
// --map give it. All its maps are from a text of the source to one of the graph.
type Mapping struct {
	Kind       string            `yaml:"kind"`       // the kind of rows that have none, such as "task"
	Kinds      map[string]string `yaml:"kinds"`      // types of the source, such as "Epic": "goal"
	Fields     map[string]string `yaml:"fields"`     // columns of the source, such as "Fällig": "due_at"
	States     map[string]string `yaml:"states"`     // states of the source, such as "QA": "in_progress"
	Priorities map[string]string `yaml:"priorities"` // priorities of the source, such as "Major": "2"
	Relations  map[string]string `yaml:"relations"`  // links of the source, such as "Cloners": "relates_to"
}
