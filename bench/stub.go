package main

import "context"

func worth(context.Context, settings) error { return nil }
