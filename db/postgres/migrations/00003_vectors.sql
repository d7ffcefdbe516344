-- +goose Up
CREATE TABLE onto_vectors (
	entity_id uuid NOT NULL,
	model text NOT NULL,
	project_id uuid NOT NULL,
	rev bigint NOT NULL,
	hash bytea NOT NULL,
	vector bytea NOT NULL,
	PRIMARY KEY (entity_id, model)
);
CREATE INDEX onto_vectors_rev ON onto_vectors (project_id, rev);

-- +goose Down
DROP TABLE onto_vectors;
