package graph

import "strings"

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

// RefsIn returns what may be ids in the value of a field: texts, in a list or separated by
// commas.
func RefsIn(value any) (ids []string) {
	switch value := value.(type) {
	case string:
		for part := range strings.SplitSeq(value, ",") {
			ids = append(ids, strings.TrimSpace(part))
		}
	case []any:
		for _, item := range value {
			if id, is := item.(string); is {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
