package import HEIF
package import ISOBMFF
package import Text

/// The dynamic range of frames, by its usual name: HDR10, HLG, Dolby Vision.
package struct DynamicRangeSummary {
  /// `Dolby Vision`, `HDR10+`, `HDR10`, `HLG`, `PQ`, `Apple Log`: the most demanding one comes first. Empty if
  /// there are only figures.
  package let kinds: [String]
  package let dolbyVision: DolbyVisionSummary?
  private let light: LightMetadata
  private let logCurve: String?

  /// Nil for frames without HDR and without a camera's log curve.
  ///
  /// - Parameters:
  ///   - boxes: the properties of an item, or the boxes of a sample entry.
  ///   - colour: the stated colour.
  ///   - sample: the first sample of a track, if it can be read; it is only read if it may matter.
  package init?(
    _ boxes: [Box], _ colour: CodingIndependentCodePoints?,
    sample: @autoclosure () -> Bytes? = nil
  ) {
    var light = LightMetadata(boxes)
    dolbyVision = DolbyVisionSummary(boxes)
    logCurve = boxes.first("logs").flatMap(DynamicRangeSummary.identifier)
    let transfer = colour?.transferCharacteristics ?? 2
    // The bitstream of frames that seem to be SDR may state HLG: compatible HLG has 1 or 14.
    if [1, 2, 14, 16, 18].contains(transfer), let sample = sample() {
      light.add(sample: sample, boxes)
    }
    self.light = light
    var kinds: [String] = dolbyVision == nil ? [] : ["Dolby Vision"]
    if let logCurve {
      kinds.append(logCurve.contains("apple") ? "Apple Log" : "Log")
    } else if transfer == 16 {
      if light.isDynamic { kinds.append("HDR10+") }
      kinds.append(light.hasFigures || dolbyVision?.baseLayer == "HDR10" ? "HDR10" : "PQ")
    } else if transfer == 18 || light.preferredTransfer == 18 {
      kinds.append("HLG")
    }
    guard !kinds.isEmpty || light.hasFigures else { return nil }
    self.kinds = kinds
  }

  /// The identifier of a curve, which is a text in the form of a domain name turned around.
  private static func identifier(_ box: Box) -> String? {
    box.opaquePayload.map { payload in
      String(decoding: payload.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
    }
  }

  /// A line for each of what there is to say.
  package var lines: [String] {
    var lines: [String] = []
    if let dolbyVision { lines.append(dolbyVision.text) }
    let others = kinds.filter { $0 != "Dolby Vision" }
    var words = others.map { $0 == "PQ" ? "HDR (PQ)" : $0 }
    if let logCurve { words.append("the curve \(logCurve), to be graded before it is shown") }
    if let display = light.display {
      words.append(
        "mastered on a display of \(number(display.minimum)) to \(number(display.maximum)) cd/m²"
          + (display.gamut.map { " with \($0) colours" } ?? ""))
    }
    let levels = [
      light.maximum.map { "brightest sample \(grouped($0)) cd/m²" },
      light.average.map { "brightest picture \(grouped($0)) cd/m² on average" },
    ]
    words += levels.compactMap { $0 }
    if !words.isEmpty { lines.append(words.joined(separator: ", ")) }
    return lines
  }

  private func number(_ value: Double) -> String {
    value >= 1000 ? grouped(Int(value.rounded())) : decimal(value, digits: 4)
  }

  package var value: JSONValue {
    .object([
      ("kinds", .array(kinds.map { .string($0) })), ("dolbyVision", dolbyVision?.value),
      ("logCurve", .string(logCurve)), ("masteringDisplay", light.display?.value),
      ("maxCLL", .int(light.maximum)), ("maxFALL", .int(light.average)),
    ])
  }
}

extension MasteringDisplay {
  package var value: JSONValue {
    func point(_ point: Chromaticity) -> JSONValue { .array([.double(point.x), .double(point.y)]) }
    return .object([
      ("minimum", .double(minimum)), ("maximum", .double(maximum)), ("gamut", .string(gamut)),
      ("red", point(red)), ("green", point(green)), ("blue", point(blue)), ("white", point(white)),
    ])
  }
}
