-- +goose Up
CREATE TABLE onto_bases (
	id uuid NOT NULL,
	source text NOT NULL,
	project_id uuid NOT NULL,
	fields bytea NOT NULL,
	PRIMARY KEY (id, source)
);
CREATE INDEX onto_bases_source ON onto_bases (source, project_id);
DROP POLICY IF EXISTS onto_read ON onto_bases;
CREATE POLICY onto_read ON onto_bases FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_reaches(onto_bases.project_id) AND (
	EXISTS (SELECT FROM onto_members member WHERE member.project_id = onto_bases.project_id AND member.actor_id = onto_actor())
	OR onto_actor() IS NOT NULL AND EXISTS (SELECT FROM onto_projects project WHERE project.id = onto_bases.project_id AND project.is_public AND project.deleted_at IS NULL)));
DROP POLICY IF EXISTS onto_write ON onto_bases;
CREATE POLICY onto_write ON onto_bases USING (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) IN ('key', 'actor', 'admin') AND onto_reaches(onto_bases.project_id) AND EXISTS (
	SELECT FROM onto_members member WHERE member.project_id = onto_bases.project_id AND member.actor_id = onto_actor() AND member.access IN ('write', 'admin')));
ALTER TABLE onto_bases ENABLE ROW LEVEL SECURITY;
