// Package ndwirebeam reads logs of NDJSON in Apache Beam pipelines: files are divided into ranges of bytes, whose lines are decoded on many
// workers into PCollections of a protocol's Go types.
//
//	lines, bad := ndwirebeam.Read(s, "gs://logs/**/*.jsonl", ndwirebeam.ClaudeCode)
//	answers := ndwirebeam.Of[*claudecode.AssistantLine](s, lines)
//
// Each line is read once, wherever files are divided, before the work begins and while it goes on. A bad line is an element of the second
// PCollection, and what the spec does not know is counted by Beam counters, see [Read]. [UsageFn] is a combiner of tokens and costs.
//
// # Registration
//
// Workers know types and functions by their names, so these must be registered before beam.Init, in an init function or a variable of a
// package. The protocols of this module are registered: [AgentSDK], [ClaudeCode] and so on. A protocol of your own is registered with
// [Register], a record of which there is to be a PCollection with [RegisterRecord].
//
// # Files
//
// A pattern without a scheme is one of this machine's files, which must be there on each worker, and may have **. Patterns with a scheme are
// those of Beam's file systems, whose packages the program imports: gs:// is in package gcs beside this one. What store can be divided is
// said at [RegisterStore].
package ndwirebeam
