package rustyclaw

import "github.com/ndwire/ndwire/decoder"

// Flatten makes the request be written as the crate writes it, with its members beside request_id and under the crate's names: tool_input or
// hook_input, hook_id, message_id. A request that was read flattened is written back as it was without it. Unknown members stay where they are: those
// of the nested form are in the Extra of m.Request. A request with an unknown subtype stays nested.
func (m *ControlRequest) Flatten() { m.Extra.Note("request", decoder.Inlined) }

// GetSubtype is the subtype of the command, [ControlSubtypeInterrupt] and its like: also one that the spec does not know, "" if there
// is none.
func (m *ControlRequest) GetSubtype() string {
	if m.Request != nil {
		return m.Request.GetSubtype()
	}
	tag, _ := m.Extra.Get("subtype") // of a command in the flattened form that the spec does not know
	subtype, _ := tag.Text()
	return subtype
}

// Flatten makes the answer be written as the crate writes it, with its members beside request_id. An answer that was read so
// is written back so without it. An answer with a Payload has the CLI's form all the same: flattened, it could not be told
// from the nested object.
func (m *ControlResponse) Flatten() { m.Extra.Note("response", decoder.Inlined) }

// GetRequestID is the id of the request that is answered. In one more form the id stands beside the nested object.
func (m *ControlResponse) GetRequestID() string {
	if m.Response.RequestID != "" {
		return m.Response.RequestID
	}
	for _, name := range []string{"request_id", "requestId"} {
		if v, ok := m.Extra.Get(name); ok {
			id, _ := v.Text()
			return id
		}
	}
	return ""
}

// IsError reports whether the request failed. Where the subtype is missing, a text of the error says so.
func (m *ControlResponse) IsError() bool {
	if m.Response.Subtype == "" {
		return m.Response.Error != ""
	}
	return m.Response.Subtype == ControlResultError
}
