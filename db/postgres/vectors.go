package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/pipeline"
)

// A wordbook makes search vectors of new rows, as onto_search_vector does. It asks
// the server for the lexemes of each word once, instead of for those of each
// text: these were a third of the time of an import. It leaves texts whose words
// are not read one by one to the server.
type wordbook struct {
	numbers map[string]uint32 // of words
	words   []word
	pairs   []pair // of all words
	known   map[string]uint32
	lexemes []string
	size    int // of words and lexemes, in bytes
}

// A word is where a word has its pairs.
type word struct {
	first     uint32
	count     uint16
	positions uint16 // how many the word takes in a text
}

// A pair is a lexeme with its position in a word.
type pair struct {
	lexeme   uint32
	position uint16
}

// The limits of what a wordbook does, below those of a tsvector. A text of so many
// bytes is not cut.
const (
	maxTitle      = 10_000
	maxBody       = 100_000
	maxWord       = 256 // bytes
	maxPosition   = 16_000
	maxRepeated   = 200
	wordbookBytes = 48 << 20 // then it begins again
)

func newWordbook() *wordbook {
	return &wordbook{numbers: map[string]uint32{}, known: map[string]uint32{}}
}

// searchVector is the column with the vectors. Their binary format is that of
// Postgres.
var searchVector = engine.Column{Name: "search_vector", Type: engine.Bytes, Optional: true}

// searched are the columns of a kind that search reads.
type searched struct {
	title       int
	texts, data []int
}

// searchedOf has those of each kind, by table.
var searchedOf = func() map[string]*searched {
	all := map[string]*searched{}
	for _, table := range schema.Tables() {
		for _, spec := range graph.Kinds {
			if spec.Table == table.Name {
				all[table.Name] = searchedColumns(spec, table.Names())
			}
		}
	}
	return all
}()

func searchedColumns(spec *graph.Spec, names []string) *searched {
	columns := &searched{title: slices.Index(names, spec.Label)}
	for _, field := range spec.Fields {
		switch at := slices.Index(names, field.Name); {
		case !field.Searched:
		case field.Type == reflect.TypeFor[graph.JSON](), field.Type == reflect.TypeFor[[]string]():
			columns.data = append(columns.data, at)
		default:
			columns.texts = append(columns.texts, at)
		}
	}
	columns.data = append(columns.data, slices.Index(names, "props"))
	return columns
}

// Prepare implements [engine.Preparer]: it adds search vectors to many rows of a kind
// in a load.
func (t *transaction) Prepare(ctx context.Context, reader engine.Reader, table engine.Table, rows [][]any) (engine.Table, [][]any, error) {
	columns := searchedOf[table.Name]
	if columns == nil || t.words == nil || len(rows) < bulk {
		return table, rows, nil
	}
	vectors, err := t.words.vectors(ctx, reader, columns, rows)
	if err != nil {
		return table, rows, err
	}
	table.Columns = append(slices.Clip(table.Columns), searchVector)
	for i, vector := range vectors {
		rows[i] = append(rows[i], vector)
	}
	return table, rows, nil
}

// vectors returns the search vectors of rows, nil for those that it leaves to the
// server.
func (b *wordbook) vectors(ctx context.Context, reader engine.Reader, columns *searched, rows [][]any) ([][]byte, error) {
	if b.size > wordbookBytes {
		*b = *newWordbook()
	}
	var unknown []string
	texts := make([]*numbered, len(rows))
	for i, row := range rows {
		texts[i] = b.number(columns, row, &unknown)
	}
	if err := b.ask(ctx, reader, unknown); err != nil {
		return nil, err
	}
	pipeline.Each(texts, func(text *numbered) {
		if text.simple {
			text.vector = b.vector(text)
		}
	})
	vectors := make([][]byte, len(rows))
	for i, text := range texts {
		vectors[i] = text.vector
	}
	return vectors, nil
}

// A numbered is the text of a row as the numbers of its words.
type numbered struct {
	title, body []uint32
	simple      bool // they are all of its words
	vector      []byte
}

// number returns the numbers of the words of a row. It adds new words to unknown.
func (b *wordbook) number(columns *searched, row []any, unknown *[]string) *numbered {
	text := &numbered{}
	var words []uint32
	add := func(word string) {
		number, known := b.numbers[word]
		if !known {
			number = uint32(len(b.words)) //nolint:gosec // bounded by wordbookBytes
			word = strings.Clone(word)
			b.words, b.numbers[word] = append(b.words, unasked), number
			*unknown = append(*unknown, word)
		}
		words = append(words, number)
	}
	for _, at := range columns.data {
		if row[at] != nil {
			return text
		}
	}
	title, _ := row[columns.title].(string)
	if len(title) > maxTitle || !split(title, true, false, add) {
		return text
	}
	titled, length := len(words), 0
	for i, at := range columns.texts {
		body, _ := row[at].(string)
		length += len(body) + 1
		if length > maxBody || !split(body, i == 0, closesComment(columns.texts[i+1:], row), add) {
			return text
		}
	}
	text.title, text.body, text.simple = words[:titled], words[titled:], true
	return text
}

// closesComment reports whether a comment ends in columns of a row.
func closesComment(columns []int, row []any) bool {
	return slices.ContainsFunc(columns, func(at int) bool {
		text, _ := row[at].(string)
		return strings.Contains(text, "-->")
	})
}

// unasked is a word that the server was not asked for.
var unasked = word{positions: math.MaxUint16}

// lastWord is a word after each that the server is asked for. Its position is
// after those of the word, of which some may have no lexeme.
const lastWord = "qzqzq"

// ask asks the server for words, which are those with the last numbers.
func (b *wordbook) ask(ctx context.Context, reader engine.Reader, words []string) error {
	if len(words) == 0 {
		return nil
	}
	asked := make([]*string, len(words))
	for i := range words {
		b.size += len(words[i]) + 48
		if len(words[i]) <= maxWord {
			asked[i] = &words[i]
		}
	}
	number := len(b.words) - len(words)
	return reader.Read(ctx, engine.Query{
		SQL: "SELECT tsvectorsend(to_tsvector('pg_catalog.english', ' ' || word || ' " + lastWord +
			"')) FROM unnest($1::text[]) WITH ORDINALITY AS words(word, place) ORDER BY place",
		Args: []any{asked},
		Each: func(row engine.Row) error {
			var vector []byte
			err := row.Scan(&vector)
			if err == nil && vector != nil {
				b.words[number], err = b.read(vector)
			}
			number++
			return err
		},
	})
}

var errVector = errors.New("expected the search vector of a word; got other bytes")

// read reads the vector of a word.
func (b *wordbook) read(vector []byte) (word, error) {
	w := word{first: uint32(len(b.pairs))} //nolint:gosec // bounded by wordbookBytes
	if len(vector) < 4 {
		return w, errVector
	}
	lexemes, rest := binary.BigEndian.Uint32(vector), vector[4:]
	for range lexemes {
		lexeme, places, found := bytes.Cut(rest, []byte{0})
		if !found || len(places) < 2 {
			return w, errVector
		}
		size := 2 * int(binary.BigEndian.Uint16(places))
		places = places[2:]
		if len(places) < size {
			return w, errVector
		}
		places, rest = places[:size], places[size:]
		if string(lexeme) == lastWord {
			w.positions = binary.BigEndian.Uint16(places[size-2:]) - 1
			places = places[:size-2]
		}
		b.add(lexeme, places)
	}
	w.count = uint16(len(b.pairs) - int(w.first)) //nolint:gosec // a word has at most maxWord bytes
	return w, nil
}

// add adds a lexeme with its positions.
func (b *wordbook) add(lexeme, positions []byte) {
	if len(positions) == 0 {
		return
	}
	number, known := b.known[string(lexeme)]
	if !known {
		number = uint32(len(b.lexemes)) //nolint:gosec // bounded by wordbookBytes
		text := string(lexeme)
		b.lexemes, b.known[text] = append(b.lexemes, text), number
		b.size += len(text) + 48
	}
	for ; len(positions) > 0; positions = positions[2:] {
		b.pairs = append(b.pairs, pair{number, binary.BigEndian.Uint16(positions)})
	}
}

// vector returns the search vector of a text in the binary format, nil if it
// exceeds the limits.
func (b *wordbook) vector(text *numbered) []byte {
	found, whole := b.find(make([]uint64, 0, 2*(len(text.title)+len(text.body))), text.title, 0)
	titled := highest(found)
	if whole {
		found, whole = b.find(found, text.body, titled)
	}
	if !whole {
		return nil
	}
	return b.encode(found, titled)
}

// find adds the lexemes of words after a position, each with its own in the lower
// half. It reports whether they are all.
func (b *wordbook) find(found []uint64, words []uint32, position int) ([]uint64, bool) {
	for _, number := range words {
		w := b.words[number]
		if w == unasked || position > maxPosition {
			return nil, false
		}
		for _, pair := range b.pairs[w.first : w.first+uint32(w.count)] {
			found = append(found, uint64(pair.lexeme)<<32|uint64(position+int(pair.position))) //nolint:gosec // small numbers
		}
		position += int(w.positions)
	}
	return found, true
}

// highest returns the highest of the found positions.
func highest(found []uint64) int {
	position := uint64(0)
	for _, one := range found {
		position = max(position, one&math.MaxUint32)
	}
	return int(position) //nolint:gosec // at most maxPosition and a word
}

// A group are the positions of a lexeme.
type group struct {
	lexeme string
	found  []uint64
}

// weightA is the bits of a position in a title.
const weightA = 3 << 14

// encode returns the vector of lexemes with their positions, which are in the
// title up to titled.
func (b *wordbook) encode(found []uint64, titled int) []byte {
	groups, size := b.group(found)
	if groups == nil {
		return nil
	}
	vector := binary.BigEndian.AppendUint32(make([]byte, 0, size), uint32(len(groups))) //nolint:gosec // few
	for _, g := range groups {
		vector = append(append(vector, g.lexeme...), 0)
		vector = binary.BigEndian.AppendUint16(vector, uint16(len(g.found))) //nolint:gosec // at most maxRepeated
		for _, one := range g.found {
			position := uint16(one & math.MaxUint16) //nolint:gosec // at most maxPosition and a word
			if int(position) <= titled {
				position |= weightA
			}
			vector = binary.BigEndian.AppendUint16(vector, position)
		}
	}
	return vector
}

// group returns the positions of each lexeme, in the order of a vector, and its
// size in bytes. It returns nil if a lexeme has too many.
func (b *wordbook) group(found []uint64) (groups []group, size int) {
	slices.Sort(found)
	found = slices.Compact(found)
	groups, size = make([]group, 0, len(found)), 4
	for start := 0; start < len(found); {
		end := start + 1
		for end < len(found) && found[end]>>32 == found[start]>>32 {
			end++
		}
		if end-start > maxRepeated {
			return nil, 0
		}
		g := group{b.lexemes[found[start]>>32], found[start:end]}
		groups, size = append(groups, g), size+len(g.lexeme)+3+2*len(g.found)
		start = end
	}
	slices.SortFunc(groups, func(a, b group) int { return strings.Compare(a.lexeme, b.lexeme) })
	return groups, size
}
