-- +goose Up
CREATE TABLE onto_words (
	word text NOT NULL,
	project_id uuid NOT NULL,
	entities bigint NOT NULL,
	titles bigint NOT NULL,
	PRIMARY KEY (word, project_id)
);
DROP POLICY IF EXISTS onto_read ON onto_words;
CREATE POLICY onto_read ON onto_words FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_words.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_words.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_words.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_words;
CREATE POLICY onto_write ON onto_words USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_words.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_words.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
ALTER TABLE onto_words ENABLE ROW LEVEL SECURITY;
