package taskmaster_test

import (
	"testing"

	"dossier/sources/sourcestest"
	"dossier/sources/taskmaster"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &taskmaster.Format) }

func TestBadInput(t *testing.T) {
	const name, good = ".taskmaster/tasks/tasks.json", `{"id":1,"title":"Good","status":"pending","dependencies":[],"subtasks":[]}`
	tasks := func(more string) map[string]string {
		return map[string]string{name: "{\"tasks\":[\n" + good + more + "\n]}"}
	}
	sourcestest.Bads(t, &taskmaster.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: "{\"tasks\":[\n" + good + ",\n{\"id\":2,\"title\":\"Ha"},
			Want: name + ":3: rejected: not JSON", Kept: 3},
		{Name: "no comma", Files: tasks("\n{}"), Want: name + ":3: rejected: not JSON", Kept: 2},
		{Name: "an item that is no task", Files: tasks(",\n7"), Want: ": rejected: an item of the tag master is no object", Kept: 2},
		{Name: "no id", Files: tasks(",\n{\"title\":\"B\"}"), Want: ":3: rejected: the task has no id", Kept: 2},
		{Name: "the same id", Files: tasks(",\n{\"id\":1,\"title\":\"B\"}"), Want: `:3: warned: the id "master:1" is used by ` + name + `:2`,
			Kept: 3},
		{Name: "an unknown dependency", Files: tasks(",\n{\"id\":2,\"title\":\"B\",\"dependencies\":[9]}"),
			Want: `:3: lost: master:2 depends_on master:9: the source has no "master:9"`, Kept: 3},
		{Name: "an unknown status", Files: tasks(",\n{\"id\":2,\"title\":\"B\",\"status\":\"zzz\"}"),
			Want: `:3: warned: the status "zzz" is not known`, Kept: 3},
		{Name: "an unknown priority", Files: tasks(",\n{\"id\":2,\"title\":\"B\",\"priority\":\"zzz\"}"),
			Want: `:3: warned: the priority "zzz" is not known`, Kept: 3},
		{Name: "a bad date", Files: tasks(",\n{\"id\":2,\"title\":\"B\",\"updatedAt\":\"zzz\"}"),
			Want: `:3: warned: updated_at: "zzz" is no date`, Kept: 3},
		{Name: "no tasks", Files: map[string]string{"x.json": `{"a": 1}`}, File: "x.json", Want: "x.json: rejected: no list of tasks", Kept: 0},
		{Name: "forms of members", Files: tasks(",\n{\"id\":[2],\"title\":{},\"dependencies\":\"1\",\"subtasks\":7}"),
			Want: ":3: rejected: the task has no id", Kept: 2},
		{Name: "a conflict of git", Files: tasks(",\n<<<<<<< HEAD\n{}"), Want: name + ":3: rejected: not JSON", Kept: 2},
		{Name: "no file", Files: map[string]string{"x.md": ""}, Want: "error: read taskmaster: path: no tasks of Task Master", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &taskmaster.Format, ".taskmaster/tasks/tasks.json", nil,
		`{"master":{"tasks":[{"id":1,"title":"A","details":"x","dependencies":["2"],"subtasks":[{"id":1,"title":"B","dependencies":[1]}]}]}}`,
		`[{"id":1,"title":"A","details":"x","dependencies":[1,{}]}]`)
}
