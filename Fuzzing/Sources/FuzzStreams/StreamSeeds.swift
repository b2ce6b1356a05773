/// Documents in which each tag and each way to name segments occurs.
enum StreamSeeds {
  static let documents = [multivariant, media, parts, template, list, base]

  private static let multivariant = """
    #EXTM3U
    #EXT-X-VERSION:7
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"
    #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Title",LANGUAGE="en"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="b.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="c.m3u8"
    #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1"
    #EXT-X-STREAM-INF:BANDWIDTH=800000,AVERAGE-BANDWIDTH=600000,CODECS="hvc1.1.6.L90.90,mp4a.40.2",RESOLUTION=640x480,FRAME-RATE=30.000,VIDEO-RANGE=SDR,AUDIO="a",SUBTITLES="s"
    a.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,CODECS="hvc1.1.6.L90.90",RESOLUTION=640x480,URI="d.m3u8"

    """

  private static let media = """
    #EXTM3U
    #EXT-X-VERSION:7
    #EXT-X-TARGETDURATION:4
    #EXT-X-MEDIA-SEQUENCE:7
    #EXT-X-DISCONTINUITY-SEQUENCE:1
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-MAP:URI="init.mp4",BYTERANGE="900@0"
    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key",IV=0x00000000000000000000000000000001,KEYFORMATVERSIONS="1/2"
    #EXT-X-PROGRAM-DATE-TIME:2024-06-15T16:42:07.500+02:00
    #EXT-X-DATERANGE:ID="ad",START-DATE="2024-06-15T16:42:08Z",PLANNED-DURATION=2.5,SCTE35-OUT=0xFC302000000000000000FFF00F05000000017FFFFE0000A4CB80000000000000000000
    #EXTINF:4.000,title
    #EXT-X-BYTERANGE:1000@900
    all.mp4
    #EXT-X-BITRATE:800
    #EXTINF:3.5,
    #EXT-X-BYTERANGE:1000
    all.mp4
    #EXT-X-DISCONTINUITY
    #EXT-X-KEY:METHOD=NONE
    #EXT-X-MAP:URI="other.mp4"
    #EXTINF:4,
    segment-3.m4s
    #EXT-X-GAP
    #EXTINF:4,
    segment-4.m4s
    #EXT-X-ENDLIST

    """

  private static let parts = """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-TARGETDURATION:4
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0,HOLD-BACK=12,CAN-SKIP-UNTIL=24
    #EXT-X-PART-INF:PART-TARGET=1.0
    #EXT-X-MEDIA-SEQUENCE:100
    #EXT-X-SKIP:SKIPPED-SEGMENTS=3
    #EXT-X-MAP:URI="init.mp4"
    #EXT-X-PART:DURATION=1.0,URI="p1.m4s",INDEPENDENT=YES
    #EXT-X-PART:DURATION=1.0,URI="p2.m4s",BYTERANGE="100@0"
    #EXTINF:2,
    s.m4s
    #EXT-X-PART:DURATION=1.0,URI="p3.m4s",GAP=YES
    #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p4.m4s"
    #EXT-X-RENDITION-REPORT:URI="b.m3u8",LAST-MSN=104,LAST-PART=1

    """

  private static let template = """
    <?xml version="1.0"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:cenc="urn:mpeg:cenc:2013" type="static" mediaPresentationDuration="PT12.5S" minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
    <BaseURL>x/</BaseURL>
    <Period id="1" start="PT0S" duration="PT10S"><AdaptationSet id="1" contentType="video" segmentAlignment="true" startWithSAP="1">
    <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="00000000-0000-0000-0000-000000000001"/>
    <ContentProtection schemeIdUri="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"><cenc:pssh>AAAAIHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAAAA=</cenc:pssh></ContentProtection>
    <InbandEventStream schemeIdUri="urn:scte:scte35:2013:bin" value="1"/>
    <SegmentTemplate timescale="1000" startNumber="1" media="$RepresentationID$-$Number%05d$.m4s" initialization="$RepresentationID$.mp4" presentationTimeOffset="0"><SegmentTimeline><S t="0" d="2000" r="3"/><S d="2000" r="-1"/></SegmentTimeline></SegmentTemplate>
    <Representation id="v" bandwidth="800000" codecs="hvc1.1.6.L90.90" width="640" height="480" frameRate="30000/1001" mimeType="video/mp4"/>
    </AdaptationSet></Period>
    <Period><AdaptationSet mimeType="audio/mp4"><AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" value="2"/><SegmentTemplate duration="5" media="$Bandwidth$/$Time$.m4s" endNumber="4"/><Representation id="a" bandwidth="64000" codecs="mp4a.40.2" audioSamplingRate="48000"/></AdaptationSet></Period>
    </MPD>
    """

  private static let list = """
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2024-06-15T16:42:07Z" publishTime="2024-06-15T16:42:07Z" minBufferTime="PT2S" profiles="p">
    <Period><AdaptationSet mimeType="video/mp4"><EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="1"/>
    <Representation id="v" bandwidth="1"><SegmentList timescale="10" duration="20"><Initialization sourceURL="i.mp4" range="0-899"/><SegmentURL media="a.m4s"/><SegmentURL media="b.m4s" mediaRange="10-20"/></SegmentList></Representation>
    </AdaptationSet></Period></MPD>
    """

  private static let base = """
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="P1DT1H" minBufferTime="PT2S" profiles="p"><Period>
    <AdaptationSet mimeType="video/mp4" subsegmentAlignment="true" lang="de"><Representation id="v" bandwidth="1" sar="1:1"><BaseURL>all.mp4</BaseURL><SegmentBase indexRange="900-999" presentationTimeOffset="7"><Initialization range="0-899"/></SegmentBase></Representation>
    <Representation id="w" bandwidth="1"><BaseURL>all.mp4</BaseURL><SegmentBase/></Representation><Representation id="x" bandwidth="1"><BaseURL>whole.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>
    """
}
