package import AV1
import AVC
import HEVC
package import ISOBMFF

/// The messages of a video sample besides its frames.
package struct SampleMessageSummary {
  /// The messages of HEVC and AVC.
  package private(set) var messages: [SEIMessage] = []
  package private(set) var openBitstreamUnits: [OpenBitstreamUnit] = []

  /// - Parameter boxes: those of the sample entry.
  package init(_ sample: Bytes, _ boxes: [Box]) {
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
