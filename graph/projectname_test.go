package graph

import "testing"

// TestJoinedProject names the projects into which imports go.
func TestJoinedProject(t *testing.T) {
	project := func(id, external, name string) *Project {
		p := &Project{Name: name}
		p.ID, p.ExternalID = ID(id), &external
		return p
	}
	projects := []*Project{
		project("a", "apollo", "Apollo launch"), project("b", "odd-1", "Gamma Ray"), project("c", "gamma", "Other"),
		project("d", "twin-1", "Twin"), project("e", "twin-2", "Twin"),
	}
	for name, want := range map[string]string{
		"apollo": "apollo", "Apollo launch": "apollo", "APOLLO LAUNCH": "apollo", ID("a"): "apollo", ID("b")[:13]: "odd-1", "gamma": "gamma",
		"Gamma Ray": "odd-1", "Apollo": "none", "Gamma Ra": "none", "launch": "none", "": "none", "twin-1": "twin-1", "Twin": "several",
		"new one": "none",
	} {
		found, err := JoinedProject(projects, name)
		got := "none"
		switch {
		case err != nil && CodeOf(err) == CodeBadUserInput:
			got = "several"
		case found != nil:
			got = *found.ExternalID
		}
		if got != want {
			t.Errorf("%q is %s, want %s; %v", name, got, want, err)
		}
	}
}
