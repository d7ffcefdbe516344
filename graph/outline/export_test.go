package outline

// FindPlain is findAll, which answers what is not read whole as a query, for tests.
var FindPlain = findAll
