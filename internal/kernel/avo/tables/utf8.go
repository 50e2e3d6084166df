package tables

// The UTF-8 check is that of Keiser and Lemire, Validating UTF-8 in less than one instruction per byte (2021). What can be
// wrong with two neighbors shows in three of their nibbles. For each of the three, a table has the errors that it allows, one bit each: an
// error is present if all three allow it. Two continuations in a row are an error, too, unless the byte two or three places before is the lead
// of a character of that length; the last bit is for these.
const (
	tooShort    = 1 << iota // a lead, and then no continuation
	tooLong                 // ASCII, and then a continuation
	overlong3               // E0, and then 80 to 9F
	tooLarge                // F4, and then 90 or more
	surrogate               // ED, and then A0 or more
	overlong2               // C0 or C1
	tooLarge2               // F5 or more
	twoContinue             // two continuations
	overlong4   = tooLarge2 // F0, and then 80 to 8F: needs a second byte that tooLarge2 does not
	always      = tooShort | tooLong | twoContinue
)

var (
	// FirstHigh goes by the upper half of the first byte.
	FirstHigh = [16]byte{
		tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong,
		twoContinue, twoContinue, twoContinue, twoContinue,
		tooShort | overlong2, tooShort, tooShort | overlong3 | surrogate, tooShort | tooLarge | tooLarge2 | overlong4,
	}
	// FirstLow goes by the lower half of the first byte.
	FirstLow = [16]byte{
		always | overlong3 | overlong2 | overlong4, always | overlong2, always, always,
		always | tooLarge, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2,
		always | tooLarge | tooLarge2, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2,
		always | tooLarge | tooLarge2, always | tooLarge | tooLarge2 | surrogate, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2,
	}
	// SecondHigh goes by the upper half of the second byte.
	SecondHigh = [16]byte{
		tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
		tooLong | overlong2 | twoContinue | overlong3 | tooLarge2 | overlong4,
		tooLong | overlong2 | twoContinue | overlong3 | tooLarge,
		tooLong | overlong2 | twoContinue | surrogate | tooLarge,
		tooLong | overlong2 | twoContinue | surrogate | tooLarge,
		tooShort, tooShort, tooShort, tooShort,
	}
)
