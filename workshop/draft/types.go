package draft

// Types of the spec language for texts and numbers with a format.
const (
	Time          = "time"     // RFC 3339
	Seconds       = "time(s)"  // since 1970
	Millis        = "time(ms)" // since 1970
	Decimal       = "decimal"
	Bytes         = "bytes" // base64
	EncodedObject = "encoded<map<string, json>>"
)
