package passage

import (
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// finder finds the sections that answer a question.
type finder struct {
	reader   *corpus.Reader
	index    *index.Index // of the subject's project, whose language the question has
	params   *Params
	isNamed  bool            // of the question
	names    map[string]bool // ids of the words that name the subject
	terms    []term
	sections int     // number of sections with a heading in all indexes
	mean     float64 // number of distinct words below a heading
	counts   *counts
	// beginnings are those of the stems that a term may fit, see beginning.
	beginnings map[uint32]bool
}

// counts are counts over all indexes, which the lines of a message share: most of
// their words are in several.
type counts struct {
	stems   map[string]int   // number of headings, by stem
	words   map[string]int32 // numbers of words, by id
	classes map[uint64]*class
}

// Counts are what questions about several subjects share, by the project whose
// language they are read in.
type Counts map[int32]*counts

// in returns the counts for questions in a project.
func (c Counts) in(project int32) *counts {
	known := c[project]
	if known == nil {
		known = &counts{stems: make(map[string]int), words: make(map[string]int32), classes: make(map[uint64]*class)}
	}
	if c != nil {
		c[project] = known
	}
	return known
}

func newFinder(r *corpus.Reader, question Question, project int32, params *Params, known *counts) *finder {
	f := &finder{
		reader: r, index: r.Indexes[project], params: params, isNamed: question.Named, names: make(map[string]bool),
		counts: known, beginnings: make(map[uint32]bool),
	}
	words := 0.0
	for _, x := range r.Indexes {
		sections, mean := x.Headings.Size()
		f.sections += sections
		words += float64(sections) * mean
	}
	f.mean = words / float64(max(f.sections, 1))
	f.terms = f.termsOf(question)
	for at := range f.terms {
		f.beginnings[beginning(f.terms[at].stem)] = true
		for stem := range f.terms[at].related {
			f.beginnings[beginning(stem)] = true
		}
	}
	return f
}

// passages returns the sections of a document that have sentences of their own.
func (f *finder) passages(d corpus.Doc) []Passage {
	entry := f.index.Entry(d.Ordinal)
	list := make([]Passage, len(entry.Sections))
	for i, section := range entry.Sections {
		list[i] = passage(f.index, entry, section)
		list[i].Doc, list[i].section, list[i].prior = d, i, f.prior(section.Class)
	}
	held := f.held(entry)
	evidence := f.evidences(entry, held, list)
	unexplained := f.unexplainedIDF(evidence)
	texts, shares := f.texts(unexplained, held)
	sought := f.sought(unexplained)
	for i := range list {
		list[i].Best = sought.best(entry, list[i].Sentences)
		list[i].Asked, list[i].Held = f.explained(evidence[i]), shares[i]
		list[i].Score = (f.sum(evidence[i]) + texts[i]) * min(1, float64(words(list[i].Sentences))/f.params.Own)
	}
	return slices.DeleteFunc(list, func(p Passage) bool { return len(p.Sentences) == 0 })
}

// prior returns the score of sections with a class of headings before any
// evidence. It is 0 for a question that does not name its subject, because its
// words say what the subject is, and not which section is asked for.
func (f *finder) prior(class uint64) float64 {
	sections := 0
	if !f.isNamed {
		return 0
	}
	for _, x := range f.reader.Indexes {
		sections += int(x.Headings.Class(class).Sections)
	}
	return f.params.Prior * math.Log1p(float64(sections))
}

// evidences returns the evidence of each section's headings. Those outside others
// are in the section that the title of the document heads.
func (f *finder) evidences(entry *index.Entry, held []held, list []Passage) [][]float64 {
	all := make([][]float64, len(list))
	titled := f.fitsTitle(entry)
	for i, section := range entry.Sections {
		all[i] = f.evidence(heading{f.index, section.Terms, section.Class}, &held[i])
		switch {
		case section.Level == 0:
			raise(all[i], f.fitsName(list[i].Field), 1)
			raise(all[i], titled, 1)
			if i == 0 {
				titled = all[0]
			}
		case section.Parent < 0:
			raise(all[i], titled, f.params.Parent)
		case len(list[section.Parent].Sentences) == 0:
			raise(all[i], all[section.Parent], f.params.Empty)
		default:
			raise(all[i], all[section.Parent], f.params.Parent)
		}
	}
	return all
}

// raise raises evidence to a factor of other evidence.
func raise(evidence, other []float64, factor float64) {
	for at := range evidence {
		evidence[at] = max(evidence[at], factor*other[at])
	}
}

// passage returns the passage of a section, without document and score.
func passage(x *index.Index, entry *index.Entry, section index.Section) Passage {
	first, last := entry.Sentences[section.First], entry.Sentences[section.Last-1]
	p := Passage{
		DocID: entry.ID, Field: entry.Fields[first.Field], Start: int(first.Start), End: int(last.End),
		IsTitled: section.Level == 0 && section.Class != 0,
	}
	p.Headings = entry.HeadingsOf(section)
	p.Sentences = x.Templates.OwnSentences(entry, section)
	return p
}

// Words returns the number of words of the passage.
func (p *Passage) Words() int { return words(p.Sentences) }

// words returns the number of words in sentences.
func words(sentences []text.Sentence) int {
	count := 0
	for _, sentence := range sentences {
		count += int(sentence.Last - sentence.First)
	}
	return count
}
