-- +goose Up
CREATE TABLE onto_vectors (
	entity_id TEXT NOT NULL,
	model TEXT NOT NULL,
	project_id TEXT NOT NULL,
	rev INTEGER NOT NULL,
	hash BLOB NOT NULL,
	vector BLOB NOT NULL,
	PRIMARY KEY (entity_id, model)
) STRICT;
CREATE INDEX onto_vectors_rev ON onto_vectors (project_id, rev);

-- +goose Down
DROP TABLE onto_vectors;
