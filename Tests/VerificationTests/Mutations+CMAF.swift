import ISOBMFF
import Testing

extension Mutation {
  /// The rules that a change of a fragment's length violates, too: its samples are elsewhere then.
  private static let moved: Set<String> = ["sample-data-damaged", "trun-outside-mdat"]

  static let cmaf: [Mutation] = [
    .boxes("cmaf-tracks", Sample.mp4, at: "moov", also: ["cmaf-samples-in-tables"]) { file in
      try file.edit("ftyp", as: FileTypeBox.self) { $0.compatibleBrands.append("cmfc") }
    },
    .boxes("cmaf-samples-in-tables", Sample.mp4, at: "moov/trak", also: ["cmaf-tracks"]) { file in
      try file.edit("ftyp", as: FileTypeBox.self) { $0.compatibleBrands.append("cmfc") }
    },
    .boxes("cmaf-chunk-layout", Sample.cmaf, at: "moof", also: moved) { file in
      try file.editList(around: "moof") { list, index in
        list.insert(Box(type: "free", opaque: Bytes([0, 0, 0, 0])), at: index + 1)
      }
    },
    .boxes("cmaf-places", Sample.cmaf, at: "moof/traf/tfhd") { file in
      try file.edit("moof/traf/tfhd", as: TrackFragmentHeaderBox.self) {
        $0.header.flags &= ~0x2_0000
      }
    },
    .boxes("cmaf-time-missing", Sample.cmaf, at: "moof/traf", also: moved.union(["tfdt-missing"])) {
      file in
      try file.remove("moof/traf/tfdt")
    },
    .boxes("cmf2-times", Sample.cmaf, at: "moov/trak/edts/elst") { file in
      try file.edit("ftyp", as: FileTypeBox.self) { $0.compatibleBrands.append("cmf2") }
    },
    .boxes("emsg-payload-invalid", Sample.cmaf, at: "emsg") { file in
      var event = EventMessageBox()
      (event.schemeIDURI, event.messageData) = ("urn:scte:scte35:2013:bin", Bytes([0xFC, 0x30, 0]))
      file.boxes.append(Box(event))
    },
    .boxes("emsg-payload-invalid", Sample.cmaf, at: "emsg") { file in
      var event = EventMessageBox()
      (event.schemeIDURI, event.messageData) = ("https://aomedia.org/emsg/ID3", Bytes([1, 2, 3]))
      file.boxes.append(Box(event))
    },
    .boxes("cmaf-scheme", Sample.cmaf, at: "moov/trak/mdia/minf/stbl/stsd/avc1/sinf/schm") { file in
      var scheme = SchemeTypeBox()
      scheme.schemeType = "piff"
      var protection = Box(type: "sinf", ContainerBox())
      var format = OriginalFormatBox()
      format.dataFormat = "avc1"
      protection.children = [Box(format), Box(scheme)]
      try file.append(protection, in: "moov/trak/mdia/minf/stbl/stsd/avc1")
    },
  ]
}
