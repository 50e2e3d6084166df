package agentsdktest

import (
	"testing"

	"github.com/ndwire/ndwire"
)

func TestMessageOrigins(t *testing.T) {
	testParts(t, 9, []partCase[ndwire.MessageOrigin]{
		{
			"human", `{"kind":"human"}`,
			&ndwire.HumanOrigin{},
		},
		{
			"channel", `{"kind":"channel","server":"server2"}`,
			&ndwire.ChannelOrigin{Server: "server2"},
		},
		{
			"peer", `{"kind":"peer","from":"from3","fromMode":"bypass","name":"name4","fromSession":"fromsession5","senderTaskId":"sendertaskid6",
			"body":"body7","verifiedPeerPid":8}`,
			&ndwire.PeerOrigin{
				From: "from3", FromMode: "bypass", Name: "name4", FromSession: "fromsession5",
				SenderTaskID: "sendertaskid6", Body: "body7", VerifiedPeerPID: new(8),
			},
		},
		{
			"task-notification", `{"kind":"task-notification","subkind":"scheduled-trigger","fireReason":"firereason9","runId":"runid10"}`,
			&ndwire.TaskNotificationOrigin{
				Subkind: "scheduled-trigger", FireReason: "firereason9", RunID: "runid10",
			},
		},
		{
			"coordinator", `{"kind":"coordinator"}`,
			&ndwire.CoordinatorOrigin{},
		},
		{
			"unclassified", `{"kind":"unclassified"}`,
			&ndwire.UnclassifiedOrigin{},
		},
		{
			"observer", `{"kind":"observer","from":"from11","senderTaskId":"sendertaskid12"}`,
			&ndwire.ObserverOrigin{From: "from11", SenderTaskID: "sendertaskid12"},
		},
		{
			"auto-continuation", `{"kind":"auto-continuation"}`,
			&ndwire.AutoContinuationOrigin{},
		},
		{
			"observer-activity", `{"kind":"observer-activity"}`,
			&ndwire.ObserverActivityOrigin{},
		},
	}, ndwire.UnmarshalMessageOrigin, ndwire.CloneMessageOrigin, ndwire.MessageOrigin.OriginKind)
}
