package db

import "dossier/graph"

// byID returns the condition that the id in a column is one of some, for rows whose
// project is in another column and is not known. Keys begin with the project: it is
// looked up first, so that one place is asked for a row.
func (s *statement) byID(project, id string, ids []string) string {
	if len(ids) == 1 {
		one := s.param(ids[0])
		return id + " = " + one + " AND " + project + " = (SELECT home.project_id FROM onto_ids home WHERE home.id = " + one + ")"
	}
	return "(" + project + ", " + id + ") IN (SELECT home.project_id, home.id FROM onto_ids home WHERE " + s.in("home.id", ids) + ")"
}

// byIDs is like byID for a table of entities or edges with a name in a statement.
func (s *statement) byIDs(row string, ids []string) string {
	return s.byID(row+".project_id", row+".id", ids)
}

// ofKind adds the condition that rows of a kind, named entity, have one of the ids.
// It returns the column of their project, or the parameter of the only one.
func (s *statement) ofKind(spec *graph.Spec, ids []string) (project string) {
	switch {
	case spec.Kind != graph.KindProject:
		s.add(s.byIDs("entity", ids))
		return "entity.project_id"
	case len(ids) == 1:
		s.add(s.in("entity.id", ids))
		return s.last()
	}
	s.add(s.in("entity.id", ids))
	return "entity.id"
}
