// Package todoist reads projects of Todoist, from the tables of "Export as a template"
// and of its backups.
package todoist

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Format reads tables of tasks, which have a row for each task, section and comment.
var Format = sources.Format{
	Name:   "todoist",
	Title:  "a project of Todoist, as the CSV of its export",
	Detect: detect,
	Match:  match,
	Read:   read,
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	return sources.FoundFiles(sources.FilesMatching(fsys, match, ".csv"), "open tasks with their parts, sections and comments")
}

func match(file string, head []byte) bool {
	return strings.EqualFold(path.Ext(file), ".csv") && bytes.HasPrefix(sources.Decoded(head), []byte("TYPE,CONTENT,"))
}

func read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = sources.FilesMatching(fsys, match, ".csv")
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no project of Todoist; expected a table that begins with TYPE,CONTENT")
	}
	for _, file := range files {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		p := &project{out: out, pos: sources.Position{File: file}}
		if len(files) > 1 {
			p.plan = out.Add(&sources.Item{Pos: p.pos, Kind: graph.KindPlan, ID: nameOf(file), Title: nameOf(file), State: sources.Doing})
		}
		if err := p.read(ctx, sources.Decoded(bytes.TrimPrefix(text, []byte("\ufeff")))); err != nil {
			return err
		}
	}
	return nil
}

// numbered is the number behind the name of a person or of a file.
var numbered = regexp.MustCompile(`\s*[(\[]\d+[)\]]$`)

// nameOf returns the name of the project that a file has, as "Home [2203306141].csv".
func nameOf(file string) string {
	return numbered.ReplaceAllString(strings.TrimSuffix(path.Base(file), path.Ext(file)), "")
}

// A project is the table of one, while it is read.
type project struct {
	out     *sources.Records
	pos     sources.Position
	plan    string // the id of the plan that is the project, "" if there is only one
	columns map[string]int
	section string
	task    *sources.Item // the last one, whose comments may follow
	above   []*sources.Item
}

func (p *project) read(ctx context.Context, text []byte) error {
	reader := csv.NewReader(bytes.NewReader(text))
	reader.FieldsPerRecord, reader.LazyQuotes = -1, true
	for ctx.Err() == nil {
		row, err := reader.Read()
		switch {
		case errors.Is(err, io.EOF):
			p.finish()
			return nil
		case err != nil:
			p.out.Note(sources.Rejected, p.pos, fmt.Sprintf("not CSV: %v; what is before it is read", err))
			p.finish()
			return nil
		}
		p.pos.Line, _ = reader.FieldPos(0)
		if p.columns == nil {
			p.columns = map[string]int{}
			for i, name := range row {
				p.columns[name] = i
			}
			continue
		}
		p.add(row)
	}
	return ctx.Err()
}

// cell returns the cell of a column, "" for none.
func (p *project) cell(row []string, column string) string {
	if i, has := p.columns[column]; has && i < len(row) {
		return strings.TrimSpace(row[i])
	}
	return ""
}

func (p *project) add(row []string) {
	content := p.cell(row, "CONTENT")
	switch of := p.cell(row, "TYPE"); {
	case of == "task" && content == "":
		p.out.Note(sources.Rejected, p.pos, "the task has no content")
	case of == "task":
		p.finish()
		p.addTask(row, content)
	case of == "section":
		p.section = content
	case of == "note" && p.task == nil:
		p.out.Note(sources.Lost, p.pos, "comments of the project")
	case of == "note":
		p.task.Comments = append(p.task.Comments, sources.Comment{Author: personOf(p.cell(row, "AUTHOR")), Text: content})
	case of != "" && of != "meta":
		p.out.Note(sources.Skipped, p.pos, fmt.Sprintf("rows of the type %q", of))
	}
}

// finish adds the last task.
func (p *project) finish() {
	if p.task != nil {
		p.task.ID = p.out.Add(p.task)
		p.task = nil
	}
}

func (p *project) addTask(row []string, content string) {
	task := &sources.Item{Pos: p.pos, Kind: graph.KindTask, State: sources.Todo, Text: p.cell(row, "DESCRIPTION"), Props: map[string]any{}}
	task.Title, task.Labels = labelled(content)
	task.Labels = append(task.Labels, sources.SplitList(p.cell(row, "LABELS"))...)
	task.ID = task.Title
	task.Author = personOf(p.cell(row, "AUTHOR"))
	if who := personOf(p.cell(row, "RESPONSIBLE")); who.Name != "" {
		task.Owners = []sources.Person{who}
	}
	const none = 4
	if level, err := strconv.Atoi(p.cell(row, "PRIORITY")); err == nil && level < none {
		task.Level = level
	}
	p.setDates(task, row)
	task.Props["section"] = p.section
	if duration := p.cell(row, "DURATION"); duration != "" {
		task.Props["duration"] = duration + " " + p.cell(row, "DURATION_UNIT")
	}
	indent, _ := strconv.Atoi(p.cell(row, "INDENT"))
	indent = min(max(indent, 1), len(p.above)+1)
	p.above = append(p.above[:indent-1], task)
	task.Parent = p.plan
	if indent > 1 {
		task.Parent = p.above[indent-2].ID
	}
	p.task = task
}

// recurring are the words at the beginning of a date that is one of many.
var recurring = strings.Split("every,every!,ev,ev!,each,daily,weekly,monthly,yearly,jeden,jede,jedes,täglich,wöchentlich,monatlich,"+
	"tous,toutes,chaque,cada,todos,todas,a,diario,semanalmente", ",")

// setDates sets until when a task is to be done: its deadline, and otherwise its date,
// which may be words.
func (p *project) setDates(task *sources.Item, row []string) {
	date := p.cell(row, "DATE")
	if words := strings.Fields(strings.ToLower(date)); len(words) > 0 && slices.Contains(recurring, words[0]) {
		task.Props["repeats"], date = date, ""
	}
	task.Due = cmp.Or(p.cell(row, "DEADLINE"), date)
	if task.Due != date {
		task.Started = date
	}
}

// labelled returns the name of a task without the labels at its end, and these.
func labelled(content string) (title string, labels []string) {
	words := strings.Fields(content)
	for len(words) > 1 && len(words[len(words)-1]) > 1 && words[len(words)-1][0] == '@' {
		labels = append(labels, words[len(words)-1][1:])
		words = words[:len(words)-1]
	}
	slices.Reverse(labels)
	return strings.Join(words, " "), labels
}

// personOf returns the person of a cell such as "Ann (48151623)".
func personOf(cell string) sources.Person {
	return sources.Person{Name: numbered.ReplaceAllString(cell, "")}
}
