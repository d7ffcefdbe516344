package access

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/lists"
)

// SaveKey stores a new key with the hash of its secret. In the same
// transaction, it makes the key's actor a member of the key's projects where it
// is not. An actor may make keys for itself. To make one for another actor, it
// must administer the deployment or all projects of the key. An actor with a
// key may make none.
func (s *KeyStore) SaveKey(ctx context.Context, key *graph.APIKey, hash []byte) error {
	err := s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		if err := s.authorizeKey(ctx, tx, key); err != nil {
			return err
		}
		if err := s.audit.putAudit(ctx, tx, history.AuditEntry{Action: history.ActionCreateKey, Subject: key.ID}); err != nil {
			return err
		}
		if err := putActor(ctx, s.conn, tx, key.Actor, "NOTHING"); err != nil {
			return err
		}
		return tx.Put(ctx, schema.Keys, [][]any{s.keyRow(key, hash)})
	})
	s.audit.AuditDenial(ctx, history.ActionCreateKey, "", err)
	return err
}

// authorizeKey checks that the actor may make the key, and makes the key's
// actor a member of its projects.
func (s *KeyStore) authorizeKey(ctx context.Context, tx engine.Tx, key *graph.APIKey) error {
	who := statement.SubjectOf(ctx)
	held, err := s.accessTo(ctx, tx, key.ProjectIDs)
	if err != nil {
		return err
	}
	administered := who.Key == nil && len(key.ProjectIDs) > 0
	for _, id := range key.ProjectIDs {
		administered = administered && held[id] == graph.AccessAdmin
	}
	if own := who.Key == nil && key.Actor.ID == who.ID; !own && !administered {
		if err := s.actors.CheckAdmin(ctx, tx, who); err != nil {
			return err
		}
	}
	return s.admit(ctx, tx, key, held)
}

// accessTo returns the access of the actor to projects, by id. Those that it
// may not read are absent.
func (s *KeyStore) accessTo(ctx context.Context, reader engine.Reader, projectIDs []string) (map[string]graph.Access, error) {
	held := map[string]graph.Access{}
	if len(projectIDs) == 0 {
		return held, nil
	}
	query := s.conn.SelectRevisions(ctx, projectIDs, func(revision graph.Revision) { held[revision.ProjectID] = revision.Access })
	return held, reader.Read(ctx, query)
}

// admit makes the actor of a key a member of those of the key's projects of
// which it is not, with the access that the key's scopes need. held is the
// access of the actor who makes the key.
func (s *KeyStore) admit(ctx context.Context, tx engine.Tx, key *graph.APIKey, held map[string]graph.Access) error {
	joined, err := s.joined(ctx, tx, key)
	if err != nil {
		return err
	}
	access := graph.AccessRead
	if slices.Contains(key.Scopes, graph.ScopeWrite) {
		access = graph.AccessWrite
	}
	var granted, entries [][]any
	for _, id := range key.ProjectIDs {
		switch {
		case held[id] == "":
			return graph.NotFound("project", id)
		case joined[id]:
			continue
		case held[id] != graph.AccessAdmin:
			return forbidden("expected an admin of project %s, of which the key's actor is no member; got an actor with access %s", id, held[id])
		}
		entry := s.audit.attributed(ctx, history.AuditEntry{
			Action: history.ActionGrant, ProjectID: id, Subject: key.Actor.ID + " " + string(access)})
		granted, entries = append(granted, []any{id, key.Actor.ID, string(access)}), append(entries, s.audit.auditRow(graph.NewID(), &entry))
	}
	if len(granted) == 0 {
		return nil
	}
	if err := tx.Put(ctx, schema.Audit, entries); err != nil {
		return err
	}
	return tx.Put(ctx, schema.Members, granted)
}

// joined returns the projects of the key of which its actor is a member.
func (s *KeyStore) joined(ctx context.Context, tx engine.Tx, key *graph.APIKey) (map[string]bool, error) {
	joined := map[string]bool{}
	q := s.conn.Statement()
	q.Add("SELECT project_id FROM onto_members WHERE actor_id = ", q.Param(key.Actor.ID), " AND ", q.In("project_id", key.ProjectIDs))
	return joined, tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		err := row.Scan(&id)
		joined[id] = true
		return err
	}))
}

// keyRow returns the values of a key in the order of the table's columns.
func (s *KeyStore) keyRow(key *graph.APIKey, hash []byte) []any {
	scopes := make([]string, len(key.Scopes))
	for i, scope := range key.Scopes {
		scopes[i] = string(scope)
	}
	row := []any{
		key.ID, hash, key.Name, key.Actor.ID, strings.Join(scopes, " "), nil, key.CreatedBy, s.conn.Dialect.Arg(key.CreatedAt), nil, nil, nil,
	}
	if key.ProjectIDs != nil {
		row[5] = strings.Join(key.ProjectIDs, " ")
	}
	if key.ExpiresAt != nil {
		row[8] = s.conn.Dialect.Arg(*key.ExpiresAt)
	}
	return row
}

// Keys returns a page of keys, ordered by name and id: those of the actor and
// those that it made, or all for an administrator of the deployment. An actor
// with a key may list none.
func (s *KeyStore) Keys(ctx context.Context, span lists.Span) ([]graph.APIKey, error) {
	q, err := s.selectOwnKeys(ctx)
	if err != nil {
		return nil, err
	}
	q.Span(span, "key.name", "key.id")
	var found []graph.APIKey
	err = s.conn.Read(ctx, q.Query(func(row engine.Row) error {
		key, err := scanKey(row)
		found = append(found, key)
		return err
	}))
	return statement.InOrder(span, found), err
}

// Key returns the key with an id, nil if there is none among those that the
// actor may list.
func (s *KeyStore) Key(ctx context.Context, id string) (*graph.APIKey, error) {
	q, err := s.selectOwnKeys(ctx)
	if err != nil {
		return nil, err
	}
	q.Add(" AND key.id = ", q.Param(id))
	return s.oneKey(ctx, q)
}

// selectOwnKeys returns a statement for the keys that the actor may list, to
// which conditions can be added.
func (s *KeyStore) selectOwnKeys(ctx context.Context) (*statement.Statement, error) {
	who := statement.SubjectOf(ctx)
	if who.Key != nil {
		err := forbidden("expected an actor who signed in without a key, as keys administer nothing")
		s.audit.AuditDenial(ctx, history.ActionRequest, "", err)
		return nil, err
	}
	all, err := s.actors.administers(ctx, s.conn.Reader(s.conn.Backend), who)
	q := s.selectKeys()
	ownKeys(q, who, all)
	return q, err
}

// ownKeys adds the condition that a key is the subject's or was made by it;
// TRUE if all is set.
func ownKeys(s *statement.Statement, who statement.Subject, all bool) {
	switch {
	case all:
		s.Add("TRUE")
	case who.ID == "":
		s.Add("FALSE")
	default:
		s.Add("(key.actor_id = ", s.Param(who.ID), " OR key.created_by = ", s.Param(who.ID), ")")
	}
}

// FindKey returns the key whose secret has a hash, nil if there is none. It
// needs no actor, because actors sign in with it.
func (s *KeyStore) FindKey(ctx context.Context, hash []byte) (*graph.APIKey, error) {
	q := s.selectKeys()
	q.Add("key.hash = ", q.Param(hash))
	return s.oneKey(statement.AsService(ctx), q)
}

// ValidKeys returns those of the keys with the ids that are valid now. It needs
// no actor, because the streams of several actors are checked at once.
func (s *KeyStore) ValidKeys(ctx context.Context, ids []string) (map[string]bool, error) {
	valid, now := map[string]bool{}, s.conn.Now()
	q := s.selectKeys()
	q.Add(q.In("key.id", ids))
	return valid, s.conn.Reader(s.conn.Backend).Read(statement.AsService(ctx), q.Query(func(row engine.Row) error {
		key, err := scanKey(row)
		if err == nil && key.Valid(now) {
			valid[key.ID] = true
		}
		return err
	}))
}

// oneKey runs a statement that finds at most one key, and returns it or nil.
func (s *KeyStore) oneKey(ctx context.Context, q *statement.Statement) (found *graph.APIKey, err error) {
	err = s.conn.Reader(s.conn.Backend).Read(ctx, q.Query(func(row engine.Row) error {
		key, err := scanKey(row)
		found = &key
		return err
	}))
	return found, err
}

// selectKeys returns the start of a statement for keys, up to WHERE.
func (s *KeyStore) selectKeys() *statement.Statement {
	return s.conn.Statement().Add("SELECT ", statement.ActorColumns("key.actor_id"), `, key.id, key.name, key.scopes, key.project_ids,
		key.created_by, key.created_at, key.expires_at, key.used_at, key.revoked_at
		FROM onto_keys key LEFT JOIN onto_actors actor ON actor.id = key.actor_id WHERE `)
}

func scanKey(row engine.Row) (key graph.APIKey, err error) {
	var scopes string
	var projects *string
	err = row.Scan(append(statement.ActorTargets(&key.Actor), &key.ID, &key.Name, &scopes, &projects,
		&key.CreatedBy, schema.Target(&key.CreatedAt), schema.Target(&key.ExpiresAt), schema.Target(&key.UsedAt),
		schema.Target(&key.RevokedAt))...)
	if err != nil {
		return key, fmt.Errorf("read key: %w", err)
	}
	for _, scope := range strings.Fields(scopes) {
		key.Scopes = append(key.Scopes, graph.Scope(scope))
	}
	if projects != nil {
		key.ProjectIDs = append([]string{}, strings.Fields(*projects)...)
	}
	return key, nil
}

// RevokeKey makes a key invalid from now on. An actor may revoke its own keys
// and those that it made; an administrator of the deployment may revoke all. An
// actor with a key may revoke none.
func (s *KeyStore) RevokeKey(ctx context.Context, id string) error {
	err := s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		who := statement.SubjectOf(ctx)
		all, err := s.actors.administers(ctx, tx, who)
		switch {
		case err != nil:
			return err
		case who.Key != nil:
			return s.actors.CheckAdmin(ctx, tx, who)
		}
		q := s.conn.Statement()
		q.Add("UPDATE onto_keys AS key SET revoked_at = COALESCE(revoked_at, ", q.Param(s.conn.Now().UTC()), ") WHERE key.id = ", q.Param(id),
			" AND ")
		ownKeys(q, who, all)
		revoked := false
		q.Add(" RETURNING 1")
		if err := tx.Returning(ctx, q.Query(func(engine.Row) error { revoked = true; return nil })); err != nil {
			return err
		}
		if !revoked {
			return graph.NotFound("key", id)
		}
		return s.audit.putAudit(ctx, tx, history.AuditEntry{Action: history.ActionRevokeKey, Subject: id})
	})
	s.audit.AuditDenial(ctx, history.ActionRevokeKey, "", err)
	return err
}
