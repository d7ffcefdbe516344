-- +goose Up
-- The members that an actor sees have names.
DROP POLICY IF EXISTS onto_read ON onto_actors;
CREATE POLICY onto_read ON onto_actors FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR id = onto_actor() OR onto_administers()
	OR EXISTS (SELECT FROM onto_members member WHERE member.actor_id = onto_actors.id));
DROP POLICY IF EXISTS onto_write ON onto_actors;
CREATE POLICY onto_write ON onto_actors USING (current_setting('dossier.rights', true) = 'service' OR id = onto_actor() OR onto_administers())
	WITH CHECK (current_setting('dossier.rights', true) = 'service' OR onto_administers() OR current_setting('dossier.rights', true) = 'actor' AND NOT is_admin AND (id = onto_actor()
		OR EXISTS (SELECT FROM onto_members member WHERE member.actor_id = onto_actors.id AND onto_may_admin(member.project_id))));
DROP POLICY IF EXISTS onto_read ON onto_keys;
CREATE POLICY onto_read ON onto_keys FOR SELECT USING (current_setting('dossier.rights', true) = 'service' OR onto_administers() OR current_setting('dossier.rights', true) = 'actor' AND onto_actor() IN (actor_id, created_by));
