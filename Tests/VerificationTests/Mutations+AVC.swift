import AVC
import ISOBMFF
import Testing

extension Mutation {
  static let avc: [Mutation] = [
    .boxes("avcc-sets-missing", Sample.mp4, at: "\(videoEntry("avc1"))/avcC") { file in
      try file.edit("\(videoEntry("avc1"))/avcC", as: AVCConfigurationBox.self) { box in
        box.record.pictureParameterSets = []
      }
    },
    .boxes("avcc-sets-missing", Sample.mp4, at: "\(videoEntry("avc1"))/avcC") { file in
      try file.edit("\(videoEntry("avc1"))/avcC", as: AVCConfigurationBox.self) { box in
        swap(&box.record.pictureParameterSets, &box.record.sequenceParameterSets)
      }
    },
    // Bits behind the last field of an SPS, and a PPS without its end.
    .boxes("avcc-set-unreadable", Sample.mp4, at: "\(videoEntry("avc1"))/avcC") { file in
      try file.edit("\(videoEntry("avc1"))/avcC", as: AVCConfigurationBox.self) { box in
        box.record.sequenceParameterSets[0] = Bytes(
          Array(box.record.sequenceParameterSets[0]) + [0x55])
      }
    },
    .boxes("avcc-set-unreadable", Sample.mp4, at: "\(videoEntry("avc1"))/avcC") { file in
      try file.edit("\(videoEntry("avc1"))/avcC", as: AVCConfigurationBox.self) { box in
        box.record.pictureParameterSets[0] = Bytes(box.record.pictureParameterSets[0].prefix(2))
      }
    },
    .boxes("avcc-version", Sample.mp4, at: "\(videoEntry("avc1"))/avcC") { file in
      try file.edit("\(videoEntry("avc1"))/avcC", as: AVCConfigurationBox.self) { box in
        box.record.configurationVersion = 0
      }
    },
  ]
}
