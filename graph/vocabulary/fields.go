package vocabulary

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/words"
	"dossier/graph/memory"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// A property is a field name of a graph with the shapes of its values.
type property struct {
	ask.Field
	isNumber, isDate bool
	mainOf           []string // the types of records whose main measure it is
	flagOf           []string // the types of records of which it is yes or no
	yes              []string // its values that are yes, of these
}

// fields finds the names of properties and fields of records.
func (f *valuing) fields() {
	list := map[string]*property{}
	f.recordFields(list)
	setMains(list)
	f.indexedFields(list)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		switch p := list[name]; {
		case len(p.flagOf) > 0 && len(p.flagOf) == len(p.Types):
			f.flag(p)
		case graph.IsOwnerKey(name):
			f.callField(name, "column", ask.OwnerColumn)
		default:
			f.flag(p)
			f.field(p)
		}
	}
}

func (f *valuing) recordFields(list map[string]*property) {
	for _, g := range f.graphs {
		for _, shape := range g.Records().Fields {
			p := list[shape.Name]
			if p == nil {
				p = &property{Field: ask.Field{Name: shape.Name, Kinds: []graph.Kind{graph.KindRecord}}}
				list[shape.Name] = p
			}
			p.IsReference = p.IsReference || shape.IsReference
			p.isNumber, p.isDate = p.isNumber || shape.IsNumber, p.isDate || shape.IsDate
			if yes, isFlag := yesOf(shape); isFlag {
				p.yes = append(p.yes, yes...)
				if !slices.Contains(p.flagOf, shape.RecordType) {
					p.flagOf = append(p.flagOf, shape.RecordType)
				}
			}
			if !slices.Contains(p.Types, shape.RecordType) {
				p.Types = append(p.Types, shape.RecordType)
			}
		}
	}
}

// setMains sets the main measure of each type of records: the only field of numbers, or the
// only one of money. It is meant by "the biggest invoice" and "invoices over 500".
func setMains(list map[string]*property) {
	numbers, money := map[string][]*property{}, map[string][]*property{}
	for _, p := range list {
		if !p.isNumber || p.IsReference {
			continue
		}
		isMoney := words.Measure(words.Money, measureOf(stemsOf(p.Name)))
		for _, recordType := range p.Types {
			numbers[recordType] = append(numbers[recordType], p)
			if isMoney {
				money[recordType] = append(money[recordType], p)
			}
		}
	}
	for _, recordType := range slices.Sorted(maps.Keys(numbers)) {
		found := numbers[recordType]
		if len(found) > 1 {
			found = money[recordType]
		}
		if len(found) == 1 {
			found[0].mainOf = append(found[0].mainOf, recordType)
		}
	}
}

// indexedFields adds the properties of entities: texts, of which the index does not say
// which kinds have them, and numbers. Further titles are no conditions: a question with one
// is about the entity.
func (f *valuing) indexedFields(list map[string]*property) {
	for _, x := range f.reader.Indexes {
		for field := range x.Fields.Names() {
			name, isText := strings.CutPrefix(field, searchtext.PropField)
			if !isText {
				number, isNumber := strings.CutPrefix(field, searchtext.NumberField)
				if !isNumber {
					continue
				}
				name = number
			}
			if graph.IsOwnerKey(name) || dateColumns[name] || slices.Contains(text.AliasKeys, name) {
				continue
			}
			p := list[name]
			if p == nil {
				p = &property{Field: ask.Field{Name: name}}
				list[name] = p
			}
			p.Kinds, p.isNumber = nil, p.isNumber || !isText
		}
	}
}

// dateColumns are the names of the columns of dates of all kinds. A property of others with
// this name must not be what "due this week" means.
var dateColumns = func() map[string]bool {
	names := map[string]bool{}
	for _, spec := range graph.Kinds {
		for _, field := range spec.DateFields() {
			names[field.Name] = true
		}
	}
	return names
}()

// yesOf returns the values of a field of records that are yes, and reports whether all are
// yes or no: booleans, or texts such as oui and non.
func yesOf(shape memory.FieldShape) (yes []string, isFlag bool) {
	if shape.IsFlag {
		yes = []string{"true"}
	}
	for _, value := range shape.Texts {
		value = text.Key(value)
		switch {
		case words.IsTruth(value, words.Yes):
			yes = append(yes, value)
		case !words.IsTruth(value, words.No):
			return nil, false
		}
	}
	return yes, shape.IsFlag || len(shape.Texts) > 0 && !shape.IsNumber
}

// flagGap is the maximum number of words between those of the name of a field that is yes
// or no: deposit paid, in "whose deposit is not yet paid". By eye.
const flagGap = 3

// flag adds the places where the question has the words of the name of a field that is yes
// or no, also apart. A word between them may negate it.
func (f *valuing) flag(p *property) {
	if len(p.flagOf) == 0 {
		return
	}
	if len(p.yes) == 0 { // all are no
		p.yes = []string{words.Yes}
	}
	slices.Sort(p.yes)
	is := ask.Cond{Op: ask.Equal, Name: p.Name, Values: slices.Compact(p.yes), Kinds: []graph.Kind{graph.KindRecord}, Types: p.flagOf}
	for at, stems := 0, stemsOf(p.Name); at < len(f.words); at++ {
		if last, isNot := f.flagAt(at, slices.Clone(stems)); last > at && isNot {
			f.add("value", ask.Cond{Op: ask.Not, Of: []ask.Cond{is}}, at, last, valuePrior+longer(last-at))
		} else if last > at {
			f.add("value", is, at, last, valuePrior+longer(last-at))
		}
	}
}

// flagAt returns where the words of a name end that begin at a place, 0 if they do not, and
// whether a word between or behind them negates them: deposit paid: no.
func (f *finding) flagAt(at int, stems []string) (last int, isNot bool) {
	most := min(len(f.words), at+len(stems)+flagGap)
	for i := at; i < most && len(stems) > 0; i++ {
		word := f.words[i].Text
		own, isOpposite := slices.IndexFunc(stems, f.stems[i].is), false
		if own < 0 {
			own = slices.Index(stems, stemOf(words.Opposite(word)))
			isOpposite = own >= 0
		}
		switch {
		case own >= 0:
			stems, last, isNot = slices.Delete(stems, own, own+1), i+1, isNot != isOpposite
		case i == at || !text.StopWord(word) && !words.IsFill(word) && !words.IsNot(word):
			return 0, false
		case words.IsNot(word):
			isNot = !isNot
		}
	}
	if len(stems) > 0 {
		return 0, false
	}
	at = last
	if end := len(f.words) - 1; at+1 == end && words.IsFill(f.words[at].Text) { // whether confirmed is no
		at++
	}
	if at < len(f.words) && (words.IsTruth(f.words[at].Text, words.Yes) || words.IsTruth(f.words[at].Text, words.No)) {
		return at + 1, words.IsTruth(f.words[at].Text, words.No)
	}
	return last, isNot
}

// callField adds a token for each place where the question has the name of a field.
func (f *valuing) callField(name, typ string, value any) {
	stems := stemsOf(name)
	for at := range f.words {
		if f.hasStems(at, stems) {
			f.add(typ, value, at, at+len(stems), valuePrior)
		}
	}
}

// field adds the places where the question has the name of a field, or all but its last
// word, which may be a unit or say that it is a date, by the stems of its words.
func (f *valuing) field(p *property) {
	stems, isMeasure := stemsOf(p.Name), p.isNumber || p.isDate
	if isMeasure {
		f.gauges(p, stems)
	}
	last := len(stems) - 1
	if last == 0 && text.StopWord(strings.ToLower(p.Name)) {
		return
	}
	for at := range f.words {
		length, prior := len(stems), valuePrior
		if !f.hasStems(at, stems) {
			length, prior = last, typePrior
		}
		if p.isDate && last == 0 && stemOf(words.Opposite(f.words[at].Text)) == stems[0] { // unpacked
			f.add("value", ask.Cond{Op: ask.Missing, Name: p.Name, Kinds: p.Kinds, Types: p.Types}, at, at+1, valuePrior)
		}
		if length == 0 || !f.hasStems(at, stems[:length]) {
			continue
		}
		f.completeKinds(p)
		p.IsNumber, p.IsDate = p.isNumber, p.isDate
		f.add("field", p.Field, at, at+length, prior)
		if isMeasure {
			f.add("measure", p.Field, at, at+length, prior)
		}
		if p.isNumber {
			f.add("counts", p.sum(), at, at+length, prior)
		}
	}
}

// completeKinds sets the kinds that have a number.
func (f *valuing) completeKinds(p *property) {
	if !p.isNumber || p.Kinds != nil {
		return
	}
	for _, x := range f.reader.Indexes {
		for _, kind := range x.KindsWithNumber(searchtext.NumberField + p.Name) {
			if kind := graph.Kind(kind); !slices.Contains(p.Kinds, kind) {
				p.Kinds = append(p.Kinds, kind)
			}
		}
	}
	if len(p.Types) > 0 {
		p.Kinds = append(p.Kinds, graph.KindRecord)
	}
}

// sum returns the sum of a number over all that have it.
func (p *property) sum() ask.Query {
	q := ask.Query{Kind: graph.KindTask, Number: ask.Number{Op: "sum", Column: p.Name}}
	if p.Kinds != nil && !slices.Contains(p.Kinds, q.Kind) {
		q.Kind = p.Kinds[0]
	}
	if q.Kind == graph.KindRecord {
		q.RecordType = p.Types[0]
	}
	return q
}

// gauges adds the places where the question orders or compares by what a field measures, or
// asks for it: heaviest, of weight_kg.
func (f *valuing) gauges(p *property, stems []string) {
	for at := range f.words {
		for last := at + 1; last <= min(at+gaugeWords, len(f.words)); last++ {
			phrase := strings.Join(f.folded(at, last-at), " ")
			for _, table := range words.Tables {
				f.gauge(table.Of(phrase), p, stems, at, last)
			}
		}
	}
}

// unitPrior is the prior of a field by its unit, which says more than the word that compares.
// By eye.
const unitPrior = .1

// gaugeWords is the number of words of the longest phrase that measures.
const gaugeWords = 4

func (f *valuing) gauge(meanings []words.Meaning, p *property, stems []string, at, last int) {
	measure := measureOf(stems)
	is := func(typ string) bool {
		return slices.ContainsFunc(meanings, func(m words.Meaning) bool { return m.Type == typ && words.Measure(m.Value, measure) })
	}
	isMeasured, isUnit := is(words.Gauge), p.isNumber && is(words.Unit)
	if !isMeasured && !isUnit && p.mainOf == nil {
		return
	}
	f.completeKinds(p)
	p.IsNumber = p.isNumber
	if isUnit { // 40 kilos
		f.add("unitby", p.Field, at, last, unitPrior)
	}
	if !isMeasured && p.mainOf == nil {
		return
	}
	of, prior, isBy := p.Field, valuePrior, false
	if !isMeasured {
		of.Kinds, of.Types, prior = []graph.Kind{graph.KindRecord}, p.mainOf, typePrior
	}
	for _, m := range meanings {
		if typ, by := gaugeOf(m, isMeasured); typ != "" {
			isBy = true
			f.add(typ, ask.Gauge{Field: of, By: by, IsMain: !isMeasured}, at, last, prior)
		}
	}
	if isMeasured && !isBy && !f.hasStems(at, stems) { // a verb: costs
		f.add("field", of, at, last, typePrior)
	}
}

// gaugeOf returns the type of the token of a word that orders, compares or sums by a field, and
// by what, "" for others. Only a word that says what it measures may be of any field; others are
// of the main measure.
func gaugeOf(m words.Meaning, isMeasured bool) (typ, by string) {
	switch {
	case m.Type == "compare", m.Type == "sup" && (isMeasured || strings.HasPrefix(m.Value, "number ")):
		return m.Type + "by", m.Value
	case isMeasured:
		return "", ""
	}
	switch m.Type {
	case "sum", "insum":
		return "sumby", m.Value
	case "ormore":
		return "ormoreby", "ge"
	case "orless":
		return "ormoreby", "le"
	}
	return "", ""
}

// measureOf returns the stems of the words of a field's name that say what it measures: of
// cost_per_month, not the month.
func measureOf(stems []string) []string {
	if at := slices.IndexFunc(stems, words.IsPer); at > 0 {
		return stems[:at]
	}
	return stems
}

func stemsOf(name string) []string {
	stems := text.Folded(strings.ReplaceAll(name, "_", " "))
	for i, word := range stems {
		stems[i] = stemOf(word)
	}
	return stems
}

// stemOf returns the English stem of a word, the word itself if it has none.
func stemOf(word string) string { return cmp.Or(text.English(word), word) }

func (f *finding) hasStems(at int, stems []string) bool {
	return at+len(stems) <= len(f.stems) && slices.EqualFunc(f.stems[at:at+len(stems)], stems, stemmed.is)
}
