package sets

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// stage is a part of the id of every task that moves a plan to a stage.
const stage = "/stage/"

// An entity is a line of an import.
type entity struct {
	Kind, ID                                      string
	Name, Title, Text, Goal, Content, Description string
	Rationale, Outcome, Plan                      string
	Payload                                       struct{ Event string }
	Props                                         struct{ Summary string }
}

// label returns the name or title of the entity.
func (e *entity) label() string {
	return cmp.Or(e.Title, e.Name, e.Text, e.Payload.Event)
}

// body returns the texts of the entity except the label.
func (e *entity) body() string { return e.beside(e.Plan) }

// beside returns the texts of the entity except the label and the plan, with
// more in the place of the plan.
func (e *entity) beside(more string) string {
	texts := []string{e.Description, more, e.Text, e.Goal, e.Content, e.Rationale, e.Outcome, e.Props.Summary}
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" || text == e.label() }), "\n")
}

// number returns the identifier of a plan, such as "KEP-1287" in "KEP-1287:
// In-place resize".
func (e *entity) number() string {
	number, _, _ := strings.Cut(e.Name, ":")
	return number
}

// short returns the name of a plan without its identifier.
func (e *entity) short() string {
	if _, rest, found := strings.Cut(e.Name, ": "); found {
		return rest
	}
	return e.Name
}

var (
	identifier  = regexp.MustCompile(`^KEP-[1-9]\d+$`)
	alternative = regexp.MustCompile(`^Alternative: `)
	leadingDate = regexp.MustCompile(`^[\s\d:./()-]+`)
)

// keyLetters is the maximum length of a key, as documents may cut longer texts.
const keyLetters = 60

// keys returns plain texts, each of which identifies the entity in a document.
func (e *entity) keys() (keys []string) {
	for _, text := range e.saying() {
		key := plain(text)
		if longer(key, keyLetters) {
			key = firstLetters(key, keyLetters)
			if at := strings.LastIndexByte(key, ' '); at >= 0 {
				key = key[:at]
			}
		}
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// saying returns texts, each of which identifies the entity in a document.
func (e *entity) saying() []string {
	switch e.Kind {
	case "requirement":
		return []string{e.Text}
	case "goal":
		return []string{e.Goal, e.Name}
	case "risk":
		return []string{e.Title, e.Content}
	case "decision":
		return []string{alternative.ReplaceAllLiteralString(e.Title, ""), e.Rationale}
	case "insight":
		return []string{e.Title, e.Props.Summary}
	case "signal":
		return []string{e.Payload.Event, leadingDate.ReplaceAllLiteralString(e.Payload.Event, "")}
	case "output":
		return []string{strings.ReplaceAll(e.Name, "Feature gate ", "")}
	case "record":
		return []string{e.Name}
	case "task":
		if strings.Contains(e.ID, "/task/") {
			return []string{e.Title, e.Description}
		}
		return []string{e.Title}
	case "plan":
		return e.sayingPlan()
	case "document":
		return []string{e.Title}
	}
	return []string{cmp.Or(e.Title, e.Name)}
}

// sayingPlan returns a plan's identifier and its title. A title of one or two
// words names the plan only together with the words that documents add to it.
func (e *entity) sayingPlan() []string {
	title := e.short()
	if len(Words(title)) < 3 {
		title += " enhancement proposal"
	}
	if identifier.MatchString(e.number()) {
		return []string{e.number(), title}
	}
	return []string{title}
}
