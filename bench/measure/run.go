package measure

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A Part is a measurement of a program with settings.
type Part[S any] struct {
	Name    string
	Measure func(context.Context, S) error
}

// Main parses the flags, takes the measurements that -what names, standard if it
// names none, and ends the process with status 1 if one of them fails.
func Main[S any](settings *S, standard string, parts ...Part[S]) {
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = part.Name
	}
	what := flag.String("what", standard, "what to measure, with commas: "+strings.Join(names, ", "))
	flag.Parse()
	if err := run(*settings, *what, parts, names); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run[S any](settings S, what string, parts []Part[S], names []string) error {
	asked := strings.Split(what, ",")
	for _, name := range asked {
		if !slices.Contains(names, name) {
			return fmt.Errorf("-what: expected some of %s, with commas; got %q", strings.Join(names, ", "), name)
		}
	}
	ctx := graph.WithActor(context.Background(), graph.LocalActor)
	for _, part := range parts {
		if !slices.Contains(asked, part.Name) {
			continue
		}
		start := time.Now()
		if err := part.Measure(ctx, settings); err != nil {
			return fmt.Errorf("%s: %w", part.Name, err)
		}
		fmt.Printf("%s, %d processors, load %s, %s in %.0f s\n\n", runtime.Version(), runtime.NumCPU(), load(), part.Name,
			time.Since(start).Seconds())
	}
	return nil
}

// load returns the number of processes that wanted a processor in the last
// minute.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}
