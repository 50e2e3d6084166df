// Package session has the lines of Claude Code's transcripts as a Go program would write them without a generator: see package
// mirror, whose content blocks it has, too. What package claudecode types is typed here, as far as real transcripts have it;
// lines of other kinds are an error of [Unmarshal]. All members of the envelope are here that a line may have, since a decoder
// must look for them; of system lines those are left out that are of rare kinds.
package session
