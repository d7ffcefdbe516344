package outline

import ()

// The stems of names of a number that adjectives mean, after "most" and between "more"
// and "than" too.
var (
	chanceStems = nameStems("probability likelihood chance")
)
