package rows

import (
	"errors"

	"dossier/graph"
	"dossier/graph/check"
)

// Rules check the references of rows to other rows.
type Rules struct {
	// Find returns the entity with an id. Its error is about the field.
	Find func(field, id string) (graph.Entity, error)
	// Contexts are the ids of context documents by project: the stored ones, and
	// those of edges that were checked.
	Contexts map[string]string
}

// Entity checks the project of an entity, and that its kind and project do not
// change. stored is the stored entity, nil for a new one.
func (r *Rules) Entity(e, stored graph.Entity) error {
	self := e.Self()
	if stored != nil {
		was := stored.Self()
		switch {
		case was.Kind != self.Kind:
			return graph.BadInput("id", "is in the store as %s; expected another id", was.Kind.WithArticle())
		case was.ProjectID != self.ProjectID:
			return graph.BadInput("project_id", "differs from the store's; an entity stays in its project; expected another id")
		}
	}
	project, err := r.Find("project_id", self.ProjectID)
	if err != nil {
		return err
	}
	if kind := project.Self().Kind; kind != graph.KindProject {
		return graph.BadInput("project_id", "names %s; expected a project", kind.WithArticle())
	}
	return nil
}

// Edge checks an edge whose ends have only ids, and returns it with all fields.
func (r *Rules) Edge(e graph.Edge) (graph.Edge, error) {
	src, err := r.Find("src_id", e.Src.ID)
	if err != nil {
		return e, err
	}
	dst, err := r.Find("dst_id", e.Dst.ID)
	if err != nil {
		return e, err
	}
	edge, err := check.Edge(e.Rel, src.Self(), dst.Self())
	edge.Props = e.Props
	if err == nil {
		err = r.contextDocument(edge)
	}
	return edge, err
}

// contextDocument refuses a second context document of a project.
func (r *Rules) contextDocument(edge graph.Edge) error {
	if edge.Rel != graph.RelHasContextDocument {
		return nil
	}
	if first, taken := r.Contexts[edge.Src.ID]; taken && first != edge.Dst.ID {
		return graph.BadInput("rel", "gives the project a second context document; expected at most one, the first is %s", first)
	}
	r.Contexts[edge.Src.ID] = edge.Dst.ID
	return nil
}

// Swapped exchanges src_id and dst_id as the argument of an error, for a line
// with the ends of its edge in the opposite order.
func Swapped(err error) error {
	named := map[string]string{"src_id": "dst_id", "dst_id": "src_id"}
	problem, ok := errors.AsType[*graph.Error](err)
	if !ok || named[problem.Argument] == "" {
		return err
	}
	swapped := *problem
	swapped.Argument = named[problem.Argument]
	return &swapped
}
