package outline

// openWords ask for what is not done.
var openWords = []string{"open", "outstanding", "remaining", "left", still, "unresolved", "undecided"}

const still = "still"
