//go:build !linux

package flat

func adviseLarge([]byte) {}
