// Package trello reads boards of Trello, from the JSON that "Print, export, and share"
// writes.
package trello

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
	"dossier/sources"
)

// Format reads the JSON of a board.
var Format = sources.Format{
	Name:   "trello",
	Title:  "a board of Trello, as the JSON of its export",
	Detect: detect,
	Match:  match,
	Read:   read,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(sources.FilesMatching(fsys, match, ".json"), "cards as tasks, with their lists as states")
}

// match reports whether the first bytes of a file are of a board. Its cards may be behind
// them.
func match(file string, head []byte) bool {
	has := func(name string) bool { return bytes.Contains(head, []byte(`"`+name+`"`)) }
	return path.Ext(file) == ".json" && (has("idList") && (has("cards") || has("idShort")) || has("labelNames") && has("shortUrl"))
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = sources.FilesMatching(fsys, match, ".json")
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no board of Trello; expected the JSON of an export, with cards and lists")
	}
	var cards sources.Newest[*sources.Item] // of all boards, of which a folder may have several exports
	err := sources.EachDocument(ctx, fsys, files, out, func(pos sources.Position, value any) {
		object, _ := value.(map[string]any)
		b := board{out: out, board: object, lists: byID(object, "lists"), members: byID(object, "members"),
			comments: map[string][]sources.Comment{}}
		b.add(pos, &cards)
	})
	for _, item := range cards.All {
		out.Add(item)
	}
	return err
}

// A board is the export of a board.
type board struct {
	out            *sources.Records
	board          sources.Object
	lists, members map[string]sources.Object    // by id
	comments       map[string][]sources.Comment // by card
}

func byID(board sources.Object, name string) map[string]sources.Object {
	objects := map[string]sources.Object{}
	for _, object := range board.Objects(name) {
		objects[object.Text("id")] = object
	}
	return objects
}

func (b *board) add(pos sources.Position, into *sources.Newest[*sources.Item]) {
	cards := b.board.Objects("cards")
	if len(cards) == 0 {
		b.out.Note(sources.Rejected, pos, "no cards; expected the export of a board, an object with lists and cards")
	}
	for _, action := range b.board.Objects("actions") {
		if card := action.Text("data.card.id"); action.Text("type") == "commentCard" {
			b.comments[card] = append(b.comments[card], sources.Comment{
				Author: personOf(action.Object("memberCreator")), At: action.Text("date"), Text: action.Text("data.text"),
			})
		}
	}
	for _, card := range cards {
		pos.Line = card.Line()
		switch {
		case card.Text("id", "idShort") == "":
			b.out.Note(sources.Rejected, pos, fmt.Sprintf("the card %q has no id; expected a text", graph.Truncate(card.Text("name"), 60)))
		case card.Text("name", "desc") == "":
			b.out.Note(sources.Rejected, pos, fmt.Sprintf("the card %q has no name; expected a text", graph.Truncate(card.Text("id"), 60)))
		default:
			item := b.itemOf(pos, card)
			if into.Add(card.Text("id"), card.Text("id"), item.Updated, item) {
				b.out.NoteAgain(pos, item.ID)
			}
		}
	}
}

// itemOf returns a card as a task.
func (b *board) itemOf(pos sources.Position, card sources.Object) *sources.Item {
	item := &sources.Item{
		Pos: pos, ID: card.Text("id"), Title: card.Text("name"), Text: card.Text("desc"), Labels: card.Texts("labels", "name", "color"),
		Names: []string{card.Text("shortLink")}, Created: createdAt(card.Text("id")), Updated: card.Text("dateLastActivity"),
		Started: card.Text("start"), Due: card.Text("due"), Comments: b.comments[card.Text("id")],
		Props: map[string]any{"url": card.Text("shortUrl", "url")},
	}
	if number := card.Text("idShort"); isNumber(number) {
		item.ID, item.Props["number"] = "#"+number, json.Number(number)
	}
	slices.SortStableFunc(item.Comments, func(a, b sources.Comment) int { return strings.Compare(a.At, b.At) })
	for _, id := range card.Texts("idMembers") {
		item.Owners = append(item.Owners, personOf(b.members[id]))
	}
	for _, list := range b.board.Objects("checklists") {
		if list.Text("idCard") == card.Text("id") {
			item.Sections = append(item.Sections, sources.Section{Heading: cmp.Or(list.Text("name"), "Checklist"), Text: boxes(list)})
		}
	}
	for _, attached := range card.Objects("attachments") {
		if _, rest, found := strings.Cut(attached.Text("url"), "//trello.com/c/"); found {
			link, _, _ := strings.Cut(rest, "/")
			item.Links = append(item.Links, sources.Link{Rel: "relates_to", To: link, Weak: true})
		}
	}
	b.setState(item, card)
	return item
}

// setState sets the state: by the list, unless the card is marked as complete or archived.
func (b *board) setState(item *sources.Item, card sources.Object) {
	list := b.lists[card.Text("idList")]
	item.Status = list.Text("name")
	isArchived := card.Text("closed") == "true" || list.Text("closed") == "true"
	switch {
	case card.Text("dueComplete") == "true":
		item.State = sources.Done
	case isArchived && sources.StateOf(graph.KindTask, item.Status) != sources.Done:
		item.State, item.Props["archived"] = sources.Cancelled, true
	}
}

// boxes returns the items of a list of checks as Markdown.
func boxes(list sources.Object) string {
	var text strings.Builder
	for _, item := range list.Objects("checkItems") {
		mark := " "
		if item.Text("state") == "complete" {
			mark = "x"
		}
		fmt.Fprintf(&text, "- [%s] %s\n", mark, item.Text("name"))
	}
	return text.String()
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

func personOf(member sources.Object) sources.Person {
	return sources.Person{Handle: member.Text("username"), Name: member.Text("fullName")}
}

// createdAt returns the time in an id, whose first eight digits are its seconds, "" for
// another id.
func createdAt(id string) string {
	if len(id) != 24 {
		return ""
	}
	seconds, err := strconv.ParseInt(id[:8], 16, 64)
	if err != nil {
		return ""
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
}
