package formats_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"dossier/db/storetest"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/formats"
	"dossier/sources/sourcestest"
)

// TestExportedAgain imports each sample of each format, and again as it is in files of a
// later day, as people export the same board each week. Nothing is new or changed by it.
func TestExportedAgain(t *testing.T) {
	for _, format := range formats.All {
		paths, err := filepath.Glob(filepath.Join("..", format.Name, "testdata", "*.txtar"))
		if err != nil || len(paths) == 0 {
			t.Errorf("%s: no samples: %v", format.Name, err)
		}
		for _, path := range paths {
			t.Run(format.Name+"/"+strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
				_, input, opts := sourcestest.Input(t, path)
				exportedAgain(t, format, input, opts)
			})
		}
	}
}

func exportedAgain(t *testing.T, format *sources.Format, input fstest.MapFS, opts sources.Options) {
	store := storetest.Open(t)
	first := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, later := range []time.Duration{0, 7 * 24 * time.Hour} {
		opts.Created = func(string) time.Time { return first.Add(later) }
		for _, file := range input {
			file.ModTime = opts.Created("")
		}
		records, err := sources.Read(context.Background(), format, input, opts)
		if err != nil {
			t.Skip(err) // a sample of what cannot be read
		}
		report, err := ndjson.Import(storetest.Context(), store, records.Reader(), ndjson.Options{
			Source: "export", Complete: true, Analyse: searchtext.Analyse,
		})
		_ = records.Close() // of a test
		if err != nil || report.Rejected > 0 {
			t.Fatalf("%v, %+v", err, report)
		}
		counts := report.Counts
		if later == 0 && counts.Created == 0 {
			t.Error("the first import created nothing")
		}
		if later > 0 && counts.Unchanged != report.Lines-report.Repeats {
			t.Errorf("again, of %d lines: %+v", report.Lines, counts)
		}
	}
}
