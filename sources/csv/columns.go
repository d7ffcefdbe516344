package csv

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"dossier/sources"
)

// A role is the meaning of the cells of a column.
type role int

// The roles of columns.
const (
	other role = iota // a prop
	id
	title
	status
	category // of the status
	resolution
	priority
	typ
	owner
	author
	labels
	due
	start
	created
	updated
	completed
	cancelled
	archived
	isDone // a mark
	isBlocked
	description
	ownerHandle
	authorHandle
	parentTitle
	section // of the text, named by the column
	comment
	parent
	project
	milestone
	dependsOn
	blocks
	link // of a relation that the name of the column has
	alias
	impact
	probability
	ignored
	field // a column of the graph, by the mapping
)

// names are the names of columns by role, in English and in German, French and
// Spanish. Letters are in lower case, and words are separated by one blank.
var names = map[role][2]string{
	id: {"id,key,issue key,issue id,ticket,ticket id,ticket key,number,no,nr,ref,reference,identifier,code,task id,issue,local id," +
		"bug id,item id,item id auto generated,wbs,work item id,story id,id issue,id task,id ticket,gid,id readable,sequence id",
		"schlüssel,nummer,vorgangsschlüssel,vorgangsnummer,lfd nr,clé,numéro,n,clave,número,identificador,código,identifiant,kennung"},
	title: {"title,summary,name,subject,task,task name,issue title,headline,short description,item,card name,story,work item,action," +
		"actions,action item,action items,next step,next steps,follow up,activity,to do,risk,goal,milestone name," +
		"requirement,decision,what,deliverable,short desc",
		"titel,zusammenfassung,aufgabe,maßnahmen,nächster schritt,tâches,actions à mener,action à mener,à faire,tareas,acción,acciones," +
			"por hacer,compromiso,bezeichnung,betreff,thema,vorgangsname,was,maßnahme,risiko,titre,nom,tâche,résumé,sujet,intitulé,libellé," +
			"título,nombre,tarea,resumen,asunto,riesgo,ziel,objetivo,beschluss,entscheidung,décision,decisión,acuerdo"},
	status: {"status,state,stage,issue status,task status,progress status,list,column,bucket,current state,list name,section column," +
		"custom status,bug status",
		"zustand,bearbeitungsstand,bearbeitungsstatus,statut,état,etat,estado,situación"},
	category:   {"status category,state type", "statuskategorie,catégorie d état"},
	resolution: {"resolution,close reason,closed reason,closing reason,reason closed,state reason", "lösung,résolution,resolución"},
	priority: {
		"priority,prio,pri,importance,urgency,priority level", "priorität,dringlichkeit,wichtigkeit,priorité,urgence,prioridad,urgencia",
	},
	typ: {
		"type,issue type,kind,tracker,work item type,item type,task type,ticket type,issuetype",
		"typ,art,vorgangstyp,aufgabentyp,type de ticket,type de tâche,tipo,tipo de incidencia,tipo de tarea",
	},
	owner: {"owner,assignee,assign,assigned to,assigned,responsible,lead,assignees,owners,who,responsible person,person," +
		"resource names,owned by,accountable,members",
		"zuständig,verantwortlich,verantwortliche,verantwortlicher,bearbeiter,bearbeiterin,zugewiesen an,zugewiesen,zugewiesene person,wer," +
			"qui,quién,responsables,besitzer,responsable,assigné à,assigné,attribué à,affecté à,propriétaire,asignado a,asignado," +
			"encargado,propietario,persona asignada"},
	author: {"reporter,author,created by,creator,opened by,requester,submitter,reported by,requested by",
		"melder,autor,ersteller,erstellt von,gemeldet von,antragsteller," +
			"rapporteur,auteur,créé par,créateur,demandeur,informador,creado por,creador"},
	labels: {
		"labels,tags,label,tag,keywords,all labels,all label",
		"etiketten,schlagwörter,stichwörter,stichworte,schlagworte,étiquettes,mots clés,etiquetas,palabras clave",
	},
	due: {"due,due date,deadline,target date,due on,due at,due by,finish,finish date,end,end date," +
		"target,planned end,date due,when,by when,eta",
		"fällig,fällig am,fälligkeit,termin,frist,fälligkeitsdatum,enddatum,ende,bis,bis wann,wann,zieldatum,quand,pour quand,délai,cuándo," +
			"para cuándo,échéance,date d échéance,date limite,fin,date de fin,vence,vencimiento,fecha límite,fecha de vencimiento," +
			"fecha limite,plazo,fecha de fin"},
	start: {
		"start,start date,begin,begins,planned start,start at,started,started at",
		"beginn,startdatum,anfang,ab,début,date de début,inicio,fecha de inicio,comienzo",
	},
	created: {"created,created at,created date,opened,date created,creation date,created on,opened timestamp,opened at," +
		"created time,date opened,date,raised,date raised,opendate,creation time",
		"erstellt,erstellt am,angelegt,angelegt am,erstelldatum,datum,créé,créé le,date de création,créée,creado,fecha de creación,creada,fecha"},
	updated: {"updated,updated at,modified,last modified,last updated,updated on,modified timestamp,changed," +
		"date modified,last edited time,changed date,changeddate,last change time,date last activity",
		"aktualisiert,geändert,geändert am,letzte änderung,mis à jour,modifié,modifié le,mise à jour,actualizado," +
			"modificado,actualizada,fecha de actualización"},
	completed: {"completed,completed at,closed,closed at,resolved,done date,finished,date completed,completion date,closed date," +
		"closed timestamp,resolved at,date closed,completed on,closed on,accepted at,resolved date,done at,end at,cf last resolved",
		"abgeschlossen am,erledigt am,geschlossen,geschlossen am,erledigt,abgeschlossen,gelöst,terminé le,fermé le,résolu,fermé,clôturé le," +
			"cerrado,resuelta,fecha de cierre,terminado,completado"},
	ownerHandle:  {"assignee username,assignee usernames,assignee email,assigned to email,owner email", ""},
	authorHandle: {"author username,reporter username,author email,reporter email,creator email,created by email", ""}, parentTitle: {
		"epic title", "",
	},
	isBlocked: {"blocked,is blocked,flagged,impediment", "blockiert,bloqué,bloqueado"},
	isDone:    {"is done,is completed,is complete,is closed,due complete,completed flag,checked", "ist erledigt,est terminé,está terminado"},
	archived:  {"archived,is archived,archived at", "archiviert,archivé,archivado"},
	cancelled: {"canceled,cancelled,canceled at,cancelled at", "abgebrochen,annulé,cancelado"},
	description: {"description,body,details,text,content,detail,long description,issue description,card description," +
		"task content,task description,description content",
		"beschreibung,inhalt,einzelheiten,descriptif,détails,contenu,descripción,detalle,detalles,contenido"},
	section: {"notes,note,checklist,acceptance criteria,mitigation,consequences,remarks,comments summary,environment," +
		"steps to reproduce,response,contingency,rationale",
		"notizen,bemerkung,bemerkungen,anmerkung,anmerkungen,akzeptanzkriterien,gegenmaßnahme,notas,remarque,remarques,observaciones," +
			"criterios de aceptación,critères d acceptation"},
	comment: {"comment,comments", "kommentar,kommentare,commentaire,commentaires,comentario,comentarios"},
	parent: {"parent,parent id,parent key,epic,epic id,epic link,parent issue,parent task,parent link,epic name link," +
		"epic key,parent title,subtask of,parent item,parenttask",
		"übergeordnet,übergeordnete aufgabe,übergeordneter vorgang,elternelement,tâche parente,parente,tarea padre,padre,principal"},
	project: {"project,project name,list of project,board", "projekt,projekt name,projet,proyecto"},
	milestone: {"milestone,version,fix version,fix versions,sprint,release,iteration,cycle name," +
		"target version,project milestone,m,iteration path,target milestone",
		"meilenstein,lösungsversion en,lösungsversion,jalon,hito,sprints,versión,version corrigée"},
	dependsOn: {"depends on,dependencies,blocked by,blocker,blockers,predecessors,requires,depends," +
		"dependency,blocked on,waiting for,prerequisites,dependson," +
		"predecessor,waits for,blocked by ids",
		"hängt ab von,abhängig von,abhängigkeiten,vorgänger,abhängigkeit,blockiert durch,eingehende vorgangsverknüpfung blocks,wartet auf," +
			"dépend de,dépendances,prédécesseurs,bloqué par,dépendance,depende de,dependencias,predecesores,bloqueado por,dependencia"},
	blocks: {"blocks,blocking,successors,blocker of",
		"blockiert,ausgehende vorgangsverknüpfung blocks,nachfolger,bloque,bloquea,successeurs,sucesores"},
	link: {"related to,related,relates to,duplicate of,duplicates,merged into,see also,related issues,supersedes,superseded by,cloned from",
		"verwandt,siehe auch,duplikat von,lié à,voir aussi,relacionado con,ver también"},
	alias: {"alias,aliases,short name,epic name,acronym,alternative id,external id",
		"kürzel,kurzname,vorgangs id,id de ticket,id du ticket,id de la demande,id de incidencia"},
	impact:      {"impact,severity of risk,consequence", "auswirkung,schadenshöhe,impacto,gravité"},
	probability: {"probability,likelihood,chance", "wahrscheinlichkeit,eintrittswahrscheinlichkeit,probabilité,probabilidad"},
	ignored: {"uuid,project key,project type,project id,project lead,project lead id,project url,project description,parent summary," +
		"assignee id,reporter id,creator id,comments id,attachment,watchers,watchers id,votes,work ratio,rank,stars,url hash,status id," +
		// of a milestone, by setMilestone
		"priority id,category id,issue type id,issue url,linear url,security level,satisfaction rating,cycle start,cycle end,sprint start," +
		"sprint end,iteration start,iteration end,Σ original estimate,Σ remaining estimate,Σ time spent,log work,last viewed,issue color," +
		"development,project milestone id,initiatives id,team id,starcount,date created text,due date text,start date text", ""},
}

var byName, foreignNames = func() (map[string]role, map[string]bool) {
	roles, foreign := map[string]role{}, map[string]bool{}
	for of, lists := range names {
		for i, list := range lists {
			for name := range strings.SplitSeq(list, ",") {
				if name != "" {
					roles[name] = of
					foreign[name] = i == 1
				}
			}
		}
	}
	for name, of := range maps.Clone(roles) {
		if plain := unaccented.Replace(name); roles[plain] == other {
			roles[plain], foreign[plain] = of, true
		}
	}
	return roles, foreign
}()

// unaccented leaves out the accents, as many write the names of columns.
var unaccented = strings.NewReplacer("á", "a", "à", "a", "â", "a", "é", "e", "è", "e", "ê", "e", "í", "i", "ó", "o", "ô", "o", "ú", "u",
	"û", "u", "ñ", "n", "ç", "c", "ä", "ae", "ö", "oe", "ü", "ue")

// A column is a column of a table with its meaning.
type column struct {
	name string // as written
	role role
	rel  string // of a link
	to   string // of a field
}

// roleOf returns the role of a column by its name, and its name in the lists of
// names.
func roleOf(name string) (of role, folded string) {
	folded = fold(name)
	if name == "#" {
		return id, folded
	}
	if of, known := byName[folded]; known {
		return of, folded
	}
	folded = strings.TrimSuffix(strings.TrimPrefix(folded, "custom field "), " utc")
	if bare := strings.TrimPrefix(folded, "issue "); byName[bare] != other {
		return byName[bare], bare
	}
	return byName[folded], folded
}

// fold returns a name in lower case, with one blank between its words. A capital
// after a small letter begins a word, as in BlockedOn. Assignee(s) are assignees.
func fold(name string) string {
	var words strings.Builder
	before := ' '
	for _, r := range strings.ReplaceAll(name, "(s)", "s") {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(before):
			words.WriteByte(' ')
		}
		words.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.Join(strings.Fields(words.String()), " ")
}

// guessColumns finds the roles of columns by their names. Of several columns for
// one role that has one value, the first counts, and times as numbers before
// those without a zone.
func (t *table) guessColumns() {
	t.columns = make([]column, len(t.header))
	taken := map[role]int{}
	for i, name := range t.header {
		of, folded := roleOf(name)
		c := column{name: name, role: of, rel: strings.ReplaceAll(folded, " ", "_")}
		if rel, is := issueLink(name); is {
			c.role, c.rel = link, rel
		}
		if at, twice := taken[c.role]; twice && !slices.Contains(several, c.role) {
			t.chooseColumn(&t.columns[at], &c)
		}
		taken[c.role] = i
		t.columns[i] = c
		t.isTickTick = t.isTickTick || fold(name) == "is check list"
		t.isRedmine = t.isRedmine || fold(name) == "tracker"
		t.isBoard = t.isBoard || c.role == status && slices.Contains(lists, fold(name))
		t.isIssues = t.isIssues || slices.Contains(ofIssues, fold(name))
		t.foreign = t.foreign || of != other && foreignNames[folded]
	}
	t.chooseBlocked()
}

// chooseBlocked makes a column called blocked one of what the row blocks, if another one has
// what it waits for, as exports of Bugzilla have them.
func (t *table) chooseBlocked() {
	for i := range t.columns {
		if c := &t.columns[i]; c.role == isBlocked && fold(c.name) == "blocked" && t.has(dependsOn) && t.each(i, isReference) {
			c.role = blocks
		}
	}
}

// isReference reports whether a cell is a list of numbers or codes.
func isReference(cell string) bool {
	return !slices.Contains(yes, cell) && !slices.ContainsFunc(sources.SplitList(cell), func(part string) bool {
		return !digits.MatchString(part) && !isCode(part)
	})
}

// lists are names of columns that say where a card is, which may be anywhere when it is done.
var lists = []string{"list", "list name", "column", "bucket", "section column"}

// chooseColumn leaves a role to one of two columns, and gives the other one the
// role that is left for it.
func (t *table) chooseColumn(before, c *column) {
	name, earlier := fold(c.name), fold(before.name)
	isPreferred := preferred(name) > preferred(earlier)
	switch {
	case strings.HasSuffix(name, "timestamp"):
		before.role = ignored
	case strings.HasSuffix(earlier, "timestamp"):
		c.role = ignored
	case (c.role == title || c.role == status) && isPreferred:
		before.role = other
	case c.role == due && strings.HasPrefix(name, "due"):
		before.role = other
	case c.role == id && isPreferred:
		before.role = alias
	case c.role == id:
		c.role = alias
	default:
		c.role = other
	}
}

// ofIssues are names of columns that exports of issue trackers have.
var ofIssues = []string{
	"issue key", "issue id", "issue type", "issue", "parent issue", "bug id", "all labels", "opened timestamp", "blocked on", "merged into",
	"issue title", "author username",
}

// preferred returns how much a name is that of a title, an id or a status, of several.
func preferred(name string) int {
	return slices.Index([]string{"id", "name", "identifier", "summary", "key", "title", "issue key", "state", "status", "custom status",
		"id readable", "sequence id", "ref"}, name)
}

// several are the roles of which a table may have several columns.
var several = []role{other, owner, labels, section, comment, milestone, dependsOn, blocks, link, alias, ignored, field, parent}

// issueLink returns the relation of a column such as "Outward issue link (Blocks)"
// of Jira, from the row to the cell.
func issueLink(name string) (rel string, is bool) {
	direction, of, found := strings.Cut(strings.ToLower(strings.TrimSuffix(strings.TrimSpace(name), ")")), "ward issue link (")
	if !found {
		return "", false
	}
	rel = strings.ReplaceAll(fold(of), " ", "_")
	if direction == "in" {
		return "in:" + rel, true
	}
	return rel, true
}

// mapped are the roles of the columns of the graph.
var mapped = map[string]role{
	"id": id, "external_id": id, "title": title, "name": title, "state_key": status, "state": status, "status": status, "priority": priority,
	"type_key": typ, "type": typ,
	"owner": owner, "assignee": owner, "author": author, "reporter": author, "labels": labels, "due_at": due, "due": due, "target_date": due,
	"start_at":   start,
	"created_at": created, "updated_at": updated, "completed_at": completed, "decision_at": completed, "mitigated_at": completed,
	"description": description,
	"content":     description, "depends_on": dependsOn, "blocked_by": dependsOn, "blocks": blocks, "parent": parent, "plan": project,
	"milestone": milestone,
	"aliases":   alias, "impact": impact, "probability": probability, "-": ignored, "": ignored,
}

// mapColumns sets the roles that a mapping gives.
func (t *table) mapColumns(fields map[string]string) {
	for from, to := range fields {
		for i := range t.columns {
			if !strings.EqualFold(t.columns[i].name, strings.TrimSpace(from)) {
				continue
			}
			of, known := mapped[strings.ToLower(to)]
			if !known {
				of = field
			}
			for j := range t.columns {
				if j != i && known && t.columns[j].role == of && !slices.Contains(several, of) {
					t.columns[j].role = other
				}
			}
			t.columns[i].role, t.columns[i].to = of, to
		}
	}
}
