package rustyclaw

// Message is the crate's name of a line.
type Message = Line

// UnmarshalMessage is [UnmarshalLine] under the crate's name of a line.
func UnmarshalMessage(data []byte) (Message, error) { return UnmarshalLine(data) }
