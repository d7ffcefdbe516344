-- +goose Up
DROP POLICY IF EXISTS onto_write ON onto_actors;
CREATE POLICY onto_write ON onto_actors USING (current_setting('dossier.rights', true) = 'service' OR id = onto_actor() OR onto_administers())
	WITH CHECK (current_setting('dossier.rights', true) = 'service' OR current_setting('dossier.rights', true) = 'actor' AND NOT is_admin OR onto_administers());
