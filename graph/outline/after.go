package outline

// afterWords and beforeWords are before the name of a milestone in questions for
// those after and before it.
var ()
