package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/ndjson"
)

type serveCommand struct{ serverOptions }

// Run serves the store of the command line until it is told to stop.
func (c *serveCommand) Run(p *program) error {
	service, _, closeStore, err := p.service()
	if err != nil {
		return err
	}
	defer closeStore()
	return c.serve(p.ctx, service, p.log, p.out)
}

//go:embed testdata/demo.ndjson
var demoGraph []byte

type demoCommand struct{ serverOptions }

// Run serves the demo graph from memory until it is told to stop.
func (c *demoCommand) Run(p *program) error {
	store, closeStore, err := p.open(memory)
	if err != nil {
		return err
	}
	defer closeStore()
	if _, err := ndjson.Import(p.ctx, store, bytes.NewReader(demoGraph), ndjson.Options{Analyse: query.Analyse}); err != nil {
		return fmt.Errorf("import the demo graph: %w", err)
	}
	return c.serve(p.ctx, newService(store), p.log, p.out)
}
