package imports

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/ndjson"
	"dossier/sources/formats"
)

// Convert is the command that prints what a source becomes.
type Convert struct {
	sourceFlags
	Path    string `arg:"" help:"A folder, a file or a URL of a known format."`
	Out     string `short:"o" placeholder:"FILE" help:"The file to write; standard output by default."`
	Explain bool   `help:"Print all notes about the source."`
}

// Help lists the formats.
func (Convert) Help() string {
	text := "Formats:"
	for _, format := range formats.All {
		text += fmt.Sprintf("\n\n  %s: %s", format.Name, format.Title)
	}
	return text
}

// Run prints what the sources of the path become.
func (c *Convert) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	defer c.removeUnpacked()
	found, err := c.locate(c.Path)
	if err != nil {
		return err
	}
	if found == nil {
		return graph.BadInput("", "%s is read as NDJSON, which needs no conversion; expected a folder or file of another format, or --from",
			c.Path)
	}
	write := func(out io.Writer) error {
		for i := range found {
			if err := c.convert(ctx, &found[i], stores, streams, out); err != nil {
				return err
			}
		}
		return nil
	}
	if c.Out != "" {
		return ndjson.WriteFile(c.Out, write)
	}
	return write(streams.Out)
}

// convert prints a source.
func (c *Convert) convert(ctx context.Context, one *located, stores *storage.Stores, streams terminal.Streams, out io.Writer) error {
	fmt.Fprintf(streams.Err, "%s: %s, %s\n", c.Path, one.format.Name, one.what)
	read, err := c.read(ctx, one, stores.Workspace, nil)
	if err != nil {
		return importError(c.Path, err)
	}
	defer func() { _ = read.Close() }() // a temporary file
	if nothing := read.Nothing(); nothing != nil {
		return importError(c.Path, nothing)
	}
	printNotes(streams.Err, read.Notes, c.Explain)
	buffered := bufio.NewWriter(out)
	if _, err := io.Copy(buffered, read.Reader()); err != nil {
		return fmt.Errorf("convert %s: %w", c.Path, err)
	}
	return buffered.Flush()
}
