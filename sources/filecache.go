package sources

import "dossier/graph"

// kept is what a file became in the last read: the lines of one entity, without
// edges to others, people or notes.
type kept struct {
	of    any
	id    string
	kind  graph.Kind
	pos   Position
	lines []keptLine
	names []string
}

type keptLine struct {
	kind graph.Kind
	text []byte
}

// Kept adds the one entity that a file becomes, and returns its id. It does so by
// calling add, or from the cache if the last read added the same for the same of,
// which must be comparable: what the file was parsed to. add must depend on
// nothing else.
func (r *Records) Kept(file string, of any, add func() string) string {
	cache := r.opts.Cache
	if cache == nil || len(r.Examples) < maxExamples {
		return add()
	}
	if known, is := cache.keptOf(file); is && known.of == of {
		if _, taken := r.numbers[known.id]; !taken {
			r.again(known)
			return known.id
		}
	}
	made := &kept{of: of}
	entities, edges, notes, people := len(r.entities), len(r.edges), r.noted, r.people.named
	r.keeping = made
	made.id = add()
	r.keeping = nil
	if len(r.entities) == entities+1 && len(r.edges) == edges && r.noted == notes && r.people.named == people {
		last := r.entities[entities]
		made.kind, made.pos = last.kind, r.position(last.place)
		cache.keep(file, made)
	}
	return made.id
}

// again adds what was kept.
func (r *Records) again(known *kept) {
	at := r.place(known.pos)
	r.numbers[known.id] = int32(len(r.entities))
	r.entities = append(r.entities, entity{known.id, known.kind, at, true})
	for _, line := range known.lines {
		r.addText(line.kind, at, line.text)
	}
	for _, name := range known.names {
		r.Name(known.id, name)
	}
}

func (c *Cache) keptOf(file string) (*kept, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, is := c.kept[file]
	return known, is
}

func (c *Cache) keep(file string, made *kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[file] = made
}
