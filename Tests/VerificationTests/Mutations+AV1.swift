import AV1
import ISOBMFF
import Testing

extension Mutation {
  static let av1: [Mutation] = [
    .boxes("av1c-version", Sample.avif, at: "meta/iprp/ipco/av1C") { file in
      try file.edit("meta/iprp/ipco/av1C", as: AV1CodecConfigurationBox.self) {
        $0.record.version = 2
      }
    },
    .bytes("item-data-damaged", Sample.avif, at: "meta/iloc") { $0[275] |= 0x80 },
    // The second bit of the type: a sequence header becomes a tile list.
    .bytes("av1-units-invalid", Sample.avif, at: "meta/iloc") { bytes in
      bytes[try position(of: [0x0A], in: bytes, from: 275)] = 0x42
    },
    .boxes("av1c-differs", Sample.avif, at: "meta/iprp/ipco/av1C") { file in
      try file.edit("meta/iprp/ipco/av1C", as: AV1CodecConfigurationBox.self) { box in
        box.record.chromaSubsamplingY = false
      }
    },
    .boxes("ispe-differs-from-av1", Sample.avif, at: "meta/iprp/ipco/ispe") { file in
      try file.edit("meta/iprp/ipco/ispe", as: ImageSpatialExtentsProperty.self) { $0.width -= 1 }
    },
  ]
}
