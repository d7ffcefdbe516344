package syncer

import (
	"context"
	"maps"
	"path"
	"slices"

	"dossier/sources"
	"dossier/sources/folder"
)

// A moving finds the files that were renamed.
type moving struct{ *run }

// move gives the entities of files that were renamed the ids that they had. They are
// paired by their order in the file and their kind. An entity that vanished earlier
// and is there again has its own.
func (m *moving) move(ctx context.Context, read *sources.Records, d *diff) error {
	renamed, err := m.renamed(ctx, read, d)
	if len(renamed) == 0 || err != nil {
		return err
	}
	gone := map[string][]int{} // by file and kind
	for i := range d.gone {
		if one := &d.gone[i]; one.isNode() {
			key := one.File + "\x00" + string(one.Kind)
			gone[key] = append(gone[key], i)
		}
	}
	moved := map[int]bool{}
	for i := range d.fresh {
		one := &d.fresh[i]
		from, is := renamed[one.File]
		key := from + "\x00" + string(one.Kind)
		if !is || !one.isNode() || len(gone[key]) == 0 || m.state.Removed[one.key()] != "" || m.had(one) {
			continue
		}
		was := gone[key][0]
		gone[key], moved[was] = gone[key][1:], true
		d.moved[one.Name] = true
		if one.setID(d.gone[was].id()); one.isEntity() {
			m.report.Renamed++
		}
	}
	left := d.gone[:0:0]
	for i, one := range d.gone {
		if !moved[i] {
			left = append(left, one)
		}
	}
	d.gone = left
	return nil
}

// had reports whether the source had an entity with this kind and name.
func (m *moving) had(one *record) bool {
	return slices.ContainsFunc(m.state.Records, func(was record) bool { return was.Kind == one.Kind && was.Name == one.Name })
}

// renamed returns the old names of files that were renamed: those with the same
// content, else the only ones with the same last part of the path, and else those
// with about the same text.
func (m *moving) renamed(ctx context.Context, read *sources.Records, d *diff) (map[string]string, error) {
	if m.view == nil || len(d.gone) == 0 {
		return nil, nil
	}
	old, fresh := map[string]*file{}, map[string]folder.File{}
	for i := range m.state.Files {
		if m.state.Files[i].Read {
			old[m.state.Files[i].Path] = &m.state.Files[i]
		}
	}
	for _, is := range m.view.Files() {
		if old[is.Path] == nil && is.Read {
			fresh[is.Path] = is
		}
		delete(old, is.Path)
	}
	renamed := map[string]string{}
	byContent := func(hash folder.Hash, _ string) string { return string(hash[:]) }
	byName := func(_ folder.Hash, name string) string { return path.Base(name) }
	for _, same := range []func(folder.Hash, string) string{byContent, byName} {
		pair(old, fresh, same, renamed)
	}
	return renamed, m.pairSimilar(ctx, read, d, &candidates{old, fresh, renamed})
}

// pair adds the pairs of files for which same returns one text, if each is the
// only one with it, and removes them from old and fresh.
func pair(old map[string]*file, fresh map[string]folder.File, same func(folder.Hash, string) string, renamed map[string]string) {
	was, is := map[string][]string{}, map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		text := same(old[name].Hash, name)
		was[text] = append(was[text], name)
	}
	for name, one := range fresh {
		text := same(one.Hash, name)
		is[text] = append(is[text], name)
	}
	unknown := same(folder.Hash{}, "")
	for text, names := range is {
		if text != unknown && len(names) == 1 && len(was[text]) == 1 {
			renamed[names[0]] = was[text][0]
			delete(old, was[text][0])
			delete(fresh, names[0])
		}
	}
}
