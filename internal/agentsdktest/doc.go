// Package agentsdktest holds the tests of the root package, the Agent SDK protocol: they use nothing but its public API.
package agentsdktest
