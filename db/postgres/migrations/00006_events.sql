-- +goose Up
CREATE TABLE onto_events (
	project_id uuid NOT NULL,
	rev bigint NOT NULL,
	number bigint NOT NULL,
	at timestamptz NOT NULL,
	actor_id uuid,
	key_id text,
	interface text NOT NULL,
	operation text NOT NULL,
	kind text NOT NULL,
	entity_id uuid NOT NULL,
	fields jsonb,
	PRIMARY KEY (project_id, rev, number)
);
CREATE TABLE onto_mutations (
	actor_id uuid NOT NULL,
	client_id text NOT NULL,
	hash bytea NOT NULL,
	result jsonb,
	at timestamptz NOT NULL,
	PRIMARY KEY (actor_id, client_id)
);
CREATE INDEX onto_events_entity ON onto_events (entity_id, rev);
CREATE INDEX onto_events_at ON onto_events (project_id, at);
CREATE INDEX onto_mutations_at ON onto_mutations (at);
