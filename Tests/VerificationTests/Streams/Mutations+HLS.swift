import ISOBMFF

extension StreamMutation {
  static let hls: [StreamMutation] = syntax + multivariant + claims + media

  private static let top = "multivariant.m3u8"

  private static let syntax: [StreamMutation] = [
    StreamMutation(
      "hls-syntax", .hls, top, "RESOLUTION=640x480", "RESOLUTION=640x480,RESOLUTION=640x480",
      also: ["hls-frame-rate-missing"]),
    StreamMutation(
      "hls-syntax", .hls, "video-1.m3u8", "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-MEDIA-SEQUENCE:x"),
    StreamMutation(
      "hls-syntax", .hls, "audio-1.m3u8", "#EXT-X-ENDLIST", "#EXTINF:1,\n#EXT-X-ENDLIST"),
    StreamMutation("hls-syntax", .hls) { $0[top] = Array("#EXTM3U\n#EXT-X-VERSION:7\n".utf8) },
    StreamMutation("hls-syntax", .hls) { files in
      files["video-1.m3u8"]? += [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 17)
    },
    StreamMutation(
      "hls-version-too-low", .hls, "video-1.m3u8", "#EXT-X-VERSION:7", "#EXT-X-VERSION:3"),
    StreamMutation(
      "hls-tag-twice", .hls, "video-1.m3u8", "#EXT-X-VERSION:7",
      "#EXT-X-VERSION:7\n#EXT-X-VERSION:7"),
    StreamMutation(
      "hls-target-duration-missing", .hls, "audio-1.m3u8", "#EXT-X-TARGETDURATION:1\n", ""),
    StreamMutation(
      "hls-segment-long", .hls, "audio-1.m3u8", "#EXTINF:1.0", "#EXTINF:1.6",
      also: ["hls-duration-differs", "hls-durations-drift"]),
    StreamMutation("hls-sequence-late", .hls) { files in
      try files.edit("video-1.m3u8", "#EXT-X-MEDIA-SEQUENCE:0\n", "")
      try files.edit("video-1.m3u8", "#EXTINF:0.5", "#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:0.5")
    },
    StreamMutation(
      "hls-end-missing", .hls, "audio-1.m3u8", "#EXT-X-ENDLIST", ""),
    StreamMutation("hls-segments-missing", .hls) { files in
      files["audio-1.m3u8"] = Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-ENDLIST\n".utf8)
    },
  ]

  private static let multivariant: [StreamMutation] = [
    StreamMutation("hls-group-unknown", .hls, top, ",AUDIO=\"audio-mp4a.40\"", ",AUDIO=\"other\""),
    StreamMutation("hls-rendition-incomplete", .hls, top, "NAME=\"Audio\",", ""),
    StreamMutation(
      "hls-rendition-incomplete", .hls, top, "#EXT-X-STREAM-INF",
      "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"c\"\n#EXT-X-STREAM-INF"),
    StreamMutation(
      "hls-rendition-name-twice", .hls, top, "#EXT-X-STREAM-INF",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio-mp4a.40\",NAME=\"Audio\",URI=\"audio-1.m3u8\"\n#EXT-X-STREAM-INF"
    ),
    StreamMutation(
      "hls-default-twice", .hls, top, "#EXT-X-STREAM-INF",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio-mp4a.40\",NAME=\"Two\",DEFAULT=YES,AUTOSELECT=YES,URI=\"audio-1.m3u8\"\n#EXT-X-STREAM-INF"
    ),
    StreamMutation(
      "hls-groups-differ", .hls, top, "#EXT-X-STREAM-INF",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"other\",NAME=\"Two\",URI=\"audio-1.m3u8\"\n#EXT-X-STREAM-INF"
    ),
    StreamMutation("hls-bandwidth-missing", .hls, top, "BANDWIDTH=869759,AVERAGE", "AVERAGE"),
    StreamMutation("hls-codecs-missing", .hls, top, "CODECS=\"avc1.64001E,mp4a.40.2\",", ""),
    StreamMutation("hls-size-missing", .hls, top, "RESOLUTION=640x480,", ""),
    StreamMutation("hls-frame-rate-missing", .hls, top, ",FRAME-RATE=30.000", ""),
    StreamMutation("hls-key-frame-list-missing", .hls) { files in
      try files.edit(top, "#EXT-X-I-FRAME-STREAM-INF", "#NOTHING", all: true)
    },
    StreamMutation(
      "hls-key-frame-list-unmarked", .hls, "video-1-keyframes.m3u8", "#EXT-X-I-FRAMES-ONLY\n", ""),
    StreamMutation(
      "hls-key-frame-list-wrong", .hls, "video-1-keyframes.m3u8", "33808@40", "33808@100",
      also: ["stream-segment-unknown"]),
  ]

  private static let claims: [StreamMutation] = [
    StreamMutation(
      "hls-codecs-differ", .hls, top, "avc1.64001E,mp4a.40.2", "hvc1.1.6.L90.90,mp4a.40.2"),
    StreamMutation("hls-codecs-differ", .hls, top, "avc1.64001E,mp4a.40.2", "avc1.64001E"),
    StreamMutation("hls-profile-differs", .hls, top, "avc1.64001E,mp4a", "avc1.4D001E,mp4a"),
    StreamMutation("hls-profile-differs", .hls, top, "avc1.64001E,mp4a", "avc1.64000D,mp4a"),
    StreamMutation("hls-size-differs", .hls, top, "640x480", "640x360"),
    StreamMutation("hls-frame-rate-differs", .hls, top, "FRAME-RATE=30.000", "FRAME-RATE=25.000"),
    StreamMutation("hls-video-range-differs", .hls, top, "VIDEO-RANGE=SDR", "VIDEO-RANGE=PQ"),
    StreamMutation("hls-channels-differ", .hls, top, "CHANNELS=\"2\"", "CHANNELS=\"6\""),
    StreamMutation("hls-bandwidth-exceeded", .hls, top, "BANDWIDTH=869759,", "BANDWIDTH=600000,"),
    StreamMutation(
      "hls-average-bandwidth-exceeded", .hls, top, "AVERAGE-BANDWIDTH=733444",
      "AVERAGE-BANDWIDTH=500000"),
  ]

  private static let media: [StreamMutation] = [
    StreamMutation("hls-duration-differs", .hls, "audio-1.m3u8", "#EXTINF:1.0", "#EXTINF:0.6"),
    StreamMutation(
      "hls-durations-drift", .hls,
      also: ["hls-average-bandwidth-exceeded", "hls-bandwidth-exceeded", "hls-lengths-differ"]
    ) { files in
      try files.edit("video-1.m3u8", "1.000000", "0.800000", all: true)
      try files.edit("video-1.m3u8", "0.500000", "0.300000")
    },
    StreamMutation(
      "hls-segments-dependent", .hls, also: ["stream-segment-start", "hls-key-frame-list-wrong"]
    ) { files in
      try files.editFragment("video-2-00002.m4s", "trun", as: TrackRunBox.self) {
        $0.firstSampleFlags = 0x1_0000
      }
    },
    StreamMutation(
      "hls-independence-unstated", .live, "live.m3u8", "#EXT-X-INDEPENDENT-SEGMENTS\n", ""),
    StreamMutation("hls-variants-not-aligned", .hls) { files in
      for number in 1...3 {
        try files.editFragment(
          "video-2-0000\(number).m4s", "tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self
        ) {
          $0.baseMediaDecodeTime += 7680
        }
      }
    },
    StreamMutation(
      "hls-targets-differ", .hls, "video-2.m3u8", "#EXT-X-TARGETDURATION:1",
      "#EXT-X-TARGETDURATION:2"),
    StreamMutation(
      "hls-discontinuities-differ", .hls, "video-2.m3u8", "#EXTINF:0.5",
      "#EXT-X-DISCONTINUITY\n#EXTINF:0.5"),
    StreamMutation(
      "hls-lengths-differ", .hls, "video-2.m3u8",
      "#EXTINF:1.000000,\nvideo-2-00002.m4s\n#EXTINF:0.500000,\nvideo-2-00003.m4s\n", ""),
    StreamMutation("hls-date-differs", .live, "live.m3u8", "16:42:08.000Z", "16:42:28.000Z"),
    StreamMutation("hls-date-missing", .live, also: []) { files in
      let lines = String(decoding: files["live.m3u8"] ?? [], as: UTF8.self).split(separator: "\n")
      files["live.m3u8"] = Array(
        lines.filter { !$0.hasPrefix("#EXT-X-PROGRAM") && !$0.hasPrefix("#EXT-X-DATERANGE") }
          .joined(separator: "\n").utf8)
    },
    StreamMutation("hls-sample-entry-tag", .hls) { files in
      try files.editBoxes("video-1-init.mp4") { file in
        try file.edit("moov/trak/mdia/minf/stbl/stsd") { box in
          if let fields = box.children[0][VisualSampleEntry.self] {
            box.children = [Box(type: "avc3", fields)]
          }
        }
      }
    },
    StreamMutation(
      "hls-key-frames-rare", .hls,
      also: [
        "stream-segment-start", "hls-segments-dependent", "hls-key-frame-list-wrong",
        "stream-times-gap", "hls-variants-not-aligned",
      ]
    ) { files in
      // The second key frame of the second variant is removed, and the third is later.
      try files.editFragment("video-2-00002.m4s", "trun", as: TrackRunBox.self) {
        $0.firstSampleFlags = 0x1_0000
      }
      try files.editFragment(
        "video-2-00003.m4s", "tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self
      ) {
        $0.baseMediaDecodeTime += 7680
      }
    },
    StreamMutation("hls-hevc-in-transport-stream", .hls, also: ["hls-tables-missing"]) { files in
      try files.edit(top, "avc1.64001E,mp4a.40.2", "hvc1.1.6.L90.90,mp4a.40.2")
      for number in 1...3 {
        var packets = [UInt8](repeating: 0xFF, count: 188 * 4)
        for packet in 0..<4 { packets[packet * 188] = 0x47 }
        files["video-1-0000\(number).m4s"] = packets
      }
      try files.edit(top, "#EXT-X-I-FRAME-STREAM-INF", "#NOTHING")
    },
  ]
}
