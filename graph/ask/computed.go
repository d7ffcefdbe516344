package ask

func counted(q Query) (string, any) { return computed(q, Number{Op: "count"}) }

func computed(q Query, number Number) (string, any) {
	if q.Number.Op != "" || q.Limit > 0 || q.Kind == "" {
		return "", nil
	}
	q.Number = number
	return listed(q)
}
