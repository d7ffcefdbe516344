-- +goose Up
CREATE TABLE onto_events (
	project_id TEXT NOT NULL,
	rev INTEGER NOT NULL,
	number INTEGER NOT NULL,
	at TEXT NOT NULL,
	actor_id TEXT,
	key_id TEXT,
	interface TEXT NOT NULL,
	operation TEXT NOT NULL,
	kind TEXT NOT NULL,
	entity_id TEXT NOT NULL,
	fields TEXT,
	PRIMARY KEY (project_id, rev, number)
) STRICT;
CREATE TABLE onto_mutations (
	actor_id TEXT NOT NULL,
	client_id TEXT NOT NULL,
	hash BLOB NOT NULL,
	result TEXT,
	at TEXT NOT NULL,
	PRIMARY KEY (actor_id, client_id)
) STRICT;
CREATE INDEX onto_events_entity ON onto_events (entity_id, rev);
CREATE INDEX onto_events_at ON onto_events (project_id, at);
CREATE INDEX onto_mutations_at ON onto_mutations (at);
