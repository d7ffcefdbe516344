-- +goose Up
CREATE TABLE onto_actors (
	id uuid NOT NULL,
	name text NOT NULL,
	kind text NOT NULL,
	is_admin boolean NOT NULL,
	created_at timestamptz NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE onto_keys (
	id uuid NOT NULL,
	hash bytea NOT NULL,
	name text NOT NULL,
	actor_id uuid NOT NULL,
	scopes text NOT NULL,
	project_ids text,
	created_by uuid NOT NULL,
	created_at timestamptz NOT NULL,
	expires_at timestamptz,
	used_at timestamptz,
	revoked_at timestamptz,
	PRIMARY KEY (id)
);
CREATE TABLE onto_audit (
	id uuid NOT NULL,
	at timestamptz NOT NULL,
	actor_id uuid,
	key_id uuid,
	interface text NOT NULL,
	action text NOT NULL,
	code text NOT NULL,
	project_id uuid,
	subject text NOT NULL,
	count bigint NOT NULL,
	PRIMARY KEY (id)
);
CREATE UNIQUE INDEX onto_keys_hash ON onto_keys (hash);
CREATE INDEX onto_keys_actor ON onto_keys (actor_id);
CREATE INDEX onto_audit_at ON onto_audit (at);
