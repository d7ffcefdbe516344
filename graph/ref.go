package graph

// EntityID returns the id of an entity, nil for an edge.
func (r *Ref) EntityID() *string {
	if r.Kind == KindEdge {
		return nil
	}
	return orNil(r.ID)
}

// EntityKind returns the kind of an entity, nil for an edge and if it is not
// known.
func (r *Ref) EntityKind() *Kind {
	if r.Kind == KindEdge {
		return nil
	}
	return orNil(r.Kind)
}

// EdgeID returns the id of an edge, nil for an entity.
func (r *Ref) EdgeID() *string {
	if r.Kind != KindEdge {
		return nil
	}
	return orNil(r.ID)
}

func orNil[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}
