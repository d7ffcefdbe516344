-- +goose Up
CREATE TABLE onto_bases (
	id TEXT NOT NULL,
	source TEXT NOT NULL,
	project_id TEXT NOT NULL,
	fields BLOB NOT NULL,
	PRIMARY KEY (id, source)
) STRICT;
CREATE INDEX onto_bases_source ON onto_bases (source, project_id);
