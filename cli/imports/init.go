package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/sources/config"
	"dossier/sources/folder"
	"dossier/sources/formats"
	"dossier/sources/syncer"
)

// Init is the command that writes dossier.yaml and imports its sources.
type Init struct {
	Dir     string `arg:"" optional:"" default:"." name:"folder" help:"The folder; the current one by default."`
	Name    string `name:"project" placeholder:"NAME" help:"The name of the project; that of the folder by default."`
	DryRun  bool   `help:"Only say what was found."`
	Explain bool   `help:"Print all notes about the sources."`
}

// Run finds what a folder has, writes dossier.yaml and imports it. In a folder that
// has the file it only imports.
func (c *Init) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	if stores.Server != "" {
		return graph.BadInput("server", "init works on a folder; leave --server out")
	}
	view, err := folder.Open(c.Dir)
	if err != nil {
		return graph.BadInput("", "open %s: %v", c.Dir, reasonOf(err))
	}
	found, err := c.config(view, streams)
	if err != nil || c.DryRun {
		return err
	}
	stores.SetWorkspace(found)
	store, closeStore, err := stores.OpenQuietly(ctx, storage.Writes)
	if err != nil {
		return err
	}
	defer closeStore()
	options := syncer.Options{Progress: progress("import", streams.Err)}
	reports, err := stores.Syncer(store).Sync(graph.WithInterface(ctx, graph.InterfaceImport), options)
	err = printSyncs(streams, c.Explain)(reports, err)
	if err != nil && !errors.Is(err, ErrRejected) {
		return err
	}
	return errors.Join(err, c.printNext(ctx, stores, store, streams))
}

// reasonOf returns why a file cannot be opened, without its path.
func reasonOf(err error) error {
	if failed, is := errors.AsType[*fs.PathError](err); is {
		return failed.Err
	}
	return err
}

// config returns the dossier.yaml of the folder, which it writes if there is none.
func (c *Init) config(view *folder.Folder, streams terminal.Streams) (*config.Config, error) {
	file := filepath.Join(view.Root(), config.Name)
	data, err := os.ReadFile(file)
	if err == nil {
		if c.Name != "" {
			return nil, graph.BadInput("project", "%s has a name for the project already; change it there", file)
		}
		fmt.Fprintf(streams.Out, "%s is there already, and is used as it is.\n", file)
		known, err := config.Read(file, data, formats.Names())
		if err != nil {
			return nil, graph.BadInput("", "%v", err)
		}
		return known, nil
	}
	found, untaken := detect(view)
	if len(found) == 0 {
		printUnread(view, streams)
		return nil, graph.BadInput("", "found nothing to read in %s; expected some of: %s", view.Root(), titles())
	}
	project := &config.Config{Dir: view.Root(), Project: cmp.Or(c.Name, nameOf(view.Root()))}
	project.ID = config.ID(project.Project)
	fmt.Fprintf(streams.Out, "Found in %s:\n", view.Root())
	for _, one := range found {
		one.Path = path.Join(one.path, one.Path)
		fmt.Fprintf(streams.Out, "  %-10s %s\n", one.Format.Name, described(one.Found))
		project.Sources = append(project.Sources, config.Source{From: one.Format.Name, Path: one.path})
	}
	printUnread(view, streams)
	if len(untaken) > 0 {
		fmt.Fprintf(streams.Out, "Not read: tables in %d folders, such as %s; name those with work as sources in %s.\n",
			len(untaken), untaken[0].path, config.Name)
	}
	c.printRemote(view, streams)
	if c.DryRun {
		return nil, nil
	}
	if err := project.Write(); err != nil {
		return nil, &graph.Error{Code: graph.CodeUnavailable, Text: fmt.Sprintf("write %s: %v", file, reasonOf(err))}
	}
	fmt.Fprintf(streams.Out, "Wrote %s.\n", file)
	return project.Again(formats.Names())
}

// nameOf returns the name of a folder for its project, of one around it if it has
// a general name.
func nameOf(dir string) string {
	for slices.Contains(general, strings.ToLower(filepath.Base(dir))) {
		dir = filepath.Dir(dir)
	}
	return filepath.Base(dir)
}

// titles returns what the formats read.
func titles() string {
	var list []string
	for _, format := range formats.All {
		if format.Prefix == "" || format.Match != nil {
			list = append(list, format.Name+" ("+format.Title+")")
		}
	}
	return strings.Join(list, ", ")
}

// A detected source is in a folder of the folder.
type detected struct {
	formats.Found
	path string // of the folder that has it
}

// The depth to which folders of trackers are looked for, and how many folders are
// looked at. By eye: a repository of several packages has them there.
const (
	detectDepth   = 3
	detectFolders = 2000

	// More folders with tables than these are data, such as a table for each day.
	maxTables = 3
)

// ofTests are names of folders whose exports are data of tests, or show how one looks.
var ofTests = strings.Fields("test tests testdata test-data test_data fixtures __fixtures__ __tests__ spec specs mocks " +
	"example examples sample samples demo demos seed seeds templates")

// detect returns the sources of a folder: what it has itself, and the trackers and
// exports in the folders below. Tables in many folders are returned as not taken.
func detect(view *folder.Folder) (list, untaken []detected) {
	for _, found := range formats.In(view) {
		list = append(list, detected{found, "."})
	}
	detecting := detecting{view: view, list: list}
	detecting.below(".", 1)
	isTable := func(one detected) bool {
		return one.path != "." && (one.Format.Name == "csv" || one.Format.Name == "json")
	}
	for _, one := range detecting.list {
		if isTable(one) {
			untaken = append(untaken, one)
		}
	}
	if len(untaken) <= maxTables {
		return detecting.list, nil
	}
	return slices.DeleteFunc(detecting.list, isTable), untaken
}

// detecting are the sources that were found so far.
type detecting struct {
	view   *folder.Folder
	list   []detected
	looked int
}

// below adds the trackers and exports in the folders below one.
func (d *detecting) below(dir string, depth int) {
	entries, _ := d.view.ReadDir(dir)
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if d.looked++; !entry.IsDir() || strings.HasPrefix(entry.Name(), ".") || d.looked > detectFolders || covers(d.list, name) {
			continue
		}
		isOfTests := slices.Contains(ofTests, strings.ToLower(entry.Name()))
		d.add(name, isOfTests)
		if depth < detectDepth && !isOfTests {
			d.below(name, depth+1)
		}
	}
}

// add adds the trackers in a folder, and its exports unless these are data of tests.
func (d *detecting) add(name string, isOfTests bool) {
	inner, err := d.view.In(name)
	if err != nil {
		return
	}
	for _, found := range formats.In(inner) {
		if isTracker(inner, found) || found.Top && !isOfTests {
			d.list = append(d.list, detected{found, name})
		}
	}
}

// isTracker reports whether what was found is a folder of a tool, and not the folder
// itself.
func isTracker(view *folder.Folder, found formats.Found) bool {
	info, err := view.Stat(found.Path)
	return err == nil && info.IsDir() && found.Path != "."
}

// covers reports whether a folder is one that a tool has already.
func covers(list []detected, name string) bool {
	return slices.ContainsFunc(list, func(one detected) bool {
		claimed := path.Join(one.path, one.Path)
		return !one.Top && claimed != "." && (claimed == name || strings.HasPrefix(name, claimed+"/"))
	})
}

// unreadForms are the endings of documents that no format reads, in the order in which
// they are named.
var unreadForms = []string{".docx", ".doc", ".odt", ".rtf", ".pages", ".pdf", ".html", ".ipynb", ".tex", ".txt", ".ods", ".pptx"}

// printUnread prints how many documents of the folder are in other forms.
func printUnread(view *folder.Folder, streams terminal.Streams) {
	count := map[string]int{}
	for _, file := range view.Files() {
		if !strings.EqualFold(path.Base(file.Path), "todo.txt") {
			count[strings.ToLower(path.Ext(file.Path))]++
		}
	}
	var parts []string
	for _, form := range unreadForms {
		if count[form] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[form], form))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(streams.Out, "Not read: %s; Markdown, .rst, .adoc and .org are.\n", strings.Join(parts, ", "))
	}
}

// printRemote prints what a repository of the folder has at its service.
func (c *Init) printRemote(view *folder.Folder, streams terminal.Streams) {
	if url := view.Remote(); formats.At(url) != nil {
		fmt.Fprintf(streams.Out, "Not read: the issues and pull requests of %s; dossier import %s adds them.\n", url, url)
	}
}

// printNext prints two commands: one that asks a question of the new graph, and one
// that connects an agent.
func (c *Init) printNext(ctx context.Context, stores *storage.Stores, store *sqlstore.Store, streams terminal.Streams) error {
	question, err := suggest(ctx, store)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		program = "dossier"
	}
	elsewhere := ""
	if here, err := os.Getwd(); err != nil || here != stores.Workspace.Dir {
		elsewhere = " --folder " + terminal.Quoted(stores.Workspace.Dir)
	}
	fmt.Fprintf(streams.Out, "\nAsk:             %s context%s %s\n", terminal.Quoted(program), elsewhere, doubleQuoted(question))
	connect := append([]string{"claude", "mcp", "add", "dossier", "--", program, "mcp"}, stores.InFolder()...)
	fmt.Fprintln(streams.Out, "Connect an agent:", terminal.Command(connect))
	fmt.Fprintln(streams.Out, "For other agents: dossier mcp --print-config CLIENT")
	return nil
}

// doubleQuoted returns a question as a person types it in a shell.
func doubleQuoted(question string) string {
	if strings.ContainsAny(question, "\"$`\\!") {
		return terminal.Quoted(question)
	}
	return `"` + question + `"`
}

// suggest returns a question that the graph can answer.
func suggest(ctx context.Context, store *sqlstore.Store) (string, error) {
	for _, one := range []struct {
		kind     graph.Kind
		states   []string
		question string
	}{
		{graph.KindTask, []string{"todo", "in_progress", "blocked"}, "which tasks can start now?"},
		{graph.KindDecision, nil, "which decisions were made, and why?"},
		{graph.KindPlan, nil, "what is planned?"},
	} {
		page, err := store.List(ctx, listOf(one.kind, one.states))
		if err != nil {
			return "", err
		}
		if len(page.Entities) > 0 {
			return one.question, nil
		}
	}
	page, err := store.List(ctx, listOf(graph.KindDocument, nil))
	if err != nil || len(page.Entities) == 0 {
		return "what is this project about?", err
	}
	return "what does " + graph.Line(page.Entities[0].Self().Label, 60) + " say?", nil
}

func listOf(kind graph.Kind, states []string) lists.List {
	return lists.List{
		Kind: kind, First: 1, Order: []lists.Order{{Field: lists.OrderUpdated, Descending: true}}, Filter: lists.Filter{States: states},
	}
}
