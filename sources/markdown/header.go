package markdown

import (
	"slices"
	"strings"
	"unicode"

	"dossier/graph/markup"
	"dossier/sources"
	"dossier/sources/frontmatter"
)

// A pair is a line "Name: value" or a row of a table in the header of a text.
type pair struct {
	key, value string // the value in Markdown
	start      int
}

// headerKeys are the names by which a header is recognised, folded.
var headerKeys = []string{
	"status", "state", "date", "deciders", "decisionmakers", "decider", "author", "authors", "created", "creationdate", "startdate", "rfcpr",
	"rustissue",
	"featurename", "proposal", "title", "pep", "eip", "kep", "kepnumber", "rfc", "discussionsto", "lastupdated", "updated", "editor",
	"editors",
	"champion", "champions", "owner", "owners", "sponsor", "reviewmanager", "trackingissue", "supersedes", "supersededby", "replaces",
	"replacedby",
	"requires", "statut", "datum", "autor", "estado", "fecha", "auteur",
}

// headerOf returns the pairs at the beginning of a text, before or behind its
// title, and where they end. Without any known name there is no header.
func headerOf(doc *markup.Doc) (pairs []pair, end int) {
	for i, block := range doc.Blocks {
		if block.Kind == markup.HeadingBlock && (len(pairs) > 0 || i > 0 && doc.HeadingAt(block.Start) > 0) {
			break
		}
		found := pairsIn(doc, block)
		if len(found) == 0 && len(pairs) > 0 {
			break
		}
		if len(found) > 0 {
			pairs, end = append(pairs, found...), block.End
			if block.Kind == markup.TableBlock { // without its last rule
				rest, _, _ := strings.Cut(doc.Source[end:], "\n")
				end += len(rest)
			}
		}
	}
	for _, p := range pairs {
		if slices.Contains(headerKeys, folded(p.key)) {
			return pairs, end
		}
	}
	return nil, 0
}

func pairsIn(doc *markup.Doc, block markup.Block) []pair {
	switch block.Kind {
	case markup.TableBlock:
		return rowPairs(doc, block)
	case markup.ParagraphBlock, markup.ListBlock, markup.QuoteBlock:
		return linePairs(doc, block)
	case markup.HeadingBlock:
		// "Title: x\n---" at the start is a header without a first fence.
		if source := doc.Source[block.Start:block.End]; !strings.HasPrefix(strings.TrimSpace(source), "#") {
			return linePairs(doc, block)
		}
	}
	return nil
}

// rowPairs returns the rows of a table with two columns.
func rowPairs(doc *markup.Doc, block markup.Block) (pairs []pair) {
	for _, table := range doc.Tables {
		if table.Start < block.Start || table.Start > block.End {
			continue
		}
		for i, row := range table.Rows {
			if len(row) != 2 {
				return nil
			}
			if i == 0 && !slices.Contains(headerKeys, folded(row[0])) {
				continue // "Field" and "Value"
			}
			if key := strings.Trim(row[0], " :"); key != "" && row[1] != "" {
				pairs = append(pairs, pair{key, row[1], block.Start})
			}
		}
	}
	return pairs
}

// linePairs returns the lines of a paragraph or list, if all of them are pairs or
// continue one.
func linePairs(doc *markup.Doc, block markup.Block) (pairs []pair) {
	at := block.Start
	for line := range strings.Lines(doc.Source[block.Start:block.End]) {
		key, value, ok := pairOf(line)
		switch {
		case ok:
			pairs = append(pairs, pair{key, value, at})
		case strings.TrimSpace(line) == "":
		case len(pairs) > 0 && (line[0] == ' ' || line[0] == '\t' || strings.HasSuffix(pairs[len(pairs)-1].value, ",")):
			last := &pairs[len(pairs)-1]
			last.value = strings.TrimSpace(last.value + " " + strings.TrimSpace(line))
		default:
			return nil
		}
		at += len(line)
	}
	return pairs
}

// pairOf splits a line such as "Status: x", "- **Date**: x" or "> *By:* x".
func pairOf(line string) (key, value string, ok bool) {
	if line == "" || line[0] == ' ' || line[0] == '\t' {
		return "", "", false // of a list in a list, or continues a line
	}
	line = strings.TrimSpace(strings.TrimLeft(line, "-*+> "))
	key, value, ok = strings.Cut(line, ":")
	value = strings.TrimSpace(strings.TrimLeft(strings.TrimPrefix(value, ":"), "*_ ")) // "Owner:: Ann" is a field of notes
	key = strings.ReplaceAll(strings.Trim(key, "*_` #"), "(s)", "s")                   // "Author(s)"
	first := []rune(key + " ")[0]
	if !ok || len(key) > 40 || len(strings.Fields(key)) > 4 || !unicode.IsLetter(first) || strings.ContainsAny(key, "[](){}<>.,;|") ||
		strings.HasPrefix(value, "//") {
		return "", "", false
	}
	return key, value, true
}

var separators = strings.NewReplacer("-", "", "_", "", " ", "", "(", "", ")", "", "#", "", ".", "", "/", "")

// folded returns the form in which names of fields are compared.
func folded(key string) string { return separators.Replace(strings.ToLower(strings.TrimSpace(key))) }

// A fields value is what front matter and header say, with what was used.
type fields struct {
	page *page
	list []pairValue
}

type pairValue struct {
	key   string
	value any
	line  int
	used  bool
}

// fieldsOf returns the fields of a page: of its front matter, its header, and
// those given, such as of a file beside it. The first with a name counts.
func (p *page) fieldsOf(more *frontmatter.Matter) *fields {
	f := &fields{page: p}
	for _, head := range []*frontmatter.Matter{p.head, more} {
		if head == nil {
			continue
		}
		for _, field := range head.Fields {
			f.put(pairValue{key: field.Key, value: field.Value, line: field.Line})
		}
	}
	for _, h := range p.header {
		f.put(pairValue{key: h.key, value: h.value, line: p.lineOf(h.start)})
	}
	return f
}

func (f *fields) put(v pairValue) {
	for i := range f.list {
		if folded(f.list[i].key) == folded(v.key) {
			return
		}
	}
	f.list = append(f.list, v)
}

// take returns the first field with one of the names, and marks all of them as
// used.
func (f *fields) take(names ...string) (found *pairValue) {
	for _, name := range names {
		for i := range f.list {
			if v := &f.list[i]; folded(v.key) == name {
				v.used = true
				if found == nil && !isEmpty(v.value) {
					found = v
				}
			}
		}
	}
	return found
}

// text returns the first field with one of the names as plain text.
func (f *fields) text(names ...string) string {
	if v := f.take(names...); v != nil {
		return shown(textOf(v.value))
	}
	return ""
}

// people returns the people of the first field with one of the names.
func (f *fields) people(names ...string) []sources.Person {
	v := f.take(names...)
	if v == nil {
		return nil
	}
	var list []string
	for _, text := range frontmatter.Texts(v.value) {
		if strings.Contains(text, "](") || strings.Contains(text, "[[") {
			text = shown(text)
		}
		list = append(list, text)
	}
	return persons(list)
}

// rest returns the fields that were not used, as props.
func (f *fields) rest() map[string]any {
	props := map[string]any{}
	for _, v := range f.list {
		if v.used || isEmpty(v.value) {
			continue
		}
		if text, isText := v.value.(string); isText {
			props[v.key] = shown(text)
		} else {
			props[v.key] = v.value
		}
	}
	return props
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(value) == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

func textOf(value any) string {
	if list := frontmatter.Texts([]any{value}); len(list) > 0 {
		return list[0]
	}
	return strings.Join(frontmatter.Texts(value), ", ")
}

// shown returns what a reader sees of a line of Markdown.
func shown(text string) string {
	if !strings.ContainsAny(text, "[]*_`<\\") {
		return text
	}
	if first := markup.Read(text).First; first != "" {
		return first
	}
	return text
}
