package statement

import "dossier/graph"

// ByID returns the condition that the id in a column is one of some, for rows whose
// project is in another column and is not known. Keys begin with the project: it is
// looked up first, so that one place is asked for a row.
func (s *Statement) ByID(project, id string, ids []string) string {
	if len(ids) == 1 {
		one := s.Param(ids[0])
		return id + " = " + one + " AND " + project + " = (SELECT home.project_id FROM onto_ids home WHERE home.id = " + one + ")"
	}
	return "(" + project + ", " + id + ") IN (SELECT home.project_id, home.id FROM onto_ids home WHERE " + s.In("home.id", ids) + ")"
}

// ByIDs is like byID for a table of entities or edges with a name in a statement.
func (s *Statement) ByIDs(row string, ids []string) string {
	return s.ByID(row+".project_id", row+".id", ids)
}

// OfKind adds the condition that rows of a kind, named entity, have one of the ids.
// It returns the column of their project, or the parameter of the only one.
func (s *Statement) OfKind(spec *graph.Spec, ids []string) (project string) {
	switch {
	case spec.Kind != graph.KindProject:
		s.Add(s.ByIDs("entity", ids))
		return "entity.project_id"
	case len(ids) == 1:
		s.Add(s.In("entity.id", ids))
		return s.last()
	}
	s.Add(s.In("entity.id", ids))
	return "entity.id"
}
