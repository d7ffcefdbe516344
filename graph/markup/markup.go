// Package markup reads Markdown as a tree, by goldmark, and lists what is in it
// with offsets in bytes: headings, list items, links, tags and fields.
//
// It reads CommonMark with tables, and what tools for notes add to it: [[links]]
// to notes, ![[embedded]] notes, #tags, check boxes in lists, "key:: value".
package markup

import (
	"bytes"
	"regexp"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A Doc is a parsed Markdown text. All lists are in the order of the text.
type Doc struct {
	Source   string
	Headings []Heading // outside of quotes and lists
	Items    []Item
	Links    []Link
	Tags     []Tag
	Fields   []Field
	Blocks   []Block // outside of quotes and lists, without code and HTML
	Tables   []Table
	First    string // the first paragraph, in plain text
}

// A Block is a heading, a paragraph, a list or a table of the text.
type Block struct {
	Kind       BlockKind
	Start, End int // of its lines; those of a table may be without its last rule
}

// A BlockKind is the kind of a block.
type BlockKind int

// The kinds of blocks.
const (
	HeadingBlock BlockKind = iota
	ParagraphBlock
	ListBlock
	TableBlock
	QuoteBlock
)

// A Table is a table of the text, in plain text by row. The first row is its
// head.
type Table struct {
	Start int
	Rows  [][]string
}

// A Heading is a heading of the text.
type Heading struct {
	Level      int // 1 to 6
	Text       string
	Start, End int // of its lines; what follows begins at End
}

// An Item is an item of a list.
type Item struct {
	Text    string // its first paragraph, in plain text, without the check box
	Mark    byte   // what is in its check box, such as ' ' or 'x'; 0 for none
	Parent  int    // the index of the item that it is in, or -1
	Heading int    // the index of the heading above it, or -1
	Start   int    // of its text
	End     int    // of its first paragraph
	Rest    string // its further paragraphs, in plain text
}

// A Link leads to a place within the same set of texts, or anywhere.
type Link struct {
	Target   string // without the fragment; "" for a place in the same text
	Fragment string // what is behind "#"
	Text     string // what a reader sees
	Wiki     bool   // written as [[target]]
	Embed    bool   // shows the target: an image, or ![[target]]
	Start    int
}

// A Tag is a word with "#" before it.
type Tag struct {
	Name  string
	Start int
}

// A Field is a line "key:: value", or [key:: value] within a line.
type Field struct {
	Key, Value string
	Start      int
}

var reader = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
		util.Prioritized(wikilinks{}, 150), // before links
		util.Prioritized(tags{}, 900),
	)...),
	parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200),
	)...),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// Read reads a text.
func Read(source string) *Doc {
	w := &walker{doc: &Doc{Source: source}, source: []byte(source)}
	if bytes.HasPrefix(w.source, []byte("\ufeff")) {
		copy(w.source, "   ") // of the same length as the byte order mark, so that offsets stay
	}
	w.blocks(reader.Parse(text.NewReader(w.source)), -1, true)
	return w.doc
}

// Line returns the number of the line at an offset, from 1.
func (d *Doc) Line(offset int) int {
	return 1 + strings.Count(d.Source[:min(offset, len(d.Source))], "\n")
}

// Section returns the text between a heading and the next one of its level or a
// higher one.
func (d *Doc) Section(heading int) string {
	return d.Source[d.Headings[heading].End:d.SectionEnd(heading)]
}

// SectionEnd returns where the section of a heading ends.
func (d *Doc) SectionEnd(heading int) int {
	for _, next := range d.Headings[heading+1:] {
		if next.Level <= d.Headings[heading].Level {
			return next.Start
		}
	}
	return len(d.Source)
}

// HeadingAt returns the index of the last heading before an offset, or -1.
func (d *Doc) HeadingAt(offset int) int {
	return sort.Search(len(d.Headings), func(i int) bool { return d.Headings[i].Start > offset }) - 1
}

// A walker collects what is in a tree.
type walker struct {
	doc    *Doc
	source []byte
}

// blocks reads the blocks in a node. top reports whether they are outside of
// quotes and lists.
func (w *walker) blocks(node ast.Node, item int, top bool) {
	for block := node.FirstChild(); block != nil; block = block.NextSibling() {
		if top {
			w.block(block)
		}
		switch block := block.(type) {
		case *ast.Heading:
			if top {
				w.heading(block)
			}
			w.inlines(block)
		case *ast.List:
			w.items(block, item)
		case *ast.Paragraph, *ast.TextBlock:
			w.paragraph(block, top)
		case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock, *ast.ThematicBreak:
		case *tables.Table:
			w.table(block)
		case *ast.Blockquote:
			w.blocks(block, item, false)
		}
	}
}

// block adds a block outside of quotes and lists.
func (w *walker) block(node ast.Node) {
	kinds := map[ast.NodeKind]BlockKind{
		ast.KindHeading: HeadingBlock, ast.KindParagraph: ParagraphBlock, ast.KindList: ListBlock, tables.KindTable: TableBlock,
		ast.KindBlockquote: QuoteBlock,
	}
	if kind, known := kinds[node.Kind()]; known {
		first, last := node, node
		for first.Lines().Len() == 0 && first.FirstChild() != nil && first.FirstChild().Type() == ast.TypeBlock {
			first = first.FirstChild()
		}
		for last.Lines().Len() == 0 && last.LastChild() != nil && last.LastChild().Type() == ast.TypeBlock {
			last = last.LastChild()
		}
		start, _ := w.bounds(first)
		_, end := w.bounds(last)
		w.doc.Blocks = append(w.doc.Blocks, Block{kind, strings.LastIndexByte(w.doc.Source[:start], '\n') + 1, max(start, end)})
	}
}

func (w *walker) table(table *tables.Table) {
	rows := Table{Start: -1}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, plainText(cell, w.source))
			if start, _ := w.bounds(cell); rows.Start < 0 {
				rows.Start = start
			}
			w.inlines(cell)
		}
		rows.Rows = append(rows.Rows, cells)
	}
	w.doc.Tables = append(w.doc.Tables, rows)
}

func (w *walker) paragraph(block ast.Node, top bool) {
	if shown := plainText(block, w.source); top && w.doc.First == "" && shown != "" {
		w.doc.First = shown
	}
	w.fields(block)
	w.inlines(block)
}

func (w *walker) heading(block *ast.Heading) {
	start, end := w.bounds(block)
	start = strings.LastIndexByte(w.doc.Source[:start], '\n') + 1
	if _, rest, found := strings.Cut(w.doc.Source[end:], "\n"); found {
		underlined := rest
		end = len(w.doc.Source) - len(rest)
		if line, behind, _ := strings.Cut(underlined, "\n"); isUnderline(line) &&
			!strings.HasPrefix(strings.TrimLeft(w.doc.Source[start:], " "), "#") {
			end = len(w.doc.Source) - len(behind)
		}
	} else {
		end = len(w.doc.Source)
	}
	text := headingAttributes.ReplaceAllString(plainText(block, w.source), "")
	w.doc.Headings = append(w.doc.Headings, Heading{block.Level, text, start, end})
}

// headingAttributes are the anchor and the classes that many dialects have behind a
// heading: {#use-x .unnumbered}, {: #use-x}.
var headingAttributes = regexp.MustCompile(`[ \t]+\{:?[ \t]*[#.][^{}]*\}$`)

func isUnderline(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && (strings.Trim(line, "=") == "" || strings.Trim(line, "-") == "")
}

// bounds returns where the lines of a block begin and end.
func (w *walker) bounds(block ast.Node) (start, end int) {
	if lines := block.Lines(); lines.Len() > 0 {
		return lines.At(0).Start, lines.At(lines.Len() - 1).Stop
	}
	at := min(max(block.Pos(), 0), len(w.source)) // goldmark places an empty item at the end behind it
	return at, at
}

func (w *walker) items(list *ast.List, parent int) {
	for node := list.FirstChild(); node != nil; node = node.NextSibling() {
		item := Item{Parent: parent, Heading: len(w.doc.Headings) - 1}
		first := node.FirstChild()
		if first != nil && first.Type() == ast.TypeBlock && isText(first) {
			item.Start, item.End = w.bounds(first)
			item.Mark, item.Start = checkBox(w.doc.Source, item.Start)
			item.Text = strings.TrimSpace(plainText(first, w.source))
			if item.Mark != 0 {
				item.Text = strings.TrimSpace(behindBox(item.Text))
			}
			item.Rest = w.rest(first)
		}
		w.doc.Items = append(w.doc.Items, item)
		w.blocks(node, len(w.doc.Items)-1, false)
	}
}

// rest returns the paragraphs behind the first block of an item.
func (w *walker) rest(first ast.Node) string {
	var parts []string
	for node := first.NextSibling(); node != nil; node = node.NextSibling() {
		if isText(node) {
			parts = append(parts, plainText(node, w.source))
		}
	}
	return strings.Join(parts, "\n\n")
}

func isText(node ast.Node) bool {
	return node.Kind() == ast.KindTextBlock || node.Kind() == ast.KindParagraph
}

// checkBox returns what is in the check box at an offset, and where the text
// behind it begins.
func checkBox(source string, at int) (mark byte, start int) {
	box := source[at:min(at+4, len(source))]
	if len(box) < 3 || box[0] != '[' || box[2] != ']' || len(box) == 4 && strings.IndexByte(" \t\n", box[3]) < 0 {
		return 0, at
	}
	return box[1], min(at+4, len(source))
}

func behindBox(shown string) string {
	if _, behind, found := strings.Cut(shown, "]"); found {
		return behind
	}
	return shown
}

// inlines collects the links and tags in a block.
func (w *walker) inlines(node ast.Node) {
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() != ast.TypeInline {
			continue // the blocks in an item
		}
		switch child := child.(type) {
		case *ast.Link:
			w.link(child, string(child.Destination), false)
		case *ast.Image:
			w.link(child, string(child.Destination), true)
		case *wikilink:
			w.doc.Links = append(w.doc.Links, child.link)
		case *tag:
			w.doc.Tags = append(w.doc.Tags, child.tag)
		}
		w.inlines(child)
	}
}

func (w *walker) link(node ast.Node, destination string, embed bool) {
	target, fragment, _ := strings.Cut(string(util.UnescapePunctuations([]byte(destination))), "#")
	w.doc.Links = append(w.doc.Links, Link{
		Target: target, Fragment: fragment, Text: plainText(node, w.source), Embed: embed, Start: w.place(node),
	})
}

// place returns an offset of an inline node: its own, or that of the text before
// or in it.
func (w *walker) place(node ast.Node) int {
	for at := node; at != nil; at = at.FirstChild() {
		if pos := at.Pos(); pos >= 0 {
			return pos
		}
	}
	for at := node.Parent(); at != nil; at = at.Parent() {
		if at.Type() == ast.TypeBlock {
			start, _ := w.bounds(at)
			return start
		}
	}
	return 0
}

// fields collects the fields in the lines of a paragraph.
func (w *walker) fields(block ast.Node) {
	lines := block.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		line := string(segment.Value(w.source))
		if !strings.Contains(line, ":: ") {
			continue
		}
		if key, value, ok := field(line); ok {
			w.doc.Fields = append(w.doc.Fields, Field{key, value, segment.Start})
			continue
		}
		w.inlineFields(line, segment.Start)
	}
}

// inlineFields collects the fields in brackets, as in "Due [due:: 2026-01-02]".
func (w *walker) inlineFields(line string, start int) {
	for at := 0; at < len(line); at++ {
		shut := map[byte]string{'[': "]", '(': ")"}[line[at]]
		if shut == "" {
			continue
		}
		end := strings.Index(line[at+1:], shut)
		if end < 0 {
			continue
		}
		if key, value, ok := field(line[at+1 : at+1+end]); ok {
			w.doc.Fields = append(w.doc.Fields, Field{key, value, start + at})
			at += end
		}
	}
}

// field splits "key:: value". A key has up to four words.
func field(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":: ")
	key, value = strings.Trim(strings.TrimSpace(key), "*_"), strings.TrimSpace(value)
	const longest = 40
	if !ok || key == "" || len(key) > longest || value == "" || len(strings.Fields(key)) > 4 ||
		strings.ContainsAny(key, "`[](){}<>|:;,\"#.!?") {
		return "", "", false
	}
	return key, value, true
}
