package edit

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/rows"
)

// A prepared change has ids, in canonical form, instead of names.
type prepared struct {
	*Change
	id     string
	fields rows.Members
	edge   graph.Edge // its ends have ids only
	swaps  bool       // the relation was given from its target
}

var nameForm = regexp.MustCompile(`^\$[A-Za-z0-9_-]{1,60}$`)

// prepare sets the ids of new entities, and replaces names with ids.
func (p *planner) prepare(changes []Change) error {
	for i := range changes {
		c := &prepared{Change: &changes[i]}
		if err := p.checkName(c.NamePath, c.Name); err != nil {
			return err
		}
		if err := p.prepareOne(c); err != nil {
			return c.located(err)
		}
		p.changes = append(p.changes, c)
	}
	return nil
}

func (p *planner) prepareOne(c *prepared) (err error) {
	switch c.Do {
	case history.OpCreated, history.OpUpdated:
		err = p.prepareFields(c)
	case history.OpLinked, history.OpUnlinked:
		err = p.prepareEdge(c)
	}
	if err == nil && c.ID != "" {
		c.id, err = p.id("id", c.ID)
	}
	if c.Name != "" {
		p.names[c.Name] = c.id
	}
	return err
}

func (p *planner) checkName(argument, name string) error {
	switch {
	case name == "":
	case !nameForm.MatchString(name):
		return graph.BadInput(argument, "expected $ and letters, digits, _ or -; got %q", graph.Truncate(name, 60))
	case p.names[name] != "":
		return graph.BadInput(argument, "%s is the name of an earlier change; expected another one", name)
	}
	return nil
}

// prepareFields replaces names in the columns of an entity, and sets the id of
// a new one.
func (p *planner) prepareFields(c *prepared) error {
	spec := graph.SpecOf(c.Kind)
	if spec == nil {
		return graph.BadInput("kind", "unknown kind %q; expected one of %s", graph.Truncate(string(c.Kind), 60), graph.KindNames())
	}
	fields, err := c.Fields.Replace(spec, p.named)
	if err != nil {
		return err
	}
	c.fields = fields
	if c.Do != history.OpCreated {
		return nil
	}
	var given string
	if raw, has := fields["id"]; has && json.Unmarshal(raw, &given) == nil && given != "" {
		c.id = graph.ID(given)
	} else {
		c.id = p.editor.NewID()
		fields["id"], _ = json.Marshal(c.id) // a text
	}
	if c.Kind == graph.KindProject {
		p.projects = append(p.projects, c.id)
	}
	return nil
}

func (p *planner) prepareEdge(c *prepared) error {
	if c.ID != "" {
		return nil // by the id of the edge
	}
	rel, swaps, err := graph.ParseRelation(c.Link.Rel)
	if err != nil {
		return err
	}
	src, err := p.id("src_id", c.Link.Src)
	if err != nil {
		return err
	}
	dst, err := p.id("dst_id", c.Link.Dst)
	if err != nil {
		return err
	}
	if swaps {
		src, dst = dst, src
	}
	c.edge = graph.Edge{Rel: rel, Src: graph.Ref{ID: src}, Dst: graph.Ref{ID: dst}, Props: c.Link.Props}
	c.swaps, c.id = swaps, graph.EdgeID(src, rel, dst)
	return nil
}

// id returns the id in an argument, or that of the change with a name.
func (p *planner) id(argument, text string) (string, error) {
	named, err := p.named(text)
	if err != nil {
		return "", graph.BadInput(argument, "%s", err)
	}
	return graph.ParseID(argument, named)
}

// named returns the id of the change with a name, and other texts unchanged.
func (p *planner) named(text string) (string, error) {
	if !nameForm.MatchString(text) {
		return text, nil
	}
	if id := p.names[text]; id != "" {
		return id, nil
	}
	return "", graph.BadInput("", "%s is not the name of an earlier change", text)
}

// ids returns the ids of all entities and edges of the changes, sorted.
func (p *planner) ids() []string {
	var ids []string
	for _, c := range p.changes {
		ids = append(ids, c.id)
		if c.edge.Rel != "" {
			ids = append(ids, c.edge.Src.ID, c.edge.Dst.ID)
		}
		if id := c.projectID(); id != "" {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return !graph.IsUUID(id) })
}

// projectID returns the id of the project of a new entity, "" for none.
func (c *prepared) projectID() string {
	var id string
	if raw, has := c.fields["project_id"]; !has || json.Unmarshal(raw, &id) != nil || id == "" {
		return ""
	}
	return graph.ID(id)
}

// located returns an error about a field of the change with the path of the
// argument.
func (c *prepared) located(err error) error {
	known, ok := errors.AsType[*graph.Error](err)
	if !ok {
		return err
	}
	located := *known
	name := known.Argument
	if c.Schema {
		name = schemaName(name)
	}
	located.Argument = strings.Trim(c.Path+"."+name, ".")
	return &located
}

// ofChange returns an error of the store about an external id with the path of
// the change that sets it. Of several, that is the first which has the one of an
// earlier change; if none has, the store does not say which it is.
func (p *planner) ofChange(err error) error {
	known, is := errors.AsType[*graph.Error](err)
	if !is || known.Code != graph.CodeConflict || known.Argument != "external_id" {
		return err
	}
	var only *prepared
	setBy := map[string]bool{}
	for _, c := range p.changes {
		external := string(c.fields["external_id"])
		if external == "" || external == "null" {
			continue
		}
		key := string(c.Kind) + " " + c.projectID() + " " + external
		if setBy[key] {
			return c.located(err)
		}
		setBy[key], only = true, c
	}
	if len(setBy) == 1 {
		return only.located(err)
	}
	return err
}

// schemaName returns the name of a column in inputs.
func schemaName(column string) string {
	first, rest, nested := strings.Cut(column, ".")
	first = (&graph.Field{Name: first}).InputName()
	if nested {
		return first + "." + rest
	}
	return first
}
