package formats_test

import (
	"testing"
	"testing/fstest"

	"dossier/sources/formats"
)

// TestFoldersOfTools checks that what a tool keeps in a folder is of its format alone, and
// that a repository with such a folder has documents, too.
func TestFoldersOfTools(t *testing.T) {
	config, task := "project_name: Salt\nstatuses: [To Do, Done]\n", "---\nid: back-1\ntitle: Weigh it\nstatus: To Do\n---\n"
	for want, files := range map[string]fstest.MapFS{
		"backlog": {"config.yml": {Data: []byte(config)}, "tasks/back-1 - weigh.md": {Data: []byte(task)}},
		"backlog, markdown": {
			"backlog/config.yml": {Data: []byte(config)}, "backlog/tasks/back-1 - weigh.md": {Data: []byte(task)},
			"README.md":     {Data: []byte("# Salt\n\nHow it is weighed.\n")},
			"docs/scale.md": {Data: []byte("# The scale\n\nSee [it](../README.md).\n")},
		},
	} {
		got := ""
		for i, one := range formats.In(files) {
			if i > 0 {
				got += ", "
			}
			got += one.Format.Name
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
