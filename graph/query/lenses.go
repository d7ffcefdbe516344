package query

import (
	"sync/atomic"

	"dossier/graph/lens"
	"dossier/graph/lensfile"
	"dossier/graph/view"
)

// A lensList has the lenses and views in use.
type lensList struct {
	lensfile.File
	edition int64
}

// A lensSet has the lenses and views in use, which may be replaced.
type lensSet struct{ list atomic.Pointer[lensList] }

func newLensSet(options Options) *lensSet {
	s := &lensSet{}
	if options.Lenses == nil {
		options.Lenses = lens.BuiltIn()
	}
	if options.Views == nil {
		options.Views = view.BuiltIn()
	}
	s.SetLenses(lensfile.File{Lenses: options.Lenses, Views: options.Views})
	return s
}

// Lenses returns the lenses of context documents.
func (s *lensSet) Lenses() []lens.Lens { return s.list.Load().Lenses }

// Views returns the views that questions may ask for.
func (s *lensSet) Views() []view.View { return s.list.Load().Views }

// SetLenses replaces the lenses and views, for later requests.
func (s *lensSet) SetLenses(read lensfile.File) {
	next := &lensList{File: read}
	if before := s.list.Load(); before != nil {
		next.edition = before.edition + 1
	}
	s.list.Store(next)
}

// Edition returns a number that changes with the lenses and views.
func (s *lensSet) Edition() int64 { return s.list.Load().edition }
