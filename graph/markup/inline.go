package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// plainText returns the text that a reader of a node sees.
func plainText(node ast.Node, source []byte) string {
	var b strings.Builder
	plain(&b, node, source)
	return strings.TrimSpace(b.String())
}

func plain(b *strings.Builder, node ast.Node, source []byte) {
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.Text:
			b.Write(unescaped(child.Segment.Value(source), child.IsRaw()))
			if child.SoftLineBreak() || child.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(child.Value)
		case *ast.AutoLink:
			b.Write(child.Label(source))
		case *wikilink:
			b.WriteString(child.link.Text)
		case *tag:
			b.WriteString("#" + child.tag.Name)
		case *ast.RawHTML:
		default:
			plain(b, child, source)
		}
	}
}

// unescaped returns a text without the backslashes before punctuation.
func unescaped(value []byte, raw bool) []byte {
	if raw || !strings.Contains(string(value), `\`) {
		return value
	}
	out := make([]byte, 0, len(value))
	for i := 0; i < len(value); i++ {
		if value[i] == '\\' && i+1 < len(value) && isPunct(value[i+1]) {
			i++
		}
		out = append(out, value[i])
	}
	return out
}

func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !unicode.IsLetter(rune(c)) && !unicode.IsDigit(rune(c))
}

// wikilinks parses [[target#heading|text]] and ![[target]].
type wikilinks struct{}

type wikilink struct {
	ast.BaseInline
	link Link
}

var wikilinkKind = ast.NewNodeKind("Wikilink")

// Kind returns the kind of node.
func (*wikilink) Kind() ast.NodeKind { return wikilinkKind }

// Dump prints the node for debugging.
func (n *wikilink) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Trigger returns the bytes at which a link may begin.
func (wikilinks) Trigger() []byte { return []byte{'!', '['} }

// Parse returns the link at the start of the block, or nil.
func (wikilinks) Parse(_ ast.Node, block text.Reader, defined parser.Context) ast.Node {
	line, segment := block.PeekLine()
	rest, embed := strings.CutPrefix(string(line), "!")
	inside, ok := strings.CutPrefix(rest, "[[")
	end := strings.Index(inside, "]]")
	if !ok || end < 1 || strings.ContainsAny(inside[:end], "[]") || strings.HasPrefix(inside[end+len("]]"):], "(") {
		return nil // [[text]](address) is a link with brackets in its text
	}
	target, shown, named := strings.Cut(inside[:end], "|")
	target = strings.TrimSpace(strings.TrimSuffix(target, `\`)) // \| in a table
	path, fragment, _ := strings.Cut(target, "#")
	if !named {
		shown = target
	}
	if strings.TrimSpace(target) == "" {
		return nil
	}
	if reference, found := defined.Reference(inside[:end]); found {
		if path, fragment, _ = strings.Cut(string(reference.Destination()), "#"); path == "" || strings.Contains(path, "://") {
			return nil // [[1]] with a definition of 1
		}
	}
	block.Advance(len(line) - len(inside) + end + len("]]"))
	return &wikilink{link: Link{
		Target: strings.TrimSpace(path), Fragment: fragment, Text: strings.TrimSpace(shown), Wiki: true, Embed: embed, Start: segment.Start,
	}}
}

// tags parses #tag and #nested/tag. A number is no tag.
type tags struct{}

type tag struct {
	ast.BaseInline
	tag Tag
}

var tagKind = ast.NewNodeKind("Tag")

// Kind returns the kind of node.
func (*tag) Kind() ast.NodeKind { return tagKind }

// Dump prints the node for debugging.
func (n *tag) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Trigger returns the byte at which a tag begins.
func (tags) Trigger() []byte { return []byte{'#'} }

// Parse returns the tag at the start of the block, or nil.
func (tags) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	if before := block.PrecendingCharacter(); !unicode.IsSpace(before) && before != '(' && before != '\n' {
		return nil
	}
	line, segment := block.PeekLine()
	end, letters := 1, false
	for end < len(line) {
		r, size := utf8.DecodeRune(line[end:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) && !strings.ContainsRune("_-/", r) {
			break
		}
		letters = letters || unicode.IsLetter(r)
		end += size
	}
	name := strings.Trim(string(line[1:end]), "/-")
	if !letters || name == "" {
		return nil
	}
	block.Advance(end)
	return &tag{tag: Tag{Name: name, Start: segment.Start}}
}
