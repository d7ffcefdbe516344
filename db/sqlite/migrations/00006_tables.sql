-- +goose Up
CREATE TABLE onto_actors (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	kind TEXT NOT NULL,
	is_admin INTEGER NOT NULL,
	created_at TEXT NOT NULL,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_keys (
	id TEXT NOT NULL,
	hash BLOB NOT NULL,
	name TEXT NOT NULL,
	actor_id TEXT NOT NULL,
	scopes TEXT NOT NULL,
	project_ids TEXT,
	created_by TEXT NOT NULL,
	created_at TEXT NOT NULL,
	expires_at TEXT,
	used_at TEXT,
	revoked_at TEXT,
	PRIMARY KEY (id)
) STRICT;
CREATE TABLE onto_audit (
	id TEXT NOT NULL,
	at TEXT NOT NULL,
	actor_id TEXT,
	key_id TEXT,
	interface TEXT NOT NULL,
	action TEXT NOT NULL,
	code TEXT NOT NULL,
	project_id TEXT,
	subject TEXT NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (id)
) STRICT;
CREATE UNIQUE INDEX onto_keys_hash ON onto_keys (hash);
CREATE INDEX onto_keys_actor ON onto_keys (actor_id);
CREATE INDEX onto_audit_at ON onto_audit (at);
