package markdown

import (
	"strings"

	"dossier/sources"
)

// pluginMarks are the characters and names that the Tasks plugin of Obsidian, and
// Dataview, write before other values than dates: the repetition, the id and those of
// the tasks that it waits for, and the action at its end.
var pluginMarks = map[string]string{
	"🔁": "repeats", "repeat": "repeats", "🆔": "id", "id": "id", "⛔": "after", "dependson": "after", "priority": "priority",
	"🏁": "when done", "oncompletion": "when done",
}

// plugin reads a value of the plugin at the start of words, and returns how many of
// them it takes.
func (t *taskText) plugin(words []string) (used int) {
	open, inBrackets := strings.CutPrefix(strings.Replace(words[0], "(", "[", 1), "[")
	name, rest, hasColons := strings.Cut(open, "::")
	mark := pluginMarks[strings.ToLower(strings.TrimSuffix(name, "\ufe0f"))]
	isMark := mark != "" && (name[0] > 127 || inBrackets && hasColons)
	if !isMark {
		return 0
	}
	value := []string{}
	if rest != "" {
		value = append(value, rest)
	}
	for used = 1; used < len(words) && !t.endsValue(mark, words[used], value, inBrackets); used++ {
		value = append(value, words[used])
	}
	text := strings.TrimRight(strings.Join(value, " "), "])")
	if text == "" {
		return 0
	}
	if t.values == nil {
		t.values = map[string]string{}
	}
	t.values[mark] = text
	return used
}

// endsValue reports whether a word is no part of a value: after its bracket, or another
// mark. All values but repetitions and lists of ids have one word.
func (t *taskText) endsValue(mark, word string, value []string, inBrackets bool) bool {
	last := ""
	if len(value) > 0 {
		last = value[len(value)-1]
	}
	switch {
	case inBrackets:
		return strings.HasSuffix(last, "]") || strings.HasSuffix(last, ")")
	case word[0] == '#' || word[0] > 127 || levelMarks[strings.ToLower(word)] > 0:
		return true
	case mark == "after":
		return last != "" && !strings.HasSuffix(last, ",")
	}
	return mark != "repeats" && last != ""
}

// addPlugin adds the values of the plugin to a task.
func (t *taskText) addPlugin(task *sources.Item) {
	if id := t.values["id"]; id != "" {
		task.Names = append(task.Names, id)
	}
	for _, id := range sources.SplitList(t.values["after"]) {
		task.Links = append(task.Links, sources.Link{Rel: "depends_on", To: id})
	}
	if repeats := t.values["repeats"]; repeats != "" {
		task.Props["repeats"] = repeats
	}
	if task.Level == 0 {
		task.Priority = t.values["priority"]
	}
}
