package view

// ReadOverviews is readOverviews, for tests.
var ReadOverviews = readOverviews
