-- +goose Up
ALTER TABLE onto_revisions ADD COLUMN trail TEXT NOT NULL DEFAULT '';
