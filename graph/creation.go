package graph

import "time"

// CreatedBefore is the member of an imported line of an entity whose source does not say
// when it was created, only that it is there since. A new entity was created then. One
// that is stored keeps its time, so that an export of a later day makes nothing new.
const CreatedBefore = "created_before"

// UnknownCreation returns the time of creation of an entity that an import gives none:
// the second of the import, and one microsecond, by which it is known later.
func UnknownCreation(now time.Time) time.Time {
	return now.Truncate(time.Second).Add(time.Microsecond)
}

// IsUnknownCreation reports whether a time of creation is that of [UnknownCreation].
func IsUnknownCreation(created time.Time) bool { return created.Equal(UnknownCreation(created)) }

// KnowsCreation reports whether the time at which an entity of a project was created
// is more than that of an import. What an import gives no such time has that of
// [UnknownCreation]. Earlier versions gave it that of the import, which is then also that
// of its project: to parts of a second, or as that of the last change of both.
func KnowsCreation(project *Project, e Entity) bool {
	c := e.Self()
	switch {
	case IsUnknownCreation(c.CreatedAt):
		return false
	case project == nil, c.ID == project.ID, !c.CreatedAt.Equal(project.CreatedAt):
		return true
	}
	isChanged := !c.UpdatedAt.Equal(c.CreatedAt) || !project.UpdatedAt.Equal(project.CreatedAt)
	return c.CreatedAt.Nanosecond() == 0 && isChanged
}
