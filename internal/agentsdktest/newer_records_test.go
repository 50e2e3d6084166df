package agentsdktest

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// newerRecords has records that are no case of a union, or that have got new fields, with a value in every field.
var newerRecords = []struct {
	text string
	want record
}{
	{
		`{"commands":[{"name":"name2","description":"description3","argumentHint":"argumenthint4","aliases":["aliases5"],
			"builtin":true}],"agents":[{"name":"name6","description":"description7","model":"model8"}],"output_style":"style9",
			"available_output_styles":["styles10"],"models":[{"value":"value11","displayName":"displayname12","description":"description13",
			"resolvedModel":"resolvedmodel14","supportsEffort":true,"supportedEffortLevels":["xhigh"],"supportsAdaptiveThinking":true,
			"supportsFastMode":true,"supportsAutoMode":true}],"account":{"email":"email15","organization":"organization16",
			"subscriptionType":"subscriptiontype17","tokenSource":"tokensource18","apiKeySource":"apikeysource19",
			"apiProvider":"apiprovider20"},"hooks_applied":true,"hook_on_failure_supported":true,"plugins_applied":true,
			"mcp_servers_applied":true,"sdk_mcp_manifests_parked":{"k":"parked21"},"claude_code_version":"version22",
			"fast_mode_state":"off","fast_mode_disabled_reason":"preference"}`,
		&ndwire.InitializeResponse{
			Commands: []ndwire.SlashCommand{{
				Name: "name2", Description: "description3", ArgumentHint: "argumenthint4",
				Aliases: []string{"aliases5"}, Builtin: true,
			}},
			Agents:      []ndwire.AgentInfo{{Name: "name6", Description: "description7", Model: "model8"}},
			OutputStyle: "style9", AvailableOutputStyles: []string{"styles10"},
			Models: []ndwire.ModelInfo{{
				Value: "value11", DisplayName: "displayname12", Description: "description13",
				ResolvedModel: "resolvedmodel14", SupportsEffort: true,
				SupportedEffortLevels: []ndwire.EffortLevel{ndwire.EffortLevelXhigh}, SupportsAdaptiveThinking: true,
				SupportsFastMode: true, SupportsAutoMode: true,
			}},
			Account: ndwire.AccountInfo{
				Email: "email15", Organization: "organization16", SubscriptionType: "subscriptiontype17",
				TokenSource: "tokensource18", APIKeySource: "apikeysource19", APIProvider: "apiprovider20",
			},
			HooksApplied: true, HookOnFailureSupported: true, PluginsApplied: true, McpServersApplied: true,
			SdkMcpManifestsParked: map[string]string{"k": "parked21"}, ClaudeCodeVersion: "version22",
			FastModeState:          ndwire.FastModeStateOff,
			FastModeDisabledReason: ndwire.FastModeDisabledReasonPreference,
		},
	},
	{
		`{"still_queued":["queued23"],"cancelled":["cancelled24"]}`,
		&ndwire.InterruptResponse{StillQueued: []string{"queued23"}, Cancelled: []string{"cancelled24"}},
	},
	{
		`{"contents":"contents25","absPath":"abspath26","truncated":true,"encoding":"encoding27","lossy":true}`,
		&ndwire.ReadFileResponse{
			Contents: "contents25", AbsPath: "abspath26", Truncated: true, Encoding: "encoding27", Lossy: true,
		},
	},
	{
		`{"output":"output28","total_bytes":29,"truncated":true}`,
		&ndwire.TaskOutputResponse{Output: "output28", TotalBytes: 29, Truncated: true},
	},
	{
		`{"commands":[{"name":"name30","description":"description31","argumentHint":"argumenthint32","aliases":["aliases33"],
			"builtin":true}],"agents":[{"name":"name34","description":"description35","model":"model36"}],"plugins":[{"name":"name37",
			"path":"path38","source":"source39","version":"version40"}],"mcpServers":[{"name":"name41","status":"status42",
			"serverInfo":{"name":"name43","version":"version44"},"error":"error45","config":{"type":"type46","command":"command47",
			"args":["args48"],"env":{"k":"env49"},"url":"url50","headers":{"k":"headers51"},"name":"name52","id":"id53",
			"tools":[{"name":"name54","permission_policy":"always_allow","org_max_permission":"allow"}],"timeout":55,
			"alwaysLoad":true},"scope":"scope56","source":"source57","tools":[{"name":"name58","description":"description59",
			"annotations":{"readOnly":true,"destructive":true,"openWorld":true},"_meta":{"k":60}}]}],"error_count":61,
			"held":true,"cache_impact":{"mcp_servers_added":["added62"],"mcp_servers_removed":["removed63"],"lsp_tool_change":"adds"}}`,
		&ndwire.ReloadPluginsResponse{
			Commands: []ndwire.SlashCommand{{
				Name: "name30", Description: "description31", ArgumentHint: "argumenthint32",
				Aliases: []string{"aliases33"}, Builtin: true,
			}},
			Agents: []ndwire.AgentInfo{{Name: "name34", Description: "description35", Model: "model36"}},
			Plugins: []ndwire.PluginInfo{{
				Name: "name37", Path: "path38", Source: "source39", Version: "version40",
			}},
			McpServers: []ndwire.McpServerState{{
				Name: "name41", Status: "status42",
				ServerInfo: &ndwire.McpImplementation{Name: "name43", Version: "version44"}, Error: "error45",
				Config: &ndwire.McpServerConfig{
					Type: "type46", Command: "command47", Args: []string{"args48"}, Env: map[string]string{"k": "env49"},
					URL: "url50", Headers: map[string]string{"k": "headers51"}, Name: "name52", ID: "id53",
					Tools: []ndwire.McpServerToolPolicy{{
						Name: "name54", PermissionPolicy: "always_allow", OrgMaxPermission: "allow",
					}},
					Timeout: new(int64(55)), AlwaysLoad: true,
				},
				Scope: "scope56", Source: "source57",
				Tools: []ndwire.McpToolInfo{{
					Name: "name58", Description: "description59",
					Annotations: &ndwire.McpToolAnnotations{ReadOnly: new(true), Destructive: new(true), OpenWorld: new(true)},
					Meta:        decoder.Raw(`{"k":60}`),
				}},
			}},
			ErrorCount: 61, Held: true,
			CacheImpact: &ndwire.CacheImpact{
				McpServersAdded: []string{"added62"}, McpServersRemoved: []string{"removed63"},
				LspToolChange: new("adds"),
			},
		},
	},
	{
		`{"contents":[{"uri":"uri64","mimeType":"mimetype65","text":"text66","blob":"blob67","_meta":{"k":68}}]}`,
		&ndwire.McpReadResourceResponse{
			Contents: []ndwire.McpResourceContent{{
				URI: "uri64", MimeType: "mimetype65", Text: "text66", Blob: "blob67", Meta: decoder.Raw(`{"k":68}`),
			}},
		},
	},
	{
		`{"name":"name69","status":"status70","serverInfo":{"name":"name71","version":"version72"},"error":"error73",
			"config":{"type":"type74","command":"command75","args":["args76"],"env":{"k":"env77"},"url":"url78","headers":{"k":"headers79"},
			"name":"name80","id":"id81","tools":[{"name":"name82","permission_policy":"always_allow","org_max_permission":"allow"}],
			"timeout":83,"alwaysLoad":true},"scope":"scope84","source":"source85","tools":[{"name":"name86","description":"description87",
			"annotations":{"readOnly":true,"destructive":true,"openWorld":true},"_meta":{"k":88}}]}`,
		&ndwire.McpServerState{
			Name: "name69", Status: "status70",
			ServerInfo: &ndwire.McpImplementation{Name: "name71", Version: "version72"}, Error: "error73",
			Config: &ndwire.McpServerConfig{
				Type: "type74", Command: "command75", Args: []string{"args76"}, Env: map[string]string{"k": "env77"},
				URL: "url78", Headers: map[string]string{"k": "headers79"}, Name: "name80", ID: "id81",
				Tools: []ndwire.McpServerToolPolicy{{
					Name: "name82", PermissionPolicy: "always_allow", OrgMaxPermission: "allow",
				}},
				Timeout: new(int64(83)), AlwaysLoad: true,
			},
			Scope: "scope84", Source: "source85",
			Tools: []ndwire.McpToolInfo{{
				Name: "name86", Description: "description87",
				Annotations: &ndwire.McpToolAnnotations{ReadOnly: new(true), Destructive: new(true), OpenWorld: new(true)},
				Meta:        decoder.Raw(`{"k":88}`),
			}},
		},
	},
	{
		`{"added":["added89"],"removed":["removed1"],"errors":{"k":"errors2"}}`,
		&ndwire.McpSetServersResponse{
			Added: []string{"added89"}, Removed: []string{"removed1"}, Errors: map[string]string{"k": "errors2"},
		},
	},
	{
		`{"canRewind":true,"error":"error3","filesChanged":["fileschanged4"],"insertions":5,"deletions":6,"skippedLinks":7}`,
		&ndwire.RewindFilesResponse{
			CanRewind: true, Error: "error3", FilesChanged: []string{"fileschanged4"}, Insertions: new(5),
			Deletions: new(6), SkippedLinks: new(7),
		},
	},
	{
		`{"state":{"rules":[{"behavior":"behavior8","source":"source9","rule":"rule10","description":{"prefix":"prefix11",
			"emphasis":"emphasis12","suffix":"suffix13"},"editability":"persistent","notInEffect":true}],"workspaceDirectories":[{"path":"path14",
			"source":"source15"}],"originalCwd":"originalcwd16","managedOnly":true,"errors":[{"file":"file17","path":"path18",
			"message":"message19"}],"withheld":true}}`,
		&ndwire.PermissionRulesResponse{
			State: ndwire.PermissionRulesState{
				Rules: []ndwire.PermissionRuleEntry{{
					Behavior: "behavior8", Source: "source9", Rule: "rule10",
					Description: &ndwire.PermissionRuleDescription{Prefix: "prefix11", Emphasis: "emphasis12", Suffix: "suffix13"},
					Editability: "persistent", NotInEffect: true,
				}},
				WorkspaceDirectories: []ndwire.WorkspaceDirectory{{Path: "path14", Source: "source15"}},
				OriginalCWD:          "originalcwd16", ManagedOnly: true,
				Errors:   []ndwire.SettingsParseError{{File: "file17", Path: "path18", Message: "message19"}},
				Withheld: true,
			},
		},
	},
	{
		`{"behavior":"behavior20","updatedInput":{"k":21},"message":"message22","updatedPermissions":[{"type":"type23",
			"destination":"destination24","rules":[{"toolName":"toolname25","ruleContent":"rulecontent26"}],"behavior":"behavior27",
			"rule":{"toolName":"toolname28","ruleContent":"rulecontent29"},"mode":"dontAsk","directories":["directories30"]}],
			"interrupt":true,"toolUseID":"tooluseid31","decisionClassification":"user_temporary"}`,
		&ndwire.PermissionResult{
			Behavior: "behavior20", UpdatedInput: decoder.Raw(`{"k":21}`), Message: "message22",
			Permissions: []ndwire.PermissionUpdate{{
				Type: "type23", Destination: "destination24",
				Rules:    []ndwire.PermissionRuleValue{{ToolName: "toolname25", RuleContent: "rulecontent26"}},
				Behavior: "behavior27",
				Rule:     &ndwire.PermissionRuleValue{ToolName: "toolname28", RuleContent: "rulecontent29"},
				Mode:     new(ndwire.PermissionModeDontAsk), Directories: []string{"directories30"},
			}},
			Interrupt: true, ToolUseID: "tooluseid31", DecisionClassification: "user_temporary",
		},
	},
	{
		`{"type":"type32","destination":"destination33","rules":[{"toolName":"toolname34","ruleContent":"rulecontent35"}],
			"behavior":"behavior36","rule":{"toolName":"toolname37","ruleContent":"rulecontent38"},"mode":"default",
			"directories":["directories39"]}`,
		&ndwire.PermissionUpdate{
			Type: "type32", Destination: "destination33",
			Rules:    []ndwire.PermissionRuleValue{{ToolName: "toolname34", RuleContent: "rulecontent35"}},
			Behavior: "behavior36",
			Rule:     &ndwire.PermissionRuleValue{ToolName: "toolname37", RuleContent: "rulecontent38"},
			Mode:     new(ndwire.PermissionModeDefault), Directories: []string{"directories39"},
		},
	},
	{
		`{"agent":"agent40","agents":{"k":{"description":"description41","tools":["tools42"],"disallowedTools":["disallowedtools43"],
			"prompt":"prompt44","model":"model45","mcpServers":["docs"],"maxTurns":46,"skills":["skills47"],"criticalSystemReminder_EXPERIMENTAL":"experimental48",
			"initialPrompt":"initialprompt49","autoCompactWindow":50,"background":true,"omitClaudeMd":true,"memory":"user",
			"effort":"high","permissionMode":"dontAsk","observer":"observer51","observerMessage":"observermessage52"}},
			"allowedTools":["allowedtools53"],"disallowedTools":["disallowedtools54"],"tools":["Bash"],"model":"model55",
			"fallbackModel":"fallbackmodel56","maxThinkingTokens":57,"maxTurns":58,"maxBudgetUsd":59.5,"cwd":"cwd60",
			"continue":true,"resume":"resume61","resumeSessionAt":"resumesessionat62","sessionId":"sessionid63","persistSession":true,
			"forkSession":true,"enableFileCheckpointing":true,"additionalDirectories":["additionaldirectories64"],
			"permissionMode":"dontAsk","allowDangerouslySkipPermissions":true,"permissionPromptToolName":"permissionprompttoolname65",
			"systemPrompt":{"type":"preset","preset":"preset66","append":"append67","excludeDynamicSections":true,
			"snapshot":true},"mcpServers":{"k":{"type":"type68","command":"command69","args":["args70"],"env":{"k":"env71"},
			"url":"url72","headers":{"k":"headers73"},"name":"name74","id":"id75","tools":[{"name":"name76","permission_policy":"always_allow",
			"org_max_permission":"allow"}],"timeout":77,"alwaysLoad":true}},"strictMcpConfig":true,"hooks":{"PreToolUse":[{"matcher":"matcher78",
			"hookCallbackIds":["hookcallbackids79"],"timeout":80,"onFailure":"continue"}]},"plugins":[{"type":"type81",
			"path":"path82","skipMcpDiscovery":true}],"includePartialMessages":true,"betas":["betas83"],"outputFormat":{"type":"type84",
			"schema":{"k":85}},"settingSources":["local"],"sandbox":{"enabled":true,"autoAllowBashIfSandboxed":true,
			"network":{"allowLocalBinding":true,"allowUnixSockets":["allowunixsockets86"],"allowedDomains":["alloweddomains87"],
			"allowManagedDomainsOnly":true,"allowAllUnixSockets":true,"httpProxyPort":88,"socksProxyPort":89,"deniedDomains":["denieddomains1"],
			"strictAllowlist":true,"allowMachLookup":["allowmachlookup2"],"tlsTerminate":{"caCertPath":"cacertpath3",
			"caKeyPath":"cakeypath4"}},"ignoreViolations":{"npm":["/tmp"]},"allowUnsandboxedCommands":true,"enableWeakerNestedSandbox":true,
			"excludedCommands":["excludedcommands5"],"ripgrep":{"command":"command6","args":["args7"]},"failIfUnavailable":true,
			"filesystem":{"allowWrite":["allowwrite8"],"denyWrite":["denywrite9"],"denyRead":["denyread10"],"allowRead":["allowread11"],
			"allowManagedReadPathsOnly":true,"disabled":true},"credentials":{"files":[{"path":"path12","name":"name13",
			"mode":"deny","extract":"extract14","onExtractNoMatch":"deny","decode":"decode15","maskClaims":["maskclaims16"],
			"maskDuplicates":true,"injectHosts":["injecthosts17"]}],"envVars":[{"path":"path18","name":"name19","mode":"deny",
			"extract":"extract20","onExtractNoMatch":"deny","decode":"decode21","maskClaims":["maskclaims22"],"maskDuplicates":true,
			"injectHosts":["injecthosts23"]}],"allowPlaintextInject":true,"awsPairs":[{"accessKeyIdVar":"accesskeyidvar24",
			"secretAccessKeyVar":"secretaccesskeyvar25","sessionTokenVar":"sessiontokenvar26"}],"sigv4":{"streaming":"deny",
			"presigned":"deny","sigv4a":"deny"}},"allowNestedUserNamespaces":true,"enableWeakerNetworkIsolation":true,
			"allowAppleEvents":true,"bwrapPath":"bwrappath27","socatPath":"socatpath28"},"debug":true,"debugFile":"debugfile29",
			"env":{"k":"env30"},"executable":"node","executableArgs":["executableargs31"],"extraArgs":{"k":"v","n":null},
			"pathToClaudeCodeExecutable":"pathtoclaudecodeexecutable33","projectConfigRoot":"projectconfigroot34",
			"toolAliases":{"k":"toolaliases35"},"toolConfig":{"askUserQuestion":{"previewFormat":"markdown"}},"supportedDialogKinds":["supporteddialogkinds36"],
			"perTaskStopAffordance":true,"sessionStoreFlush":"batched","loadTimeoutMs":37,"includeHookEvents":true,
			"forwardSubagentText":true,"verbatimPrompts":true,"thinking":{"type":"adaptive","budgetTokens":38,"display":"summarized"},
			"effort":"low","taskBudget":{"total":39},"mcpServersDelivery":"argv","planModeInstructions":"planmodeinstructions40",
			"permissionPrompts":"host","pluginDelivery":"argv","promptSuggestions":true,"agentProgressSummaries":true,
			"resumeDropsTurn":"resumedropsturn41","settings":{"env":{}},"managedSettings":{"k":42},"skills":"all",
			"title":"title43"}`,
		&ndwire.QueryOptions{
			Agent: "agent40",
			Agents: map[string]ndwire.AgentDefinition{"k": {
				Description: "description41", Tools: []string{"tools42"},
				DisallowedTools: []string{"disallowedtools43"}, Prompt: "prompt44", Model: "model45",
				MCPServers: []ndwire.AgentMcpServer{{Type: decoder.String, Name: "docs"}}, MaxTurns: new(46),
				Skills: []string{"skills47"}, CriticalSystemReminder: "experimental48",
				InitialPrompt: "initialprompt49", AutoCompactWindow: new(50), Background: true, OmitClaudeMd: true,
				Memory: "user", Effort: ndwire.AgentEffort{Type: decoder.String, Level: ndwire.EffortLevelHigh},
				PermissionMode: ndwire.PermissionModeDontAsk, Observer: "observer51",
				ObserverMessage: "observermessage52",
			}},
			AllowedTools: []string{"allowedtools53"}, DisallowedTools: []string{"disallowedtools54"},
			Tools: ndwire.ToolsConfig{Type: decoder.Array, Names: []string{"Bash"}}, Model: "model55",
			FallbackModel: "fallbackmodel56", MaxThinkingTokens: new(57), MaxTurns: new(58),
			MaxBudgetUSD: new(59.5), CWD: "cwd60", Continue: true, Resume: "resume61",
			ResumeSessionAt: "resumesessionat62", SessionID: "sessionid63", PersistSession: new(true),
			ForkSession: true, EnableFileCheckpointing: true,
			AdditionalDirectories: []string{"additionaldirectories64"},
			PermissionMode:        ndwire.PermissionModeDontAsk, AllowDangerouslySkipPermissions: true,
			PermissionPromptToolName: "permissionprompttoolname65",
			SystemPrompt: ndwire.SystemPromptConfig{
				Preset: "preset66", Append: "append67", ExcludeDynamicSections: true, Snapshot: new(true),
			},
			McpServers: map[string]ndwire.McpServerConfig{"k": {
				Type: "type68", Command: "command69", Args: []string{"args70"}, Env: map[string]string{"k": "env71"},
				URL: "url72", Headers: map[string]string{"k": "headers73"}, Name: "name74", ID: "id75",
				Tools: []ndwire.McpServerToolPolicy{{
					Name: "name76", PermissionPolicy: "always_allow", OrgMaxPermission: "allow",
				}},
				Timeout: new(int64(77)), AlwaysLoad: true,
			}},
			StrictMcpConfig: true,
			Hooks: map[ndwire.HookEvent][]ndwire.HookCallbackMatcher{ndwire.HookEventPreToolUse: {{
				Matcher: "matcher78", HookCallbackIDs: []string{"hookcallbackids79"}, Timeout: new(80),
				OnFailure: "continue",
			}}},
			Plugins:                []ndwire.PluginConfig{{Type: "type81", Path: "path82", SkipMcpDiscovery: true}},
			IncludePartialMessages: true, Betas: []string{"betas83"},
			OutputFormat:   &ndwire.OutputFormat{Type: "type84", Schema: decoder.Raw(`{"k":85}`)},
			SettingSources: []ndwire.SettingSource{ndwire.SettingSourceLocal},
			Sandbox: &ndwire.SandboxSettings{
				Enabled: true, AutoAllowBashIfSandboxed: true,
				Network: &ndwire.SandboxNetworkConfig{
					AllowLocalBinding: true, AllowUnixSockets: []string{"allowunixsockets86"},
					AllowedDomains: []string{"alloweddomains87"}, AllowManagedDomainsOnly: true,
					AllowAllUnixSockets: true, HTTPProxyPort: new(88), SocksProxyPort: new(89),
					DeniedDomains: []string{"denieddomains1"}, StrictAllowlist: true,
					AllowMachLookup: []string{"allowmachlookup2"},
					TlsTerminate:    &ndwire.SandboxTLS{CaCertPath: "cacertpath3", CaKeyPath: "cakeypath4"},
				},
				IgnoreViolations:         ndwire.IgnoreViolations{Type: decoder.Object, ByCommand: map[string][]string{"npm": {"/tmp"}}},
				AllowUnsandboxedCommands: new(true), EnableWeakerNestedSandbox: true,
				ExcludedCommands:  []string{"excludedcommands5"},
				Ripgrep:           &ndwire.SandboxRipgrep{Command: "command6", Args: []string{"args7"}},
				FailIfUnavailable: true,
				Filesystem: &ndwire.SandboxFilesystem{
					AllowWrite: []string{"allowwrite8"}, DenyWrite: []string{"denywrite9"},
					DenyRead: []string{"denyread10"}, AllowRead: []string{"allowread11"}, AllowManagedReadPathsOnly: true,
					Disabled: true,
				},
				Credentials: &ndwire.SandboxCredentials{
					Files: []ndwire.SandboxSecret{{
						Path: "path12", Name: "name13", Mode: "deny", Extract: "extract14", OnExtractNoMatch: "deny",
						Decode: "decode15", MaskClaims: []string{"maskclaims16"}, MaskDuplicates: true,
						InjectHosts: []string{"injecthosts17"},
					}},
					EnvVars: []ndwire.SandboxSecret{{
						Path: "path18", Name: "name19", Mode: "deny", Extract: "extract20", OnExtractNoMatch: "deny",
						Decode: "decode21", MaskClaims: []string{"maskclaims22"}, MaskDuplicates: true,
						InjectHosts: []string{"injecthosts23"},
					}},
					AllowPlaintextInject: true,
					AwsPairs: []ndwire.SandboxAWSPair{{
						AccessKeyIDVar: "accesskeyidvar24", SecretAccessKeyVar: "secretaccesskeyvar25",
						SessionTokenVar: "sessiontokenvar26",
					}},
					Sigv4: &ndwire.SandboxSigV4{Streaming: "deny", Presigned: "deny", Sigv4a: "deny"},
				},
				AllowNestedUserNamespaces: true, EnableWeakerNetworkIsolation: true, AllowAppleEvents: true,
				BwrapPath: "bwrappath27", SocatPath: "socatpath28",
			},
			Debug: true, DebugFile: "debugfile29", Env: map[string]string{"k": "env30"}, Executable: "node",
			ExecutableArgs:             []string{"executableargs31"},
			ExtraArgs:                  map[string]*string{"k": new("v"), "n": nil},
			PathToClaudeCodeExecutable: "pathtoclaudecodeexecutable33", ProjectConfigRoot: "projectconfigroot34",
			ToolAliases: map[string]string{"k": "toolaliases35"},
			ToolConfig: &ndwire.ToolConfig{
				AskUserQuestion: &ndwire.AskUserQuestionConfig{PreviewFormat: "markdown"},
			},
			SupportedDialogKinds: []string{"supporteddialogkinds36"}, PerTaskStopAffordance: true,
			SessionStoreFlush: "batched", LoadTimeoutMs: new(int64(37)), IncludeHookEvents: true,
			ForwardSubagentText: true, VerbatimPrompts: true,
			Thinking: &ndwire.ThinkingConfig{Type: "adaptive", BudgetTokens: new(38), Display: "summarized"},
			Effort:   ndwire.EffortLevelLow, TaskBudget: &ndwire.TaskBudget{Total: 39}, McpServersDelivery: "argv",
			PlanModeInstructions: "planmodeinstructions40", PermissionPrompts: "host", PluginDelivery: "argv",
			PromptSuggestions: true, AgentProgressSummaries: true, ResumeDropsTurn: "resumedropsturn41",
			Settings:        ndwire.SettingsConfig{Type: decoder.Object, Settings: decoder.Raw(`{"env":{}}`)},
			ManagedSettings: decoder.Raw(`{"k":42}`),
			Skills:          ndwire.SkillsConfig{Type: decoder.String, Word: "all"}, Title: "title43",
		},
	},
	{
		`{"enabled":true,"autoAllowBashIfSandboxed":true,"network":{"allowLocalBinding":true,"allowUnixSockets":["allowunixsockets44"],
			"allowedDomains":["alloweddomains45"],"allowManagedDomainsOnly":true,"allowAllUnixSockets":true,"httpProxyPort":46,
			"socksProxyPort":47,"deniedDomains":["denieddomains48"],"strictAllowlist":true,"allowMachLookup":["allowmachlookup49"],
			"tlsTerminate":{"caCertPath":"cacertpath50","caKeyPath":"cakeypath51"}},"ignoreViolations":{"npm":["/tmp"]},
			"allowUnsandboxedCommands":true,"enableWeakerNestedSandbox":true,"excludedCommands":["excludedcommands52"],
			"ripgrep":{"command":"command53","args":["args54"]},"failIfUnavailable":true,"filesystem":{"allowWrite":["allowwrite55"],
			"denyWrite":["denywrite56"],"denyRead":["denyread57"],"allowRead":["allowread58"],"allowManagedReadPathsOnly":true,
			"disabled":true},"credentials":{"files":[{"path":"path59","name":"name60","mode":"deny","extract":"extract61",
			"onExtractNoMatch":"deny","decode":"decode62","maskClaims":["maskclaims63"],"maskDuplicates":true,"injectHosts":["injecthosts64"]}],
			"envVars":[{"path":"path65","name":"name66","mode":"deny","extract":"extract67","onExtractNoMatch":"deny",
			"decode":"decode68","maskClaims":["maskclaims69"],"maskDuplicates":true,"injectHosts":["injecthosts70"]}],
			"allowPlaintextInject":true,"awsPairs":[{"accessKeyIdVar":"accesskeyidvar71","secretAccessKeyVar":"secretaccesskeyvar72",
			"sessionTokenVar":"sessiontokenvar73"}],"sigv4":{"streaming":"deny","presigned":"deny","sigv4a":"deny"}},
			"allowNestedUserNamespaces":true,"enableWeakerNetworkIsolation":true,"allowAppleEvents":true,"bwrapPath":"bwrappath74",
			"socatPath":"socatpath75"}`,
		&ndwire.SandboxSettings{
			Enabled: true, AutoAllowBashIfSandboxed: true,
			Network: &ndwire.SandboxNetworkConfig{
				AllowLocalBinding: true, AllowUnixSockets: []string{"allowunixsockets44"},
				AllowedDomains: []string{"alloweddomains45"}, AllowManagedDomainsOnly: true,
				AllowAllUnixSockets: true, HTTPProxyPort: new(46), SocksProxyPort: new(47),
				DeniedDomains: []string{"denieddomains48"}, StrictAllowlist: true,
				AllowMachLookup: []string{"allowmachlookup49"},
				TlsTerminate:    &ndwire.SandboxTLS{CaCertPath: "cacertpath50", CaKeyPath: "cakeypath51"},
			},
			IgnoreViolations:         ndwire.IgnoreViolations{Type: decoder.Object, ByCommand: map[string][]string{"npm": {"/tmp"}}},
			AllowUnsandboxedCommands: new(true), EnableWeakerNestedSandbox: true,
			ExcludedCommands:  []string{"excludedcommands52"},
			Ripgrep:           &ndwire.SandboxRipgrep{Command: "command53", Args: []string{"args54"}},
			FailIfUnavailable: true,
			Filesystem: &ndwire.SandboxFilesystem{
				AllowWrite: []string{"allowwrite55"}, DenyWrite: []string{"denywrite56"},
				DenyRead: []string{"denyread57"}, AllowRead: []string{"allowread58"}, AllowManagedReadPathsOnly: true,
				Disabled: true,
			},
			Credentials: &ndwire.SandboxCredentials{
				Files: []ndwire.SandboxSecret{{
					Path: "path59", Name: "name60", Mode: "deny", Extract: "extract61", OnExtractNoMatch: "deny",
					Decode: "decode62", MaskClaims: []string{"maskclaims63"}, MaskDuplicates: true,
					InjectHosts: []string{"injecthosts64"},
				}},
				EnvVars: []ndwire.SandboxSecret{{
					Path: "path65", Name: "name66", Mode: "deny", Extract: "extract67", OnExtractNoMatch: "deny",
					Decode: "decode68", MaskClaims: []string{"maskclaims69"}, MaskDuplicates: true,
					InjectHosts: []string{"injecthosts70"},
				}},
				AllowPlaintextInject: true,
				AwsPairs: []ndwire.SandboxAWSPair{{
					AccessKeyIDVar: "accesskeyidvar71", SecretAccessKeyVar: "secretaccesskeyvar72",
					SessionTokenVar: "sessiontokenvar73",
				}},
				Sigv4: &ndwire.SandboxSigV4{Streaming: "deny", Presigned: "deny", Sigv4a: "deny"},
			},
			AllowNestedUserNamespaces: true, EnableWeakerNetworkIsolation: true, AllowAppleEvents: true,
			BwrapPath: "bwrappath74", SocatPath: "socatpath75",
		},
	},
	{
		`{"type":"message_delta","delta":{"stop_reason":"reason76","stop_sequence":"sequence77","stop_details":{"type":"type78",
			"category":"category79","explanation":"explanation80","fallback_credit_token":"token81","fallback_has_prefill_claim":true,
			"recommended_model":"model82"},"container":{"id":"id83","expires_at":"2026-01-02T03:04:05Z","skills":[{"skill_id":"skill-id84",
			"type":"anthropic","version":"version85"}]}},"usage":{"output_tokens":86,"input_tokens":87,"cache_read_input_tokens":88,
			"cache_creation_input_tokens":89,"server_tool_use":{"web_search_requests":1,"web_fetch_requests":2},"iterations":[{"type":"message",
			"model":"model3","input_tokens":4,"output_tokens":5,"cache_read_input_tokens":6,"cache_creation_input_tokens":7,
			"cache_creation":{"ephemeral_5m_input_tokens":8,"ephemeral_1h_input_tokens":9}}],"output_tokens_details":{"thinking_tokens":10},
			"fallback_credit":{"status":{"type":"redeemed","reason":"reason11","remove_to_redeem":["redeem12"]}}},
			"context_management":{"applied_edits":[{"type":"clear_tool_uses_20250919","cleared_input_tokens":13,"cleared_tool_uses":14,
			"cleared_thinking_turns":15}]},"input_transformations":[{"type":"thinking_dropped","path":"path16","reason":"reason17"}]}`,
		&ndwire.MessageDeltaEvent{
			Delta: ndwire.MessageDelta{
				StopReason: new("reason76"), StopSequence: new("sequence77"),
				StopDetails: &ndwire.RefusalDetails{
					Type: "type78", Category: new("category79"), Explanation: new("explanation80"),
					FallbackCreditToken: new("token81"), FallbackHasPrefillClaim: new(true),
					RecommendedModel: new("model82"),
				},
				Container: &ndwire.Container{
					ID: "id83", ExpiresAt: "2026-01-02T03:04:05Z",
					Skills: []ndwire.ContainerSkill{{SkillID: "skill-id84", Type: "anthropic", Version: "version85"}},
				},
			},
			Usage: ndwire.MessageDeltaUsage{
				OutputTokens: 86, InputTokens: new(87), CacheReadInputTokens: new(88),
				CacheCreationInputTokens: new(89),
				ServerToolUse:            &ndwire.ServerToolUsage{WebSearchRequests: 1, WebFetchRequests: 2},
				Iterations: []ndwire.UsageIteration{{
					Type: "message", Model: new("model3"), InputTokens: 4, OutputTokens: 5, CacheReadInputTokens: 6,
					CacheCreationInputTokens: 7,
					CacheCreation:            &ndwire.CacheCreation{Ephemeral5mInputTokens: 8, Ephemeral1hInputTokens: 9},
				}},
				OutputTokensDetails: &ndwire.OutputTokensDetails{ThinkingTokens: 10},
				FallbackCredit: &ndwire.FallbackCredit{
					Status: ndwire.FallbackCreditStatus{
						Type: "redeemed", Reason: "reason11", RemoveToRedeem: []string{"redeem12"},
					},
				},
			},
			ContextManagement: &ndwire.ContextManagement{
				AppliedEdits: []ndwire.AppliedEdit{{
					Type: "clear_tool_uses_20250919", ClearedInputTokens: 13, ClearedToolUses: new(14),
					ClearedThinkingTurns: new(15),
				}},
			},
			InputTransformations: []ndwire.InputTransformation{{Type: "thinking_dropped", Path: "path16", Reason: "reason17"}},
		},
	},
	{
		`{"type":"thinking_delta","thinking":"thinking18","estimated_tokens":19}`,
		&ndwire.ThinkingDelta{Thinking: "thinking18", EstimatedTokens: new(19)},
	},
	{
		`{"type":"compaction_delta","content":"content20","encrypted_content":"content21"}`,
		&ndwire.CompactionDelta{Content: new("content20"), EncryptedContent: new("content21")},
	},
}

type record interface {
	appender
	UnmarshalJSON(data []byte) error
}

func TestNewerRecords(t *testing.T) {
	for _, tt := range newerRecords {
		testRecord(t, tt.text, tt.want)
	}
}

// testRecord decodes the text into a record like want, compares the two, and writes both.
func testRecord(t *testing.T, text string, want record) {
	t.Helper()
	got := reflect.New(reflect.TypeOf(want).Elem()).Interface().(record)
	if err := got.UnmarshalJSON([]byte(text)); err != nil {
		t.Errorf("%T: %v", want, err)
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%T (-want +got):\n%s", want, d)
	}
	for what, v := range map[string]record{"written back": got, "the literal is written": want} {
		if d := diff(t, []byte(text), []byte(encode(t, v))); d != "" {
			t.Errorf("%T: %s (-want +got):\n%s", want, what, d)
		}
	}
}

// The spec knows all of the newer lines: strict readers find nothing in them.
func TestNewerLinesAreKnown(t *testing.T) {
	for _, tt := range newerMessages {
		if err := ndwire.CheckLine([]byte(tt.line)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// Lines that are no messages of a session: they have neither a UUID nor a session id.
func TestNewerLines(t *testing.T) {
	tests := []struct {
		line string
		want ndwire.Line
		kind ndwire.Kind
	}{
		{
			`{"type":"transcript_mirror","filePath":"/t.jsonl","entries":[{"type":"user"},null]}`,
			&ndwire.TranscriptMirror{FilePath: "/t.jsonl", Entries: []decoder.Raw{decoder.Raw(`{"type":"user"}`), decoder.Raw(`null`)}},
			ndwire.KindTranscriptMirror,
		},
		{
			`{"type":"update_environment_variables","variables":{"A":"b"}}`,
			&ndwire.UpdateEnvironmentVariables{Variables: map[string]string{"A": "b"}}, ndwire.KindUpdateEnvironmentVariables,
		},
		{`{"type":"keep_alive","startup_mark":"m"}`, &ndwire.KeepAlive{StartupMark: "m"}, ndwire.KindKeepAlive},
		{
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"deny","message":"no"},
				"pending_permission_requests":[{"type":"control_request","request_id":"p","request":{"subtype":"interrupt"}}],
				"pending_user_dialog_requests":[],"pending_elicitation_requests":[]}}`,
			&ndwire.ControlResponse{Response: &ndwire.ControlSuccessResponse{
				RequestID: "r", Result: decoder.Raw(`{"behavior":"deny","message":"no"}`),
				PendingPermissionRequests: []ndwire.ControlRequest{
					{RequestID: "p", Request: &ndwire.InterruptRequest{}},
				},
				PendingUserDialogRequests: []ndwire.ControlRequest{}, PendingElicitationRequests: []ndwire.ControlRequest{},
			}},
			ndwire.KindControlResponse,
		},
		{
			`{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"no","error_code":"E",
				"pending_permission_requests":[],"pending_user_dialog_requests":[],"pending_elicitation_requests":[]}}`,
			&ndwire.ControlResponse{Response: &ndwire.ControlErrorResponse{
				RequestID: "r", Error: "no", ErrorCode: "E", PendingPermissionRequests: []ndwire.ControlRequest{},
				PendingUserDialogRequests: []ndwire.ControlRequest{}, PendingElicitationRequests: []ndwire.ControlRequest{},
			}},
			ndwire.KindControlResponse,
		},
	}
	for _, tt := range tests {
		got := unmarshal(t, tt.line)
		if d := cmp.Diff(tt.want, got); d != "" || got.Kind() != tt.kind {
			t.Errorf("%s: Kind %q (-want +got):\n%s", tt.line, got.Kind(), d)
		}
		for what, l := range map[string]ndwire.Line{"written back": got, "the literal is written": tt.want, "the clone is written": ndwire.CloneLine(got)} {
			if d := diff(t, []byte(tt.line), []byte(encode(t, l))); d != "" {
				t.Errorf("%s: %s (-want +got):\n%s", tt.line, what, d)
			}
		}
		if err := ndwire.CheckLine([]byte(tt.line)); err != nil {
			t.Error(err)
		}
	}
}

// Unions by JSON type: each arm, and what has none.
func TestNewerArms(t *testing.T) {
	tests := []struct {
		text string
		want record
	}{
		{`{"description":"","prompt":"","effort":7}`, &ndwire.AgentDefinition{Effort: ndwire.AgentEffort{Type: decoder.Number, Tokens: 7}}},
		{
			`{"description":"","prompt":"","effort":"max"}`,
			&ndwire.AgentDefinition{Effort: ndwire.AgentEffort{Type: decoder.String, Level: ndwire.EffortLevelMax}},
		},
		{
			`{"description":"","prompt":"","mcpServers":["a",{"b":{"command":"c"}},3]}`,
			&ndwire.AgentDefinition{MCPServers: []ndwire.AgentMcpServer{
				{Type: decoder.String, Name: "a"},
				{Type: decoder.Object, Configs: map[string]ndwire.McpServerConfig{"b": {Command: "c"}}},
				{Type: decoder.Number, Other: decoder.Raw(`3`)},
			}},
		},
		{`{"skills":"all"}`, &ndwire.QueryOptions{Skills: ndwire.SkillsConfig{Type: decoder.String, Word: "all"}}},
		{`{"skills":["a"]}`, &ndwire.QueryOptions{Skills: ndwire.SkillsConfig{Type: decoder.Array, Names: []string{"a"}}}},
		{`{"settings":"/s.json"}`, &ndwire.QueryOptions{Settings: ndwire.SettingsConfig{Type: decoder.String, Path: "/s.json"}}},
		{
			`{"settings":{"env":{}}}`,
			&ndwire.QueryOptions{Settings: ndwire.SettingsConfig{Type: decoder.Object, Settings: decoder.Raw(`{"env":{}}`)}},
		},
		{
			`{"enabled":true,"ignoreViolations":["x"]}`,
			&ndwire.SandboxSettings{Enabled: true, IgnoreViolations: ndwire.IgnoreViolations{Type: decoder.Array, Commands: []string{"x"}}},
		},
		{
			`{"subtype":"initialize","systemPrompt":"p"}`,
			&ndwire.InitializeRequest{SystemPrompt: ndwire.PromptText{Type: decoder.String, Text: "p"}},
		},
		{
			`{"subtype":"mcp_message","message":{"jsonrpc":"2.0","id":"a"}}`,
			&ndwire.McpMessageRequest{
				Message: &ndwire.JSONRPCMessage{JSONRPC: "2.0", ID: ndwire.JSONRPCID{Type: decoder.String, Text: "a"}},
			},
		},
		{
			`{"type":"web_search_tool_result","tool_use_id":"s","content":{"type":"web_search_tool_result_error","error_code":"unavailable"}}`,
			&ndwire.WebSearchToolResultBlock{ToolUseID: "s", Content: ndwire.WebSearchContent{
				Type: decoder.Object, Error: &ndwire.ServerToolError{Type: "web_search_tool_result_error", ErrorCode: "unavailable"},
			}},
		},
	}
	for _, tt := range tests {
		testRecord(t, tt.text, tt.want)
	}
}
