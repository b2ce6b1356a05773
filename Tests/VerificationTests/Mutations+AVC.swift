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
    .boxes("avcc-version", Sample.mp4, at: "\(videoEntry("avc1"))/avcC") { file in
      try file.edit("\(videoEntry("avc1"))/avcC", as: AVCConfigurationBox.self) { box in
        box.record.configurationVersion = 0
      }
    },
  ]
}
