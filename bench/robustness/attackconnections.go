package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"dossier/bench/measure"
	"dossier/bench/served"
)

// A connectionAttack is many connections, each of which sends something and
// then reads nothing.
type connectionAttack struct {
	name  string
	count int
	// first is sent at once by each connection, then one byte of rest a second.
	first, rest string
	within      time.Duration // the duration of the attack
}

// measure runs the attack, and meanwhile sends cheap queries.
func (c *connectionAttack) measure(ctx context.Context, server *served.Server, figures *measure.Table) error {
	server.PeakMB()
	before, used := server.ResidentMB(), server.ProcessorTime()
	attacking, stop := context.WithTimeout(ctx, c.within)
	defer stop()
	var open sync.WaitGroup
	var mu sync.Mutex
	ended := 0
	for range c.count {
		open.Go(func() {
			if c.attack(attacking, strings.TrimPrefix(server.Address, "http://")) {
				mu.Lock()
				ended++
				mu.Unlock()
			}
		})
	}
	slowest := time.Duration(0)
	for attacking.Err() == nil {
		start := time.Now()
		cheap := attack{path: "/healthz", method: "GET"}
		if status, _, err := cheap.send(ctx, server.Address); err != nil || status != 200 {
			return fmt.Errorf("/healthz beside it: %d, %w", status, err)
		}
		slowest = max(slowest, time.Since(start))
		time.Sleep(100 * time.Millisecond)
	}
	open.Wait()
	figures.Add(c.name, measure.Millis(server.ProcessorTime()-used), max(0, server.PeakMB()-before), "",
		fmt.Sprintf("%d of %d disconnected; /healthz beside it at most %.0f ms", ended, c.count, measure.Millis(slowest)))
	return nil
}

// attack attacks with one connection, and reports whether the server closed it.
func (c *connectionAttack) attack(ctx context.Context, address string) (closed bool) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	defer connection.Close()
	if deadline, has := ctx.Deadline(); has {
		_ = connection.SetDeadline(deadline) // the server may read slowly
	}
	if _, err := io.WriteString(connection, strings.ReplaceAll(c.first, "HOST", address)); err != nil {
		return !errors.Is(err, os.ErrDeadlineExceeded)
	}
	for i := 0; ctx.Err() == nil; i++ {
		time.Sleep(time.Second)
		if c.rest == "" {
			continue
		}
		if _, err := connection.Write([]byte{c.rest[i%len(c.rest)]}); err != nil {
			return !errors.Is(err, os.ErrDeadlineExceeded)
		}
	}
	return false
}

// socketFrame returns a client's frame, whose text is masked with zeros.
func socketFrame(opcode byte, text string) string {
	header := []byte{opcode, 0x80 | byte(len(text)), 0, 0, 0, 0}
	if len(text) > 125 {
		header = []byte{opcode, 0x80 | 126, byte(len(text) >> 8), byte(len(text)), 0, 0, 0, 0}
	}
	return string(header) + text
}

// connectionAttacks returns the attacks with many connections.
func connectionAttacks() []connectionAttack {
	const (
		post    = "POST /graphql HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
		upgrade = "GET /graphql HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
		whole  = 0x81 // a text in one frame
		begun  = 0x01 // a text whose frames follow
		goesOn = 0x00
	)
	call := func(tool, arguments string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
	}
	full := `{"query":"{ documents(first: 120) { nodes { full { content props } } } }"}`
	subscribe := func(id int) string {
		return socketFrame(whole, fmt.Sprintf(`{"type":"subscribe","id":"%d","payload":{"query":"subscription { `+
			`contextChanged(input: {start: {global: true}}) { text } }"}}`, id))
	}
	events := `{"query":"subscription { contextChanged(input: {start: {global: true}}) { text } }"}`
	body := func(headers, text string) string {
		return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", headers, len(text), text)
	}
	mcp := "POST /mcp HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
	return []connectionAttack{
		{name: "300 bodies at a byte a second", count: 300, first: post + "Content-Length: 100000\r\n\r\n", rest: " ", within: 25 * time.Second},
		{name: "300 headers at a byte a second", count: 300, first: post, rest: "X", within: 12 * time.Second},
		{name: "1,500 connections that say nothing", count: 1500, within: 12 * time.Second},
		{name: "200 clients that do not read 3 MB", count: 200, first: body(post, full), within: 20 * time.Second},
		{name: "300 WebSockets that say nothing", count: 300, first: upgrade, within: 15 * time.Second},
		{name: "100 WebSockets with 150 subscriptions each", count: 100,
			first: upgrade + socketFrame(whole, `{"type":"connection_init"}`) + repeated(150, "", subscribe), within: 15 * time.Second},
		{name: "100 WebSockets, messages of 10,000 frames", count: 100,
			first: upgrade + socketFrame(begun, "") + strings.Repeat(socketFrame(goesOn, " "), 10_000), within: 15 * time.Second},
		{name: "300 streams of events", count: 300, first: body(post+"Accept: text/event-stream\r\n", events), within: 15 * time.Second},
		{name: "300 agents that ask for 20,000 tokens", count: 300,
			first: body(mcp, call("get_context_document", `{"topic":"what blocks the launch","max_tokens":20000}`)), within: 20 * time.Second},
		{name: "300 agents that ask for what changed", count: 300,
			first: body(mcp, call("list_changes", `{"since":"3650d","max_tokens":20000}`)), within: 15 * time.Second},
		{name: "300 agents that ask for a search", count: 300,
			first: body(mcp, call("search_ontology", `{"query":"what blocks the launch","max_tokens":20000}`)), within: 10 * time.Second},
		{name: "HTTP/2 without TLS", count: 100, first: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", rest: " ", within: 5 * time.Second},
	}
}
