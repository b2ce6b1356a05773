import HEVC
import ISOBMFF
import Testing

extension Mutation {
  static let codec: [Mutation] = configurations + descriptions + units + avc + av1

  private static let configurations: [Mutation] = [
    .boxes("codec-configuration-missing", at: "meta/iinf/infe") { file in
      try file.dropProperty("hvcC", of: 1)
    },
    .boxes("codec-configuration-missing", Sample.mp4, at: videoEntry("avc1")) { file in
      try file.remove("\(videoEntry("avc1"))/avcC")
    },
    hvcC("hvcc-sets-missing") { $0.arrays.removeLast() },
    hvcC("hvcc-set-unreadable") { record in
      let unit = record.arrays[1].nalUnits[0]
      record.arrays[1].nalUnits[0] = Bytes(unit.prefix(12))
    },
    hvcC("hvcc-set-unreadable") { record in
      let unit = record.arrays[1].nalUnits[0]
      record.arrays[1].nalUnits[0] = Bytes(Array(unit) + [0x55])
    },
    hvcC("hvcc-set-type") { record in
      record.arrays.append(NALUnitArray(.prefixSEI, record.arrays[0].nalUnits))
    },
    // The first four bits behind the header of a VPS are its number.
    hvcC("hvcc-set-unresolved") { record in
      var unit = Array(record.arrays[0].nalUnits[0])
      unit[2] |= 0x10
      record.arrays[0].nalUnits[0] = Bytes(unit)
    },
    hvcC("hvcc-version") { $0.configurationVersion = 2 },
    hvcC("hvcc-length-size", also: ["item-data-damaged"]) { $0.lengthSizeMinusOne = 2 },
    hvcC("hvcc-array-incomplete") { $0.arrays[2].isComplete = false },
    hvcC("hvcc-profile-differs") { $0.profile.idc = 4 },
    hvcC("hvcc-constraints-differ") { $0.profile.constraints.rawValue = 0 },
    hvcC("hvcc-level-differs") { $0.level.idc = 93 },
    hvcC("hvcc-format-differs") { $0.bitDepthLumaMinus8 = 2 },
    // general_level_idc is 120.
    hvcC("hevc-level-too-low") { record in
      var unit = Array(record.arrays[1].nalUnits[0])
      unit[try position(of: [120], in: unit)] = 30
      record.arrays[1].nalUnits[0] = Bytes(unit)
    },
  ]

  private static let descriptions: [Mutation] = [
    .boxes("ispe-missing", at: "meta/iinf/infe") { try $0.dropProperty("ispe", of: 1) },
    .boxes("ispe-zero", at: "meta/iprp/ipco/ispe", also: ["ispe-differs-from-sps"]) { file in
      try file.edit("meta/iprp/ipco/ispe", as: ImageSpatialExtentsProperty.self) { $0.width = 0 }
    },
    .boxes("ispe-differs-from-sps", at: "meta/iprp/ipco/ispe") { file in
      try file.edit("meta/iprp/ipco/ispe", as: ImageSpatialExtentsProperty.self) { $0.width = 961 }
    },
    .boxes(
      "sample-entry-size-differs", Sample.movie, at: videoEntry("hvc1"),
      also: ["track-size-differs"]
    ) { file in
      try file.edit(videoEntry("hvc1"), as: VisualSampleEntry.self) { $0.width = 600 }
    },
    .boxes("pixi-differs", at: "meta/iprp/ipco/pixi") { file in
      try file.edit("meta/iprp/ipco/pixi", as: PixelInformationProperty.self) { property in
        property.bitsPerChannel[2] = 10
      }
    },
    .boxes("pixi-differs", Sample.avif, at: "meta/iprp/ipco/pixi") { file in
      try file.edit("meta/iprp/ipco/pixi", as: PixelInformationProperty.self) { property in
        property.bitsPerChannel = [8]
      }
    },
    .boxes("pixi-missing", at: "meta/iinf/infe") { try $0.dropProperty("pixi", of: 1) },
    .boxes("colr-differs-from-vui", at: "meta/iprp/ipco/colr") { file in
      try file.edit("meta/iprp/ipco/colr", as: ColourInformationBox.self) { $0.colourPrimaries = 9 }
    },
    .boxes("colr-differs-from-vui", Sample.avif, at: "meta/iprp/ipco/colr") { file in
      try file.edit("meta/iprp/ipco/colr", as: ColourInformationBox.self) {
        $0.isFullRange.toggle()
      }
    },
    .boxes("colr-kind-twice", at: "meta/iprp/ipco/colr[1]") { file in
      var colour = ColourInformationBox()
      colour.isFullRange = true
      try file.addProperty(Box(colour), to: 1)
    },
    .boxes("colr-type-unknown", at: "meta/iprp/ipco/colr") { file in
      try file.payload("meta/iprp/ipco/colr") { $0 = Array("abcd".utf8) }
    },
    .boxes("colr-icc-invalid", Sample.tiled, at: "meta/iprp/ipco/colr") { file in
      try file.payload("meta/iprp/ipco/colr") { $0[4 + 36] = 0 }
    },
    .boxes("colr-icc-invalid", Sample.tiled, at: "meta/iprp/ipco/colr") { file in
      try file.payload("meta/iprp/ipco/colr") { $0.removeLast() }
    },
    .boxes("clap-fractional", Sample.tiled, at: "meta/iprp/ipco/clap") { file in
      var clap = clap(200, 100)
      (clap.widthN, clap.widthD) = (401, 2)
      try file.addProperty(Box(clap), to: 50, essential: true)
    },
    .boxes("clap-fractional", Sample.tiled, at: "meta/iprp/ipco/clap") { file in
      try file.addProperty(Box(clap(199, 100)), to: 50, essential: true)
    },
    .boxes("clap-invalid", Sample.tiled, at: "meta/iprp/ipco/clap") { file in
      var clap = clap(200, 100)
      clap.vertOffD = 0
      try file.addProperty(Box(clap), to: 50, essential: true)
    },
    .boxes("clap-outside", Sample.tiled, at: "meta/iprp/ipco/clap") { file in
      var clap = clap(200, 100)
      clap.horizOffN = 61
      try file.addProperty(Box(clap), to: 50, essential: true)
    },
    .boxes("pasp-zero", at: "meta/iprp/ipco/pasp") { file in
      var aspect = PixelAspectRatioBox()
      aspect.vSpacing = 0
      try file.addProperty(Box(aspect), to: 1)
    },
  ]

  private static let units: [Mutation] = [
    // The data of the picture is at byte 1446: a length of four bytes, then a NAL unit header.
    .bytes("item-data-damaged", at: "meta/iloc") { $0[1446] = 0x7F },
    .bytes("hvc1-in-band-sets", at: "meta/iloc", also: ["hevc-picture-missing"]) { bytes in
      bytes[1450] = 33 << 1
    },
    .bytes("hevc-picture-missing", at: "meta/iloc") { $0[1450] = 1 << 1 },
    // An I slice of a TRAIL_R: it is the first, and has the PPS 0 and the type 2.
    .bytes("hevc-picture-without-random-access", at: "meta/iloc") { bytes in
      bytes.replaceSubrange(1450...1452, with: [1 << 1, 1, 0b1101_1000])
    },
  ]

  static func videoEntry(_ type: String) -> String {
    "moov/trak/mdia/minf/stbl/stsd/\(type)"
  }

  /// A change to the decoder configuration of the photo.
  private static func hvcC(
    _ rule: String, also: Set<String> = [],
    _ change: @escaping @Sendable (inout HEVCDecoderConfigurationRecord) throws -> Void
  ) -> Mutation {
    .boxes(rule, at: "meta/iprp/ipco/hvcC", also: also) { file in
      try file.edit("meta/iprp/ipco/hvcC", as: HEVCConfigurationBox.self) { box in
        try change(&box.record)
      }
    }
  }
}
