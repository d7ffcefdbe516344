package markup

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const sample = `# One *two* ` + "`three`" + `

First [text](a/b.md#c "t") and [ref], ![img](x.png), <https://x.org>, [[Note A]].

Under
-----

- [ ] Open **task** #tag
  more

  Further text.
  - [x] Done
- Plain [[a/b#h|shown]]
1. Number

| A | B |
| - | - |
| [t](c.md) | ![[E\|x]] |

> # Quoted
> - [ ] in a quote

status:: open
A due [due:: 2026-01-02] (who:: ann) std::io.

` + "```\n# no heading [l](no.md) [[no]] #no\n```" + `

## Last ##
[ref]: d.md
`

// TestHeadingAttributes checks that the anchor of a heading is no part of its text.
func TestHeadingAttributes(t *testing.T) {
	for source, want := range map[string]string{
		"# Use X {#use-x}": "Use X", "## Use X {: .wide #use-x}\n": "Use X", "# Maps {a: 1}": "Maps {a: 1}", "# {#x}": "{#x}",
		"# The set {}": "The set {}",
	} {
		if doc := Read(source); len(doc.Headings) != 1 || doc.Headings[0].Text != want {
			t.Errorf("%q: got %+v, want %q", source, doc.Headings, want)
		}
	}
}

func TestRead(t *testing.T) {
	d := Read(sample)
	var b strings.Builder
	for _, h := range d.Headings {
		fmt.Fprintf(&b, "heading %d %q %q\n", h.Level, h.Text, d.Source[h.Start:h.End])
	}
	for _, i := range d.Items {
		fmt.Fprintf(&b, "item %q mark %q parent %d heading %d rest %q line %d\n", i.Text, i.Mark, i.Parent, i.Heading, i.Rest, d.Line(i.Start))
	}
	for _, l := range d.Links {
		fmt.Fprintf(&b, "link %q %q %q wiki %t embed %t line %d\n", l.Target, l.Fragment, l.Text, l.Wiki, l.Embed, d.Line(l.Start))
	}
	for _, tag := range d.Tags {
		fmt.Fprintf(&b, "tag %s line %d\n", tag.Name, d.Line(tag.Start))
	}
	for _, f := range d.Fields {
		fmt.Fprintf(&b, "field %s = %s line %d\n", f.Key, f.Value, d.Line(f.Start))
	}
	for _, block := range d.Blocks {
		fmt.Fprintf(&b, "block %d %.9q\n", block.Kind, d.Source[block.Start:block.End])
	}
	fmt.Fprintf(&b, "tables %q\n", d.Tables[0].Rows)
	fmt.Fprintf(&b, "first %q\n", d.First)
	expected := `heading 1 "One two three" "# One *two* ` + "`three`" + `\n"
heading 2 "Under" "Under\n-----\n"
heading 2 "Last" "## Last ##\n"
item "Open task #tag more" mark ' ' parent -1 heading 1 rest "Further text." line 8
item "Done" mark 'x' parent 0 heading 1 rest "" line 12
item "Plain shown" mark '\x00' parent -1 heading 1 rest "" line 13
item "Number" mark '\x00' parent -1 heading 1 rest "" line 14
item "in a quote" mark ' ' parent -1 heading 1 rest "" line 21
link "a/b.md" "c" "text" wiki false embed false line 3
link "d.md" "" "ref" wiki false embed false line 3
link "x.png" "" "img" wiki false embed true line 3
link "Note A" "" "Note A" wiki true embed false line 3
link "a/b" "h" "shown" wiki true embed false line 13
link "c.md" "" "t" wiki false embed false line 18
link "E" "" "x" wiki true embed true line 18
tag tag line 8
field status = open line 23
field due = 2026-01-02 line 24
field who = ann line 24
block 0 "# One *tw"
block 1 "First [te"
block 0 "Under"
block 2 "- [ ] Ope"
block 2 "1. Number"
block 3 "| A | B |"
block 4 "> # Quote"
block 1 "status:: "
block 0 "## Last"
tables [["A" "B"] ["t" "x"]]
first "First text and ref, img, https://x.org, Note A."
`
	if b.String() != expected {
		t.Errorf("got\n%s\nexpected\n%s", b.String(), expected)
	}
	if got := d.Section(1); !strings.HasPrefix(got, "\n- [ ] Open") || !strings.HasSuffix(got, "```\n\n") {
		t.Errorf("section %q", got)
	}
}

// All offsets are in the text, in order, and reading twice returns the same.
func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("![[\n[[]]\n[[|a]]\n- [ ]\n#\n#a/#b\n:: x\na:: b")
	f.Add("a\n=\n-\n- \n  -\n    # x\n> [")
	f.Add("|a|\n|-|\n|[[a\\|b]]")
	f.Add("a:: b\n\n- # x\n\t- y\n\t-") // an empty item at the end, as outliners leave it
	f.Fuzz(func(t *testing.T, source string) {
		d := Read(source)
		if !reflect.DeepEqual(d, Read(source)) {
			t.Error("two readings differ")
		}
		before := 0
		for i, h := range d.Headings {
			if h.Start < before || h.End < h.Start || h.End > len(source) {
				t.Errorf("heading %q is at %d to %d behind %d", h.Text, h.Start, h.End, before)
			}
			before = h.End
			_ = d.Section(i)
		}
		for _, b := range d.Blocks {
			if b.Start < 0 || b.End < b.Start || b.End > len(source) {
				t.Errorf("block %+v of %d bytes", b, len(source))
			}
		}
		for _, item := range d.Items {
			if item.Parent >= len(d.Items) || item.Heading >= len(d.Headings) || item.Start > len(source) {
				t.Errorf("item %+v", item)
			}
		}
		for _, l := range d.Links {
			if l.Start < 0 || l.Start > len(source) {
				t.Errorf("link %+v", l)
			}
		}
	})
}
