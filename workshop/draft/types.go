package draft

// The forms for texts and numbers that say more than their JSON type.
const (
	Time          = "time"     // RFC 3339
	Seconds       = "time(s)"  // since 1970
	Millis        = "time(ms)" // since 1970
	Decimal       = "decimal"
	Bytes         = "bytes" // base64
	EncodedObject = "encoded<map<string, json>>"
)
