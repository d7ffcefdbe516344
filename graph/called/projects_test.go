package called_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/called"
)

// TestJoinedProject names the projects into which imports go.
func TestJoinedProject(t *testing.T) {
	project := func(id, external, name string) *graph.Project {
		p := &graph.Project{Name: name}
		p.ID, p.ExternalID = graph.ID(id), &external
		return p
	}
	projects := []*graph.Project{
		project("a", "apollo", "Apollo launch"), project("b", "odd-1", "Gamma Ray"), project("c", "gamma", "Other"),
		project("d", "twin-1", "Twin"), project("e", "twin-2", "Twin"),
	}
	for name, want := range map[string]string{
		"apollo": "apollo", "Apollo launch": "apollo", "APOLLO LAUNCH": "apollo", graph.ID("a"): "apollo", graph.ID("b")[:13]: "odd-1",
		"gamma": "gamma", "Gamma Ray": "odd-1", "Apollo": "none", "Gamma Ra": "none", "launch": "none", "": "none", "twin-1": "twin-1",
		"Twin":    "several",
		"new one": "none",
	} {
		found, err := called.JoinedProject(projects, name)
		got := "none"
		switch {
		case err != nil && graph.CodeOf(err) == graph.CodeBadUserInput:
			got = "several"
		case found != nil:
			got = *found.ExternalID
		}
		if got != want {
			t.Errorf("%q is %s, want %s; %v", name, got, want, err)
		}
	}
}
