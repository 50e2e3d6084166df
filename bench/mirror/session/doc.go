// Package session has the lines of Claude Code's transcripts as a Go program would declare them without a generator, see package mirror, whose content
// blocks it uses. It types the members that package claudecode types, if real transcripts have them; lines of other kinds are an error of
// [Unmarshal]. It has all members of the envelope, since a decoder must look for each of them, but not the members of rare kinds of system lines.
package session
