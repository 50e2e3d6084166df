package openclaw_test

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// trajectories has every step of a trajectory with all of its members, and the same as a Go literal.
var trajectories = []struct {
	line string
	want openclaw.Line
	kind openclaw.Kind
}{
	{
		`{"type":"session.started","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "session.started", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindSessionStarted,
	},
	{
		`{"type":"trace.metadata","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "trace.metadata", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindTraceMetadata,
	},
	{
		`{"type":"context.compiled","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "context.compiled", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindContextCompiled,
	},
	{
		`{"type":"prompt.submitted","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "prompt.submitted", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindPromptSubmitted,
	},
	{
		`{"type":"prompt.skipped","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "prompt.skipped", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindPromptSkipped,
	},
	{
		`{"type":"model.started","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "model.started", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindModelStarted,
	},
	{
		`{"type":"model.completed","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "model.completed", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindModelCompleted,
	},
	{
		`{"type":"tool.call","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "tool.call", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindTraceToolCall,
	},
	{
		`{"type":"tool.result","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "tool.result", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindTraceToolResult,
	},
	{
		`{"type":"trace.artifacts","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "trace.artifacts", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindTraceArtifacts,
	},
	{
		`{"type":"session.ended","traceSchema":"the traceSchema","schemaVersion":3,"traceId":"the traceId",
			"source":"the source","ts":"the ts","seq":8,"sourceSeq":9,"sessionId":"the sessionId","sessionKey":"the sessionKey",
			"runId":"the runId","workspaceDir":"the workspaceDir","provider":"the provider","modelId":"the modelId",
			"modelApi":"the modelApi","data":{"of":"data"}}`,
		&openclaw.TrajectoryEvent{
			TraceSchema: "the traceSchema", SchemaVersion: 3, TraceID: "the traceId", Source: "the source",
			Type: "session.ended", Ts: "the ts", Seq: 8, SourceSeq: new(9), SessionID: "the sessionId",
			SessionKey: new("the sessionKey"), RunID: new("the runId"), WorkspaceDir: new("the workspaceDir"),
			Provider: new("the provider"), ModelID: new("the modelId"), ModelAPI: new("the modelApi"),
			Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindSessionEnded,
	},
}
