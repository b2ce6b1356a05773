import ISOBMFF

extension StreamMutation {
  /// Parts of low latency, dates, and the data of servers.
  static let parts: [StreamMutation] = [
    StreamMutation("hls-date-range-incomplete", .live, "live.m3u8", "ID=\"break\",", ""),
    StreamMutation(
      "hls-date-range-incomplete", .live, "live.m3u8", "START-DATE=\"2024", "START-DATE=\"xx24"),
    StreamMutation("hls-splice-unreadable", .live, "live.m3u8", "D17E", "D17F"),
    StreamMutation(
      "hls-splice-unreadable", .live, "live.m3u8", "SCTE35-OUT=0xFC", "SCTE35-OUT=0xFD"),
    StreamMutation(
      "hls-part-target-missing", .live, "live.m3u8", "#EXT-X-PART-INF:PART-TARGET=1.0\n", ""),
    StreamMutation("hls-part-long", .live, "live.m3u8", "PART-TARGET=1.0", "PART-TARGET=0.9"),
    StreamMutation(
      "hls-part-short", .live, "live.m3u8", "#EXT-X-PART:DURATION=0.5,",
      "#EXT-X-PART:DURATION=0.0,URI=\"video-1-00003.m4s\"\n#EXT-X-PART:DURATION=0.5,"),
    StreamMutation(
      "hls-parts-differ", .live, "live.m3u8", "#EXT-X-PART:DURATION=0.5", "#EXT-X-PART:DURATION=0.9"
    ),
    StreamMutation("hls-part-hold-back", .live, "live.m3u8", "PART-HOLD-BACK=3.0,", ""),
    StreamMutation(
      "hls-part-hold-back", .live, "live.m3u8", "PART-HOLD-BACK=3.0,", "PART-HOLD-BACK=1.5,"),
    StreamMutation(
      "hls-hold-back-short", .live, "live.m3u8", "3.0,HOLD-BACK=3.0", "3.0,HOLD-BACK=2.0"),
    StreamMutation(
      "hls-hold-back-short", .live, "live.m3u8", "CAN-SKIP-UNTIL=6.0", "CAN-SKIP-UNTIL=5.0"),
    StreamMutation(
      "hls-part-dependent", .live, "live.m3u8", "URI=\"video-1-00003.m4s\"", "URI=\"none.m4s\""),
    StreamMutation(
      "hls-part-dependent", .live, also: ["stream-segment-start", "hls-segments-dependent"]
    ) { files in
      try files.editFragment("video-1-00002.m4s", "trun", as: TrackRunBox.self) {
        $0.firstSampleFlags = 0x1_0000
      }
    },
  ]

  /// The tags about encryption.
  static let keys: [StreamMutation] = [
    StreamMutation(
      "hls-key-incomplete", .sealed, "video-1.m3u8", "METHOD=SAMPLE-AES", "METHOD=ROT-13"),
    StreamMutation("hls-key-incomplete", .sealed, "video-1.m3u8", ",URI=\"skd://key\"", ""),
    StreamMutation(
      "hls-key-incomplete", .sealed, "video-1.m3u8", ",URI=\"skd", ",IV=0x12,URI=\"skd"),
    StreamMutation("hls-encryption-unstated", .sealed, "video-1.m3u8", "#EXT-X-KEY", "#NO-KEY"),
    StreamMutation("hls-encryption-missing", .sealed) { files in
      files["video-1-init.mp4"] = try SampleStream.hls.files()["video-1-init.mp4"]
    },
    StreamMutation(
      "hls-method-differs", .sealed, "video-1.m3u8", "METHOD=SAMPLE-AES", "METHOD=SAMPLE-AES-CTR"),
    StreamMutation(
      "hls-session-key-unused", .sealed, "multivariant.m3u8", "skd://key", "skd://other"),
    StreamMutation("dash-protection-missing", .sealedManifest) { files in
      try files.edit("stream.mpd", SampleStream.protection, "")
    },
    StreamMutation("dash-key-differs", .sealedManifest, "stream.mpd", "=\"01010101", "=\"02010101"),
    StreamMutation(
      "dash-key-differs", .sealedManifest, "stream.mpd", "value=\"cbcs\"", "value=\"cenc\""),
    StreamMutation(
      "dash-protection-data-invalid", .sealedManifest, "stream.mpd", ">AAAAIHBzc2g", ">AAAAIHBzc2k"),
    StreamMutation(
      "dash-protection-data-invalid", .sealedManifest, "stream.mpd", "1077efec", "2077efec"),
  ]
}
