import ISOBMFF
import Testing

extension Mutation {
  static let structure: [Mutation] = [
    // meta is at byte 28, hdlr at 40, pitm at 109, iprp at 205, ipco at 213.
    .bytes(
      "box-size-beyond-end", at: "meta/iprp/ipco",
      also: [
        "pixi-missing", "codec-configuration-missing", "ispe-missing", "box-missing",
        "box-misplaced",
      ]
    ) { bytes in
      bytes[215] += 1
    },
    .bytes("box-size-below-header", at: "meta/iref", also: ["metadata-unattached", "box-tail"]) {
      bytes in
      bytes.replaceSubrange(191..<195, with: [0, 0, 0, 7])
    },
    .bytes("box-header-lost", at: "meta/iref/0x00000000", also: ["metadata-unattached"]) { bytes in
      bytes.replaceSubrange(195..<199, with: [0, 0, 0, 0])
    },
    .bytes("box-header-lost", also: ["content-missing"]) {
      $0.insert(contentsOf: [1, 2, 3], at: 28)
    },
    .bytes("box-fields-truncated", at: "meta/pitm", also: ["content-missing"]) { bytes in
      bytes.replaceSubrange(109..<123, with: [0, 0, 0, 13] + bytes[113..<122] + [0])
    },
    .bytes("box-version-unknown", at: "meta/pitm") { $0[117] = 9 },
    .bytes("box-field-width", at: "meta/iloc", also: ["media-data-unused"]) { bytes in
      let start = try #require(offset(of: "iloc", in: bytes))
      bytes[start + 12] = 0xF4
    },
    .bytes("box-content-invalid", at: "meta/iinf") { $0[123 + 13] += 1 },
    .bytes("limit-exceeded", at: nested(33), also: ["box-missing", "box-misplaced"]) { bytes in
      var boxes: [UInt8] = []
      for _ in 0..<40 {
        boxes =
          [0, 0, UInt8((boxes.count + 8) >> 8), UInt8((boxes.count + 8) & 255)] + Array("dinf".utf8)
          + boxes
      }
      bytes += boxes
    },
    .bytes("trailing-bytes") { $0 += [1, 2, 3] },
    .boxes("box-missing", Sample.movie, at: "moov") { try $0.remove("moov/mvhd") },
    .boxes("box-missing", at: "meta", also: ["brand-image-unmet"]) { try $0.remove("meta/hdlr") },
    .boxes("box-missing", Sample.mp4, at: "moov/trak/mdia/minf/stbl") { file in
      try file.blank("moov/trak/mdia/minf/stbl/stsz")
    },
    .boxes(
      "box-missing", Sample.mp4, at: "moov/trak/mdia/minf/stbl", also: ["stsc-sample-count"]
    ) { file in
      try file.blank("moov/trak/mdia/minf/stbl/stco")
    },
    .boxes("box-duplicate", Sample.mp4, at: "moov/trak/mdia/minf/stbl/co64") { file in
      try file.append(Box(ChunkLargeOffsetBox()), in: "moov/trak/mdia/minf/stbl")
    },
    .boxes("box-duplicate", at: "meta/pitm[1]") { file in
      try file.editList(around: "meta/pitm") { list, index in list.append(list[index]) }
    },
    .boxes("box-misplaced", at: "meta/irot") { try $0.append(Box(ImageRotation()), in: "meta") },
    .bytes("jp2-header-incomplete", at: "jp2h", also: ["box-missing"], name: "a.jp2") { bytes in
      bytes = TinyJPEG2000.bytes
      bytes[try position(of: Array("colr".utf8), in: bytes)] = 0xD8
    },
    .bytes("jp2-codestream-incomplete", at: "jp2c", name: "a.jp2") {
      $0 = TinyJPEG2000.bytes.dropLast(2) + [0, 0]
    },
    .bytes("jp2-tile-part-outside", at: "jp2c", name: "a.jp2") {
      $0 = TinyJPEG2000.bytes.dropLast(55)
      $0 += TinyJPEG2000.codestream(TinyJPEG2000.tilePart(17) + [0xFF, 0xD9])
    },
    .boxes("ftyp-missing") { try $0.remove("ftyp") },
    .boxes("ftyp-late", at: "ftyp") { $0.boxes.swapAt(0, 1) },
    .boxes("brand-major-not-listed", at: "ftyp") { file in
      try file.replaceBrand("heic", by: "mif1")
    },
    .boxes("brand-image-unmet", at: "ftyp") { try $0.remove("meta/pitm") },
    .boxes("brand-codec-unmet", at: "ftyp") { try $0.replaceBrand("miaf", by: "avif") },
    .boxes("brand-sequence-unmet", at: "ftyp") { try $0.replaceBrand("miaf", by: "msf1") },
    .boxes("brand-tmap-unmet", at: "ftyp") { try $0.replaceBrand("miaf", by: "tmap") },
    .boxes("meta-handler-not-pict", at: "meta/hdlr") { file in
      try file.edit("meta/hdlr", as: HandlerBox.self) { $0.handlerType = "null" }
    },
    .boxes("meta-handler-not-first", at: "meta/hdlr") { file in
      try file.edit("meta") { $0.children.swapAt(0, 1) }
    },
    .boxes("hdlr-name-tail", at: "meta/hdlr") { file in
      try file.payload("meta/hdlr") { $0 += [0] }
    },
    .boxes("box-tail", at: "meta/pitm") { file in
      try file.payload("meta/pitm") { $0 += [0] }
    },
    .boxes("reserved-bits", Sample.tiled, at: "meta/iprp/ipco/irot") { file in
      try file.payload("meta/iprp/ipco/irot") { $0[0] |= 0x80 }
    },
    .bytes("content-missing") { $0.removeLast($0.count - 28) },
  ]

  private static func nested(_ depth: Int) -> String {
    Array(repeating: "dinf", count: depth).joined(separator: "/")
  }

  /// The first byte of the first box of a type.
  static func offset(of type: String, in bytes: [UInt8]) -> Int? {
    let type = Array(type.utf8)
    return (4..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(type) }.map { $0 - 4 }
  }
}
