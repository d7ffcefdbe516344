-- +goose Up
-- Triggers make search vectors, in place of generated columns, so that an import
-- may write its own. Stored vectors remain.
ALTER TABLE onto_projects ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_projects_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.next_step_short, '') || E'\n' || coalesce(NEW.next_step_long, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_projects_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_projects FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_projects_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_projects FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.description IS DISTINCT FROM OLD.description OR NEW.next_step_short IS DISTINCT FROM OLD.next_step_short OR NEW.next_step_long IS DISTINCT FROM OLD.next_step_long OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_projects_vector();
ALTER TABLE onto_plans ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_plans_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.plan, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_plans_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_plans FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_plans_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_plans FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.description IS DISTINCT FROM OLD.description OR NEW.plan IS DISTINCT FROM OLD.plan OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_plans_vector();
ALTER TABLE onto_goals ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_goals_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.goal, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_goals_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_goals FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_goals_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_goals FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.description IS DISTINCT FROM OLD.description OR NEW.goal IS DISTINCT FROM OLD.goal OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_goals_vector();
ALTER TABLE onto_tasks ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_tasks_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_tasks_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_tasks FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_tasks_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_tasks FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.description IS DISTINCT FROM OLD.description OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_tasks_vector();
ALTER TABLE onto_milestones ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_milestones_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.milestone, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_milestones_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_milestones FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_milestones_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_milestones FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.description IS DISTINCT FROM OLD.description OR NEW.milestone IS DISTINCT FROM OLD.milestone OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_milestones_vector();
ALTER TABLE onto_documents ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_documents_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.description, '') || E'\n' || coalesce(NEW.content, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_documents_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_documents FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_documents_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_documents FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.description IS DISTINCT FROM OLD.description OR NEW.content IS DISTINCT FROM OLD.content OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_documents_vector();
ALTER TABLE onto_outputs ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_outputs_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, coalesce(NEW.description, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_outputs_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_outputs FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_outputs_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_outputs FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.description IS DISTINCT FROM OLD.description OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_outputs_vector();
ALTER TABLE onto_risks ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_risks_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.content, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_risks_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_risks FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_risks_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_risks FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.content IS DISTINCT FROM OLD.content OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_risks_vector();
ALTER TABLE onto_decisions ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_decisions_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.outcome, '') || E'\n' || coalesce(NEW.rationale, '') || E'\n' || coalesce(NEW.description, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_decisions_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_decisions FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_decisions_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_decisions FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.rationale IS DISTINCT FROM OLD.rationale OR NEW.description IS DISTINCT FROM OLD.description OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_decisions_vector();
ALTER TABLE onto_requirements ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_requirements_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.text, '', NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_requirements_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_requirements FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_requirements_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_requirements FOR EACH ROW WHEN (NEW.text IS DISTINCT FROM OLD.text OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_requirements_vector();
ALTER TABLE onto_signals ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_signals_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.channel, coalesce(NEW.payload_summary, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_signals_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_signals FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_signals_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_signals FOR EACH ROW WHEN (NEW.channel IS DISTINCT FROM OLD.channel OR NEW.payload_summary IS DISTINCT FROM OLD.payload_summary OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_signals_vector();
ALTER TABLE onto_insights ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_insights_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.title, coalesce(NEW.summary, ''), NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_insights_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_insights FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_insights_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_insights FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.summary IS DISTINCT FROM OLD.summary OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_insights_vector();
ALTER TABLE onto_records ALTER COLUMN search_vector DROP EXPRESSION;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION onto_records_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_vector := onto_search_vector(NEW.name, '', NEW.fields, NEW.props);
	RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION onto_records_vector SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER onto_vector_inserted BEFORE INSERT ON onto_records FOR EACH ROW WHEN (NEW.rev = 0 OR NEW.search_vector IS NULL) EXECUTE FUNCTION onto_records_vector();
CREATE OR REPLACE TRIGGER onto_vector_updated BEFORE UPDATE ON onto_records FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.fields IS DISTINCT FROM OLD.fields OR NEW.props IS DISTINCT FROM OLD.props OR NEW.search_vector IS DISTINCT FROM OLD.search_vector) EXECUTE FUNCTION onto_records_vector();
SELECT onto_search_indexes();
