package markdown

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"
	"golang.org/x/text/encoding/charmap"
	xunicode "golang.org/x/text/encoding/unicode"

	"dossier/graph/markup"
	"dossier/sources"
	"dossier/sources/frontmatter"
	"dossier/sources/markdown/convert"
)

// parsed is what is in a file, wherever it is.
type parsed struct {
	head   *frontmatter.Matter
	doc    *markup.Doc
	header []pair // of lines "Name: value" or a table at the beginning
	after  int    // the offset of the body behind the header
	coded  string // the encoding, if it is not UTF-8

	targets  []target // of the [[links]], by the index of the link
	isLinked bool     // whether there are any
	decided  []markup.Item
}

// parse reads the files, several at once, and sorts out those without a text.
func (f *folder) parse(ctx context.Context) error {
	read := make([]*parsed, len(f.files))
	failed := make([]error, len(f.files))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range f.files {
		if known, is := sources.Known[*parsed](f.opts.Cache, f.fsys, name); is {
			read[i] = known
			continue
		}
		group.Go(func() error {
			read[i], failed[i] = f.parsed(name)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("read Markdown: %w", err)
	}
	for i, name := range f.files {
		if failed[i] != nil {
			f.out.Note(sources.Rejected, sources.Position{File: name}, fmt.Sprintf("%s: %v", name, innermost(failed[i])))
			continue
		}
		f.page(name, read[i])
	}
	return nil
}

// parsed returns what is in a file.
func (f *folder) parsed(name string) (*parsed, error) {
	return sources.Parsed(f.opts.Cache, f.fsys, name, func(data []byte) (*parsed, error) { return parseFile(name, data, f.rules.Text) })
}

// innermost returns the error without the places where it was passed on.
func innermost(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return reason(err)
}

// page adds the page of a file, unless it is left out.
func (f *folder) page(name string, in *parsed) {
	p := &page{parsed: in, path: name, number: numberOf(name)}
	if p.isPlain() && !convert.HasForm(name) { // what looks like a link or a box is none
		plain := *in
		plain.doc = &markup.Doc{Source: in.doc.Source, Headings: in.doc.Headings, Blocks: in.doc.Blocks, First: in.doc.First}
		plain.targets, plain.isLinked, plain.decided = nil, false, nil
		p.parsed = &plain
	}
	if in.coded != "" {
		f.out.Note(sources.Warned, p.pos(0), fmt.Sprintf("%s is no UTF-8; read as %s", name, in.coded))
	}
	for _, problem := range in.head.Problems {
		f.out.Note(sources.Warned, p.pos(problem.Line), problem.Text)
	}
	p.title = p.titleOf(f.rules.Notes)
	switch {
	case strings.TrimSpace(in.doc.Source) == "" && len(in.head.Fields) == 0:
		f.skipped(name, "is empty")
		return
	case p.isTemplate(f.rules.Notes):
		f.skipped(name, "is a template")
		return
	}
	p.class = f.classOf(p)
	p.day = cmp.Or(f.dayOf(name), p.heldOn())
	f.pages = append(f.pages, p)
}

// dayOf returns the day of a daily note, or the date at the beginning of the name of a
// file, "" for none.
func (f *folder) dayOf(name string) string {
	if f.rules.Day != nil {
		if day, is := f.rules.Day(name); is {
			return day
		}
	}
	base := stem(name)
	date := base[:min(len(base), len(time.DateOnly))]
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return ""
	}
	return date
}

func (f *folder) classOf(p *page) class {
	if f.rules.Day != nil {
		if _, ok := f.rules.Day(p.path); ok {
			return daily
		}
	}
	switch {
	case p.isDecision():
		return decision
	case p.isProposal():
		return proposal
	case p.workKind() != "":
		return work
	case isTodo(p.stem()):
		return todo
	}
	return document
}

func parseFile(name string, data []byte, change func(string, []string) []frontmatter.Field) (*parsed, error) {
	data, coded, err := decode(data)
	if err != nil {
		return nil, err
	}
	var fields []frontmatter.Field
	if change != nil {
		lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
		fields = change(name, lines)
		data = []byte(strings.Join(lines, "\n"))
	}
	head := frontmatter.Read(convert.ToMarkdown(name, data))
	head.Fields = append(head.Fields, fields...)
	p := &parsed{head: head, doc: markup.Read(head.Body), coded: coded}
	p.header, p.after = headerOf(p.doc)
	p.decided = decidedOf(p.doc)
	own := len(p.doc.Links)
	p.doc.Links = append(p.doc.Links, shortcodes(p.doc.Source)...)
	p.targets = make([]target, len(p.doc.Links))
	for i, l := range p.doc.Links {
		p.targets[i], p.isLinked = targetOfLink(name, l), p.isLinked || l.Wiki && i < own
	}
	return p, nil
}

// decode returns a text as UTF-8, and its encoding if it has another one.
func decode(data []byte) (text []byte, coded string, err error) {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		text, err = xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewDecoder().Bytes(data)
		return text, "UTF-16", err
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return nil, "", fmt.Errorf("it has a NUL at byte %d; expected text", at)
	}
	if utf8.Valid(data) {
		return data, "", nil
	}
	text, err = charmap.Windows1252.NewDecoder().Bytes(data)
	return text, "Windows-1252", err
}

// titleOf returns the title by front matter, heading or name.
func (p *page) titleOf(notes bool) string {
	if title := p.head.Text("title"); title != "" {
		return title
	}
	heading := p.topHeading(notes)
	switch {
	case heading != "":
		return heading
	case notes:
		return p.stem()
	case isIndexName(p.stem()) && p.dir() != ".":
		return spaced(path.Base(p.dir()))
	}
	return spaced(p.stem())
}

// generic matches headings that any text may have.
var generic = regexp.MustCompile(`(?i)^(?:[ivx\d]+[.)] *)?(overview|introduction|contents|table of contents|toc)$`)

// topHeading returns the heading that is the title of a text: the first one of
// the first level, or else the first one, if it is above all text or the only one of its
// level. In notes it counts only at the top, and if the
// file has the same name or none that people would say: some begin notes with a heading
// such as "Overview", and links call them by their files.
func (p *page) topHeading(notes bool) string {
	if notes {
		if h := p.doc.Headings; len(h) > 0 && h[0].Level == 1 && strings.TrimSpace(p.doc.Source[:h[0].Start]) == "" &&
			p.mayBeCalled(h[0].Text) {
			return h[0].Text
		}
		return ""
	}
	for _, h := range p.doc.Headings {
		if h.Level == 1 && generic.MatchString(h.Text) {
			return "" // the name of the file says more
		}
		if h.Level == 1 && h.Text != "" {
			return h.Text
		}
	}
	if at := slices.IndexFunc(p.doc.Headings, func(h markup.Heading) bool { return h.Text != "" }); at >= 0 && !convert.HasTasksOnly(p.path) {
		first, others := p.doc.Headings[at], p.doc.Headings[at+1:]
		if strings.TrimSpace(p.doc.Source[:first.Start]) == "" ||
			!slices.ContainsFunc(others, func(h markup.Heading) bool { return h.Level == first.Level }) {
			return first.Text
		}
	}
	return ""
}

// mayBeCalled reports whether a heading may be the name of a note: it has a word of the name
// of the file, or that has no words, as dates, numbers and names for addresses.
func (p *page) mayBeCalled(heading string) bool {
	name := p.stem()
	words := strings.Split(slug(name), "-")
	isAddress := !strings.Contains(name, " ") && len(words) > 1 && strings.ToLower(name) == name
	if isAddress || isIndexName(name) || !strings.ContainsFunc(name, unicode.IsLetter) {
		return true
	}
	return slices.ContainsFunc(strings.Split(slug(heading), "-"), func(word string) bool { return slices.Contains(words, word) })
}

// dateName matches the names of files that are dates.
var dateName = regexp.MustCompile(`^\d{4}-\d\d(-\d\d)?$`)

// spaced returns the words of a file name: "use-x" is "Use x".
func spaced(name string) string {
	if !strings.Contains(name, " ") && !dateName.MatchString(name) {
		name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' }), " ")
	}
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

var templateTitle = regexp.MustCompile(`[{<\[]|NNNN|XXXX|\bYour \w+ title\b|(?i)\btemplate\b`)

// isTemplate reports whether a file is to be copied rather than read. A note may be
// called template.
func (p *page) isTemplate(notes bool) bool {
	name := p.stem()
	if isIndexName(name) {
		name = path.Base(p.dir())
	}
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return false
	}
	first, last := words[0], words[len(words)-1]
	if inDecisions(p.path) || inProposals(p.path) {
		return p.isModel(words)
	}
	if first == "template" || last == "template" {
		isCalled := templateTitle.MatchString(p.title) && (!notes || p.hasPlaceholders())
		return len(words) == 1 && !notes || isPlaceholder(first) || isCalled
	}
	if inFolderOfTemplates(p.path) {
		return p.hasPlaceholders() || templateTitle.MatchString(p.title)
	}
	return false
}

var codeSpan = regexp.MustCompile("`[^`\n]*`")

// hasPlaceholders reports whether a text is to be filled in. What explains templates has
// them in code.
func (p *parsed) hasPlaceholders() bool {
	return slices.ContainsFunc(p.doc.Blocks, func(b markup.Block) bool {
		text := codeSpan.ReplaceAllString(p.doc.Source[b.Start:b.End], "")
		return strings.Contains(text, "{{") || strings.Contains(text, "<%")
	})
}

func inFolderOfTemplates(name string) bool {
	return slices.Contains([]string{"templates", "_templates", "template", "archetypes"}, strings.ToLower(path.Base(path.Dir(name))))
}

// isModel reports whether a file in a folder of records is a template of them: by a name
// such as adr-template-minimal, or by the number nought, as 0000-modele-adr has it, with a
// heading that is to be filled in. One with another number may have decided on a template.
func (p *page) isModel(words []string) bool {
	at := slices.IndexFunc(words, func(word string) bool { return slices.Contains(templateWords, word) })
	isLast := at == len(words)-1
	switch {
	case isPlaceholder(words[len(words)-1]) && strings.Trim(words[len(words)-1], "0") != "": // pep-NNNN
		return true
	case at < 0:
		return inFolderOfTemplates(p.path) && templateTitle.MatchString(p.title)
	case p.number.digits == "":
		return at <= 1 || isLast
	case isPlaceholder(p.number.digits) && isLast || len(words) <= 2:
		return true
	}
	return slices.ContainsFunc(p.doc.Headings, func(h markup.Heading) bool { return strings.ContainsAny(h.Text, "{[<") }) &&
		(isLast || isPlaceholder(p.number.digits))
}

// templateWords are the words for a template.
var templateWords = []string{"template", "modele", "modèle", "vorlage", "plantilla"}

// isPlaceholder reports whether a word is in the place of a number.
func isPlaceholder(word string) bool {
	return len(word) > 1 && (strings.Trim(word, "0") == "" || strings.Trim(word, "n") == "" || strings.Trim(word, "x") == "")
}
