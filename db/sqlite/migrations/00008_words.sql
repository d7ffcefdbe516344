-- +goose Up
CREATE TABLE onto_words (
	word TEXT NOT NULL,
	project_id TEXT NOT NULL,
	entities INTEGER NOT NULL,
	titles INTEGER NOT NULL,
	PRIMARY KEY (word, project_id)
) STRICT, WITHOUT ROWID;
