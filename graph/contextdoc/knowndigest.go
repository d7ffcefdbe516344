package contextdoc

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
)

// A known digest lists what a document includes. It is short, because models
// copy it from one call to the next. For each entity it has 20 bits of a hash
// of the id, six of a hash of the state, the form, and the places of the text
// that are quoted. With 400 known entities, the probability that another entity
// is mistaken for a known one is 1 in 170,000.
const (
	knownForm = "k1" // the prefix of a known digest; another format has another number
	idBits    = 20
	stateMask = 1<<6 - 1
	// formQuoted marks an entity in short form with quotes.
	formQuoted = 3
	// mostQuotes is the maximum number of places in a digest. By eye.
	mostQuotes = 200
	// maxKnownDigest is the maximum length of a known digest, in characters.
	maxKnownDigest = 8000
)

func idHash(id string) uint32 {
	sum := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint32(sum[:]) >> (32 - idBits)
}

// bits returns the part of a state that a known digest has.
func (s state) bits() uint8 { return s.hash[0] & stateMask }

// A knownRow is an entity in a known digest.
type knownRow struct {
	hash uint32
	knownEntity
}

// knownBytes returns the known digest of nodes in their states, without its
// encoding.
func knownBytes(nodes []Node, states []state) []byte {
	var rows []knownRow
	quotes := 0
	for i, node := range nodes {
		row := knownRow{idHash(node.Entity.Self().ID), knownEntity{state: states[i].bits(), form: node.Form, quotes: quotesOf(node)}}
		if quotes += len(row.quotes); quotes > mostQuotes {
			row.quotes = nil
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b knownRow) int { return int(a.hash) - int(b.hash) })
	raw := binary.AppendUvarint(nil, uint64(len(rows)))
	last := uint32(0)
	for _, row := range rows {
		raw = row.append(binary.AppendUvarint(raw, uint64(row.hash-last)))
		last = row.hash
	}
	return raw
}

// quotesOf returns the quoted places of a node's text, ordered by field and
// start.
func quotesOf(node Node) (list []knownQuote) {
	for _, p := range node.Passages {
		if field := fieldNumber(node.Entity, p.Field); field >= 0 {
			list = append(list, knownQuote{field, p.Start, p.End})
		}
	}
	slices.SortFunc(list, func(a, b knownQuote) int {
		if a.field != b.field {
			return a.field - b.field
		}
		return a.start - b.start
	})
	return list
}

func (r *knownRow) append(raw []byte) []byte {
	form := uint8(formRank(r.form))
	if len(r.quotes) > 0 && r.form == FormShort {
		form = formQuoted
	}
	raw = append(raw, r.state<<2|form)
	if form != formQuoted {
		return raw
	}
	raw = binary.AppendUvarint(raw, uint64(len(r.quotes)))
	last := knownQuote{}
	for _, q := range r.quotes {
		if q.field != last.field {
			last = knownQuote{field: q.field}
		}
		raw = append(raw, uint8(q.field))
		raw = binary.AppendVarint(raw, int64(q.start-last.end))
		raw = binary.AppendUvarint(raw, uint64(q.end-q.start))
		last = q
	}
	return raw
}

// knownText encodes a known digest.
func knownText(raw []byte) string { return knownForm + base64.RawURLEncoding.EncodeToString(raw) }

// addDigest adds what a digest, a known digest or a handle has, and reports
// whether the text is one of them.
func (k *known) addDigest(text string) bool {
	if k.addHandle(text) {
		return true
	}
	var raw []byte
	if encoded, short := strings.CutPrefix(text, knownForm); short && len(text) <= maxKnownDigest {
		var err error
		if raw, err = base64.RawURLEncoding.Strict().DecodeString(encoded); err != nil {
			return false
		}
	} else if g, err := parseDigest("", text); err == nil {
		raw = g.known
	}
	rows, ok := parseKnown(raw)
	for _, row := range rows {
		k.entities[row.hash] = append(k.entities[row.hash], row.knownEntity)
	}
	return ok
}

// IsDigest reports whether a text is a digest, a known digest or a handle.
func IsDigest(text string) bool { return newKnown().addDigest(text) }

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

// parseKnown parses the result of knownBytes, and reports whether it is valid.
func parseKnown(raw []byte) ([]knownRow, bool) {
	r := &reader{raw: raw}
	rows := make([]knownRow, r.number(digestMost))
	hash := 0
	for i := range rows {
		hash += r.number(1 << idBits)
		state := r.byte()
		rows[i] = knownRow{uint32(hash), knownEntity{state: state >> 2, form: FormShort}}
		if form := state & 3; form != formQuoted {
			rows[i].form = formOrder[form]
			continue
		}
		rows[i].quotes = r.quotes()
	}
	if r.bad || len(r.raw) > 0 {
		return nil, false
	}
	return rows, true
}

func (r *reader) quotes() []knownQuote {
	quotes := make([]knownQuote, r.number(mostQuotes))
	last := knownQuote{}
	for i := range quotes {
		field := int(r.byte())
		if field != last.field {
			last = knownQuote{field: field}
		}
		start := last.end + r.signed(longestText)
		last = knownQuote{field, start, start + r.number(longestText)}
		quotes[i] = last
	}
	return quotes
}
