import AV1
import AVC
import HEVC
import ISOBMFF

/// The messages of a video sample besides its pictures.
struct SampleMessageSummary {
  /// The messages of HEVC and AVC.
  private(set) var messages: [SEIMessage] = []
  private(set) var openBitstreamUnits: [OpenBitstreamUnit] = []

  /// - Parameter boxes: those of the sample entry.
  init(_ sample: Bytes, _ boxes: [Box]) {
    guard var layout = InspectedUnits(configuredBy: boxes),
      let units = try? layout.units(in: sample)
    else { return }
    let isHEVC = boxes.first(HEVCConfigurationBox.self) != nil
    for unit in units {
      if let unit = unit.openBitstreamUnit {
        openBitstreamUnits.append(unit)
      } else if isHEVC {
        let sei = try? HEVC.SupplementalEnhancementInformation(nalUnit: unit.bytes)
        messages += sei?.messages ?? []
      } else {
        let sei = try? AVC.SupplementalEnhancementInformation(nalUnit: unit.bytes)
        messages += sei?.messages ?? []
      }
    }
  }
}
