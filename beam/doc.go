// Package ndwirebeam reads NDJSON logs in Apache Beam pipelines: files are divided into ranges of bytes, and many workers decode their lines
// into PCollections of a protocol's Go types.
//
//	lines, bad := ndwirebeam.Read(s, "gs://logs/**/*.jsonl", ndwirebeam.ClaudeCode)
//	answers := ndwirebeam.Of[*claudecode.AssistantLine](s, lines)
//
// Each line is read exactly once, wherever files are divided, before the work begins or while it goes on. A bad line is an element of the
// second PCollection, and Beam counters count what is not in the spec, see [Read]. [UsageFn] is a combiner of tokens and costs.
//
// # Registration
//
// Workers find types and functions by their names, so these must be registered before beam.Init, in an init function or a package variable.
// The protocols of this module are registered: [AgentSDK], [ClaudeCode] and so on. Register a protocol of your own with [Register], and a
// record type for a PCollection with [RegisterRecord].
//
// # Files
//
// A pattern without a scheme matches local files, which must exist on each worker; it may have **. Patterns with a scheme are those of Beam's
// file systems, whose packages the program imports: that for gs:// is in package gcs of this module. [RegisterStore] says which files are
// divided.
package ndwirebeam
