package known

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
)

// A known digest lists what a document includes. It is short, because models
// copy it from one call to the next. For each entity it has 20 bits of a hash
// of the id, six of a hash of the state, the amount, and the places of the text
// that are quoted. With 400 known entities, the probability that another entity
// is mistaken for a known one is 1 in 170,000.
const (
	rowsForm  = "k1" // the prefix of a known digest; another format has another number
	idBits    = 20
	stateMask = 1<<6 - 1
	// formQuoted is in place of the amount of an entity in short that has quotes.
	formQuoted = 3
	// mostQuotes is the maximum number of places in a digest. By eye.
	mostQuotes = 200
	// maxRowsText is the maximum length of a known digest, in characters.
	maxRowsText = 8000
)

func idHash(id string) uint32 {
	sum := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint32(sum[:]) >> (32 - idBits)
}

// bits returns the part of a state that a known digest has.
func (s state) bits() uint8 { return s.hash[0] & stateMask }

// A row is an entity in a known digest.
type row struct {
	hash uint32
	entity
}

// rowsOf returns the known digest of entities in their states, without its
// encoding.
func rowsOf(list []Included, states []state) []byte {
	var rows []row
	quotes := 0
	for i, one := range list {
		next := row{idHash(one.Entity.Self().ID), entity{state: states[i].bits(), amount: one.Amount, quotes: quotesOf(one)}}
		if quotes += len(next.quotes); quotes > mostQuotes {
			next.quotes = nil
		}
		rows = append(rows, next)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return int(a.hash) - int(b.hash) })
	raw := binary.AppendUvarint(nil, uint64(len(rows)))
	last := uint32(0)
	for _, row := range rows {
		raw = row.append(binary.AppendUvarint(raw, uint64(row.hash-last)))
		last = row.hash
	}
	return raw
}

// quotesOf returns the quoted places of an entity's text, ordered by field and
// start.
func quotesOf(in Included) (list []quote) {
	for _, p := range in.Quotes {
		if field := fieldNumber(in.Entity, p.Field); field >= 0 {
			list = append(list, quote{field, p.Start, p.End})
		}
	}
	slices.SortFunc(list, func(a, b quote) int {
		if a.field != b.field {
			return a.field - b.field
		}
		return a.start - b.start
	})
	return list
}

func (r *row) append(raw []byte) []byte {
	form := uint8(r.amount)
	if len(r.quotes) > 0 && r.amount == Short {
		form = formQuoted
	}
	raw = append(raw, r.state<<2|form)
	if form != formQuoted {
		return raw
	}
	raw = binary.AppendUvarint(raw, uint64(len(r.quotes)))
	last := quote{}
	for _, q := range r.quotes {
		if q.field != last.field {
			last = quote{field: q.field}
		}
		raw = append(raw, uint8(q.field))
		raw = binary.AppendVarint(raw, int64(q.start-last.end))
		raw = binary.AppendUvarint(raw, uint64(q.end-q.start))
		last = q
	}
	return raw
}

// rowsText encodes a known digest.
func rowsText(raw []byte) string { return rowsForm + base64.RawURLEncoding.EncodeToString(raw) }

// A reader reads numbers from bytes. After the first invalid one it sets bad
// and returns zeros.
type reader struct {
	raw []byte
	bad bool
}

func (r *reader) byte() uint8 {
	if len(r.raw) == 0 {
		r.bad = true
		return 0
	}
	one := r.raw[0]
	r.raw = r.raw[1:]
	return one
}

// number returns the next number, which must not exceed most.
func (r *reader) number(most uint64) int {
	n, size := binary.Uvarint(r.raw)
	if size <= 0 || n > most {
		r.bad, r.raw = true, nil
		return 0
	}
	r.raw = r.raw[size:]
	return int(n)
}

func (r *reader) signed(most int64) int {
	n, size := binary.Varint(r.raw)
	if size <= 0 || n > most || n < -most {
		r.bad, r.raw = true, nil
		return 0
	}
	r.raw = r.raw[size:]
	return int(n)
}

// longestText is the maximum position of a quote, in characters.
const longestText = 1 << 31

// parseRows parses the result of rowsOf, and reports whether it is valid.
func parseRows(raw []byte) ([]row, bool) {
	r := &reader{raw: raw}
	rows := make([]row, r.number(Most))
	hash := 0
	for i := range rows {
		hash += r.number(1 << idBits)
		state := r.byte()
		rows[i] = row{uint32(hash), entity{state: state >> 2, amount: Short}}
		if form := state & 3; form != formQuoted {
			rows[i].amount = Amount(form)
			continue
		}
		rows[i].quotes = r.quotes()
	}
	if r.bad || len(r.raw) > 0 {
		return nil, false
	}
	return rows, true
}

func (r *reader) quotes() []quote {
	quotes := make([]quote, r.number(mostQuotes))
	last := quote{}
	for i := range quotes {
		field := int(r.byte())
		if field != last.field {
			last = quote{field: field}
		}
		start := last.end + r.signed(longestText)
		last = quote{field, start, start + r.number(longestText)}
		quotes[i] = last
	}
	return quotes
}
