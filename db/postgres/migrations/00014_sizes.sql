-- +goose Up
-- The words of kinds are counted with the others when the store is opened.
DELETE FROM onto_words;
