import ISOBMFF

extension StreamMutation {
  static let dash: [StreamMutation] = manifest + claims + lines + files

  private static let mpd = "stream.mpd"

  private static let manifest: [StreamMutation] = [
    StreamMutation("dash-syntax", .dash, mpd, "<S d=\"7680\"/>", "<S d=\"7680\"/><S/>"),
    StreamMutation("dash-syntax", .dash, mpd, "$Number%05d$.m4s", "$Namber%05d$.m4s"),
    StreamMutation("dash-attribute-missing", .dash, mpd, " minBufferTime=\"PT1S\"", ""),
    StreamMutation("dash-attribute-missing", .dash, mpd, " bandwidth=\"68127\"", ""),
    StreamMutation("dash-mime-type-missing", .dash, mpd, " mimeType=\"audio/mp4\"", ""),
    StreamMutation("dash-codecs-missing", .dash, mpd, " codecs=\"mp4a.40.2\"", ""),
    StreamMutation(
      "dash-duration-missing", .dash, mpd, " mediaPresentationDuration=\"PT2.500S\"", ""),
    StreamMutation(
      "dash-availability-missing", .dash, mpd, "type=\"static\"",
      "type=\"dynamic\" publishTime=\"2024-06-15T16:42:07Z\""),
    StreamMutation(
      "dash-periods-missing", .dash, mpd, "</Period>",
      "</Period><Period id=\"2\" start=\"PT2.5S\"/>"),
    StreamMutation(
      "dash-periods-overlap", .dash, mpd, "start=\"PT0S\">",
      "start=\"PT0S\" duration=\"PT2.5S\"></Period><Period id=\"2\" start=\"PT1S\">",
      also: ["dash-periods-missing"]),
    StreamMutation("dash-representation-twice", .dash, mpd, "id=\"video-2\"", "id=\"video-1\""),
    StreamMutation(
      "dash-trick-mode-unknown", .dash, mpd, "<Role ",
      "<SupplementalProperty schemeIdUri=\"http://dashif.org/guidelines/trickmode\" value=\"7\"/><Role "
    ),
  ]

  private static let claims: [StreamMutation] = [
    StreamMutation("dash-codecs-differ", .dash, mpd, "codecs=\"mp4a.40.2\"", "codecs=\"ac-3\""),
    StreamMutation(
      "dash-profile-differs", .dash, mpd, "codecs=\"avc1.64001E\"", "codecs=\"avc1.42001E\""),
    StreamMutation(
      "dash-size-differs", .dash, mpd, "width=\"640\" height=\"480\" frame",
      "width=\"640\" height=\"360\" frame"),
    StreamMutation(
      "dash-frame-rate-differs", .dash, mpd, "frameRate=\"30\"", "frameRate=\"24000/1001\""),
    StreamMutation(
      "dash-bandwidth-exceeded", .dash, mpd, "bandwidth=\"801632\"", "bandwidth=\"401632\""),
  ]

  private static let lines: [StreamMutation] = [
    StreamMutation(
      "dash-timeline-overlap", .dash, mpd, "<S d=\"7680\"/>", "<S t=\"28000\" d=\"7680\"/>"),
    StreamMutation(
      "dash-timeline-gap", .dash, mpd, "<S d=\"7680\"/>", "<S t=\"33000\" d=\"7680\"/>"),
    StreamMutation("dash-time-differs", .dash, also: ["stream-times-gap"]) { files in
      try files.editFragment(
        "audio-1-00003.m4s", "tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self
      ) {
        $0.baseMediaDecodeTime += 48_000
      }
    },
    StreamMutation("dash-duration-differs", .dash, mpd, "<S d=\"23744\"/>", "<S d=\"3744\"/>"),
    StreamMutation("dash-set-not-aligned", .dash, also: ["dash-time-differs"]) { files in
      for number in 1...3 {
        try files.editFragment(
          "video-2-0000\(number).m4s", "tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self
        ) {
          $0.baseMediaDecodeTime += 7680
        }
      }
    },
    StreamMutation("dash-access-point-wrong", .dash, also: ["stream-segment-start"]) { files in
      try files.editFragment("video-1-00003.m4s", "trun", as: TrackRunBox.self) {
        $0.firstSampleFlags = 0x1_0000
      }
    },
    StreamMutation("dash-period-not-covered", .dash, mpd, "PT2.500S", "PT12.500S"),
  ]

  private static let files: [StreamMutation] = [
    StreamMutation("dash-index-missing", .indexed) { files in
      let text = String(decoding: files[mpd] ?? [], as: UTF8.self)
      let start = text.firstRange(of: "indexRange=\"")?.upperBound ?? text.endIndex
      let range = text[start...].prefix { $0 != "\"" }
      try files.edit(mpd, "indexRange=\"\(range)\"", "indexRange=\"0-20\"")
    },
    StreamMutation("dash-event-undeclared", .dash) { files in
      try files.put([SampleStream.Files.event("urn:x")], before: "video-1-00001.m4s")
    },
    StreamMutation(
      "dash-template-constant", .dash, mpd, "audio-1-$Number%05d$", "audio-1-00001",
      also: [
        "stream-segment-twice", "stream-times-backwards", "dash-time-differs",
        "dash-duration-differs", "dash-period-not-covered",
      ]),
  ]
}
