import ISOBMFF

extension StreamMutation {
  static let streams: [StreamMutation] = documents + boxes + times

  private static let documents: [StreamMutation] = [
    StreamMutation(
      "stream-address-refused", .hls, "video-1.m3u8", "video-1-00001.m4s", "/etc/passwd"),
    StreamMutation(
      "stream-address-refused", .hls, "video-1.m3u8", "video-1-00001.m4s", "file:///etc/passwd"),
    StreamMutation("stream-document-unreadable", .hls) { $0["audio-1.m3u8"] = nil },
    StreamMutation("stream-document-unreadable", .hls) {
      $0["audio-1.m3u8"] = Array("<html>".utf8)
    },
    // A playlist that names itself leads nowhere.
    StreamMutation("stream-document-unreadable", .hls) {
      $0["audio-1.m3u8"] = $0["multivariant.m3u8"]
    },
    StreamMutation("stream-segment-missing", .hls) { $0["video-1-00002.m4s"] = nil },
    StreamMutation(
      "stream-segment-missing", .hls, "video-1-keyframes.m3u8", "33808@40", "33808@4000000"),
    StreamMutation(
      "stream-segment-missing", .indexed, also: ["stream-segment-short", "stream-segment-damaged"]
    ) { $0["video-1.mp4"]?.removeLast(60_000) },
    StreamMutation(
      "stream-segment-short", .hls, "video-1-keyframes.m3u8", "38866@40", "9000000@40"),
    StreamMutation(
      "stream-elsewhere", .hls, "audio-1.m3u8", "audio-1-00002",
      "https://example.org/audio-1-00002",
      also: []),
    StreamMutation(
      "stream-elsewhere", .hls, "multivariant.m3u8", "video-2.m3u8", "https://example.org/v.m3u8"),
    StreamMutation(
      "stream-segment-twice", .hls, "audio-1.m3u8", "audio-1-00002", "audio-1-00001",
      also: ["stream-times-backwards", "stream-times-gap"]),
    StreamMutation(
      "stream-too-many-segments", .dash, "stream.mpd", "<S d=\"23744\"/>",
      "<S d=\"1\" r=\"1000000000\"/>",
      also: ["stream-segment-missing", "dash-duration-differs"]),
  ]

  private static let boxes: [StreamMutation] = [
    StreamMutation("stream-segment-damaged", .hls) { $0["video-1-00002.m4s"]?.removeLast(100) },
    StreamMutation("stream-segment-unknown", .hls) { files in
      files["audio-1-00002.m4s"] = Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 8000)
    },
    // An error page of a server, and an offset that is 8 bytes late.
    StreamMutation("stream-segment-unknown", .hls) { files in
      files["audio-1-00002.m4s"] = Array("<html><body>Not found</body></html>".utf8)
    },
    StreamMutation("stream-segment-unknown", .hls) { files in
      files["audio-1-00002.m4s"]?.removeFirst(8)
      files["audio-1-00002.m4s"]?.replaceSubrange(0..<4, with: [9, 9, 9, 9])
    },
    StreamMutation("stream-segment-without-fragment", .hls) { files in
      try files.editBoxes("audio-1-00002.m4s") { $0.boxes.removeAll { $0.type == "moof" } }
    },
    StreamMutation("stream-start-unreadable", .hls) { $0["audio-1-init.mp4"] = nil },
    StreamMutation("stream-start-unreadable", .hls) { files in
      try files.editBoxes("audio-1-init.mp4") { $0.boxes.removeAll { $0.type == "moov" } }
    },
    StreamMutation("stream-start-missing", .hls, "audio-1.m3u8", "#EXT-X-MAP:", "#NO-MAP:"),
    StreamMutation(
      "stream-start-missing", .dash, "stream.mpd", "initialization=\"video-1-init.mp4\" ", ""),
    StreamMutation("stream-track-unknown", .hls) { files in
      try files.editFragment("audio-1-00002.m4s", "tfhd", as: TrackFragmentHeaderBox.self) {
        $0.trackID = 9
      }
    },
    StreamMutation(
      "stream-start-changes", .hls, also: ["hls-sample-entry-tag"]
    ) { files in
      files["other.mp4"] = files["video-1-init.mp4"]
      try files.editBoxes("other.mp4") { file in
        try file.edit("moov/trak/mdia/minf/stbl/stsd") { box in
          let entry = box.children[0]
          if let fields = entry[VisualSampleEntry.self] {
            box.children = [Box(type: "avc3", fields)]
          }
        }
      }
      try files.edit("video-1.m3u8", "#EXTINF:0.5", "#EXT-X-MAP:URI=\"other.mp4\"\n#EXTINF:0.5")
    },
    StreamMutation("stream-event-late", .hls) { files in
      try files.editBoxes("video-1-00002.m4s") {
        $0.boxes.append(SampleStream.Files.event("urn:x"))
      }
    },
    StreamMutation("stream-event-twice", .hls) { files in
      try files.put([SampleStream.Files.event("urn:x")], before: "video-1-00001.m4s")
      try files.put([SampleStream.Files.event("urn:x", [2])], before: "video-1-00002.m4s")
      // Offsets of key frames move.
      try files.edit("video-1-keyframes.m3u8", "@40", "@76", all: true)
      try files.edit("video-1-keyframes.m3u8", "38866@76", "38866@40")
    },
  ]

  private static let times: [StreamMutation] = [
    StreamMutation(
      "stream-segment-start", .hls, also: ["hls-segments-dependent", "hls-key-frame-list-wrong"]
    ) { files in
      try files.editFragment("video-1-00003.m4s", "trun", as: TrackRunBox.self) {
        $0.firstSampleFlags = 0x1_0000
      }
    },
    StreamMutation("stream-times-backwards", .hls, also: ["stream-times-gap"]) { files in
      try files.editFragment(
        "audio-1-00002.m4s", "tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self
      ) {
        $0.baseMediaDecodeTime = 0
      }
    },
    StreamMutation("stream-times-gap", .hls) { files in
      try files.editFragment(
        "audio-1-00003.m4s", "tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self
      ) {
        $0.baseMediaDecodeTime += 48_000
      }
    },
  ]
}
