package json

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"dossier/sources"
)

// A document may have its parts in lists of their own, to which the tasks refer by ids, as
// exports of boards have them: lists, labels, people, comments.

// lists has what is in lists of a document and is no task.
type lists struct {
	names  map[string]map[string]string // of objects, by the names of lists in lower case and ids
	beside map[string][]beside          // by the ids of the tasks to which the objects belong
}

// beside is an object that belongs to a task, and its list.
type beside struct {
	list   string
	object sources.Object
}

// listsIn returns the lists in a value.
func listsIn(value any) *lists {
	found := &lists{map[string]map[string]string{}, map[string][]beside{}}
	found.collect("", value)
	return found
}

func (l *lists) collect(key string, value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if object, is := item.(map[string]any); is && !isTaskObject(object) {
				l.add(strings.ToLower(key), object)
			}
			l.collect("", item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			l.collect(name, value[name])
		}
	}
}

// ownerNames are the members of what belongs to a task that have its id.
var ownerNames = strings.Fields("issue task card story item ticket bug")

func (l *lists) add(list string, object sources.Object) {
	name := object.Text("profile.fullname", "fullName", "full_name", "name", "title", "username")
	if id := idOf(object); id != "" && name != "" {
		if l.names[list] == nil {
			l.names[list] = map[string]string{}
		}
		l.names[list][id] = name
	}
	for _, name := range ownerNames {
		if id := object.Text(name, name+"Id", name+"_id"); id != "" {
			l.beside[id] = append(l.beside[id], beside{list, object})
			return
		}
	}
}

// idOf returns the id of an object, "" for none.
func idOf(object sources.Object) string { return object.Text("_id", "id", "gid") }

// people are names of members that have ids of people, who are in lists of users or members.
var people = strings.Fields("user owner assignee author reporter creator assignedTo assigned_to assignees members createdBy created_by")

// nameOf returns the name of the object that a member of a task refers to by an id.
func (l *lists) nameOf(key, id string) string {
	base := refersTo(key)
	if slices.Contains(people, base) {
		return cmp.Or(l.names["users"][id], l.names["members"][id], l.names["people"][id])
	}
	base = strings.ToLower(base)
	return cmp.Or(l.names[base][id], l.names[base+"s"][id])
}

// refersTo returns what the name of a member with an id says: list of listId, label of label_ids.
func refersTo(key string) string {
	for _, end := range []string{"_ids", "_id", "Ids", "Id"} {
		if base, is := strings.CutSuffix(key, end); is && base != "" {
			return base
		}
	}
	return key
}

// setJoined sets a member that refers to objects of lists of the document by their names. It reports whether it does.
func (r *reading) setJoined(own *row, key string, value any) bool {
	ids, is := value.([]any)
	if !is {
		ids = []any{value}
	}
	var names []string
	for _, id := range ids {
		name := r.lists.nameOf(key, sources.TextOf(id))
		if name == "" {
			return false
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return false
	}
	r.putNew(own, refersTo(key), strings.Join(names, ", "))
	return true
}

// setRelated sets the members of an object of which each is a relation with the tasks in its
// list: {"blocking": [{"id": 7}]}. It reports whether the value is one.
func (r *reading) setRelated(own *row, value any) bool {
	object, is := value.(map[string]any)
	if !is || len(object) == 0 {
		return false
	}
	for key, member := range object {
		if !strings.HasPrefix(key, "\x00") && len(sources.ObjectsIn(member)) == 0 {
			return false
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		var ids []string
		for _, of := range sources.ObjectsIn(object[key]) {
			ids = append(ids, of.Text(identified...))
		}
		r.putNew(own, key, strings.Join(ids, ", "))
	}
	return true
}

// withDetails returns a task whose members with only an id or an address have the names that
// members beside them have: assigned_to_detail for assigned_to, milestone_name for milestone.
func withDetails(task sources.Object) sources.Object {
	all := maps.Clone(task)
	for _, key := range slices.Sorted(maps.Keys(task)) { // of two for one member the last
		base, is := cutDetail(key)
		if !is || task.Text(base) == "" {
			continue
		}
		name := textOf(base, task[key])
		if strings.HasPrefix(task.Text(base), "nobody@") { // of Bugzilla, whose name says that it may be taken
			name = task.Text(base)
		}
		if name != "" {
			all[base] = name
			delete(all, key)
		}
	}
	return all
}

// cutDetail returns the name of the member that one with details is about.
func cutDetail(key string) (base string, is bool) {
	for _, end := range []string{"_extra_info", "_detail", "_name"} {
		if base, is = strings.CutSuffix(key, end); is {
			return base, true
		}
	}
	return "", false
}

// addBeside adds the comments on a task and the items of its checklists, which it has itself
// or which are in lists of the document.
func (r *reading) addBeside(task sources.Object, own *row) {
	comments := task.Objects("comments")
	var checks []string
	for _, of := range r.lists.beside[idOf(task)] {
		text, isDone := of.object.Text("title", "name"), of.object.Text("isFinished", "isChecked", "checked", "completed")
		switch {
		case strings.Contains(of.list, "comment"):
			comments = append(comments, of.object)
		case text != "" && isDone != "":
			checks = append(checks, "- ["+map[bool]string{true: "x", false: " "}[isDone == "true"]+"] "+text)
		}
	}
	if cell := r.commentsCell(comments); cell != "" {
		own.cells["comments"] = ""
		r.put(own, "comments", cell)
	}
	r.putNew(own, "checklist", strings.Join(checks, "\n"))
}

// commentsCell returns comments as the cell of a table, "" for none.
func (r *reading) commentsCell(comments []sources.Object) string {
	type comment struct{ Text, By, Date string }
	var list []comment
	for _, c := range comments {
		one := comment{Text: c.Text("text", "content", "comment", "body", "message"),
			Date: c.Text("created_on", "created_at", "createdAt", "created", "date")}
		for _, key := range strings.Fields("author user creator created_by userId user_id") {
			one.By = cmp.Or(one.By, r.lists.nameOf(key, sources.TextOf(c[key])), textOf(key, c[key]))
		}
		if one.Text != "" {
			list = append(list, one)
		}
	}
	if len(list) == 0 {
		return ""
	}
	text, _ := json.Marshal(list) // texts have a form
	return string(text)
}
