-- +goose Up
ALTER TABLE onto_revisions ADD COLUMN trail text NOT NULL DEFAULT '';
