package rustyclaw

import "github.com/ndwire/ndwire/decoder"

// Flatten makes the encoder write the request as the crate does, with its members beside request_id and under the crate's names: tool_input or
// hook_input, hook_id, message_id. A request that was read flattened is written back so without it. Unknown members keep their level: those
// of the nested form are in the Extra of m.Request. A request with an unknown subtype stays nested.
func (m *ControlRequest) Flatten() { m.Extra.Note("request", decoder.Inlined) }

// GetSubtype returns the subtype of the request, such as [ControlSubtypeInterrupt], also one that the spec does not know; "" if there
// is none.
func (m *ControlRequest) GetSubtype() string {
	if m.Request != nil {
		return m.Request.GetSubtype()
	}
	tag, _ := m.Extra.Get("subtype") // an unknown subtype in the flattened form
	subtype, _ := tag.Text()
	return subtype
}

// Flatten makes the encoder write the response as the crate does, with its members beside request_id. A response that was read so
// is written back so without it. A response with a Payload keeps the CLI's form: flattened, it could not be distinguished
// from the nested object.
func (m *ControlResponse) Flatten() { m.Extra.Note("response", decoder.Inlined) }

// GetRequestID returns the id of the request that is answered. A third form has the id beside the nested object.
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
