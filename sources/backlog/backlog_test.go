package backlog_test

import (
	"testing"

	"dossier/sources/backlog"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &backlog.Format) }

func TestBadInput(t *testing.T) {
	with := func(name, text string) map[string]string {
		return map[string]string{"backlog/tasks/task-1 - Good.md": "---\nid: task-1\ntitle: Good\nstatus: To Do\n---\n", name: text}
	}
	sourcestest.Bads(t, &backlog.Format, []sourcestest.Bad{
		{Name: "a value that is no YAML", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\nassignee: @ann\n---\n"),
			Want: "task-2 - B.md:3: warned: assignee", Kept: 2},
		{Name: "a line that is no key", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\n<<<<<<< HEAD\ntitle: B\n---\n"),
			Want: "task-2 - B.md:3: warned", Kept: 2},
		{Name: "a key twice", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\nid: task-3\n---\n"), Want: "task-2 - B.md:3: warned",
			Kept: 2},
		{Name: "no front matter", Files: with("backlog/tasks/task-2 - B.md", "Just text"), Want: "task-2 - B.md:1: warned: no front matter",
			Kept: 2},
		{Name: "an empty file", Files: with("backlog/tasks/task-2 - B.md", ""), Want: "task-2 - B.md: skipped: empty files", Kept: 1},
		{Name: "the same id", Files: with("backlog/completed/task-1 - Other.md", "---\nid: TASK-1\ntitle: Other\n---\n"),
			Want: `task-1 - Other.md:1: lost: "Other": the id TASK-1 is used by backlog/tasks/task-1 - Good.md`, Kept: 1},
		{Name: "an unknown dependency", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\ndependencies: [task-9]\n---\n"),
			Want: `:1: lost: task-2 depends_on task-9: the source has no "task-9"`, Kept: 2},
		{Name: "an unknown parent", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\nparent_task_id: task-9\n---\n"),
			Want: `:1: lost: task-9 parent task-2: the source has no "task-9"`, Kept: 2},
		{Name: "a bad date", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\ncreated_date: soon\n---\n"),
			Want: `:1: warned: created_at: "soon" is no date`, Kept: 2},
		{Name: "an unknown status", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\nstatus: Zzz\n---\n"),
			Want: `:1: warned: the status "Zzz" is not known`, Kept: 2},
		{Name: "an unknown priority", Files: with("backlog/tasks/task-2 - B.md", "---\nid: task-2\npriority: zzz\n---\n"),
			Want: `:1: warned: the priority "zzz" is not known`, Kept: 2},
		{Name: "a broken configuration", Files: with("backlog/config.yml", "statuses: [a, {\nprefix: \"\n"), Want: "", Kept: 1},
		{Name: "no folder", Files: map[string]string{"x.md": ""}, Want: "error: read backlog: path: no tasks in a folder backlog", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &backlog.Format, "backlog/tasks/task-1 - A.md", map[string]string{
		"backlog/config.yml": "statuses: [A, B]\n", "backlog/tasks/task-2 - B.md": "---\nid: task-2\nparent: task-1\n---\n"},
		"---\nid: task-1\ntitle: A\nstatus: B\ndependencies: [task-2]\nmilestone: x\n---\n## Description\n"+
			"<!-- AC:BEGIN -->\n- [ ] x\n<!-- AC:END -->",
		"---\nid: @x\n---\n## Comments\n<!-- COMMENTS:BEGIN -->\nauthor: @a\ncreated: x\n---\ny\n---\n<!-- COMMENTS:END -->")
}
