// Package compare is a module of its own, for tests that need other people's decoders: who uses this module does not need those.
package compare
