import HEIF
import ISOBMFF
import Text

/// The derivation of images from other images.
extension HEIFSummary {
  var derivations: [ReportEntry] {
    let toneMaps = payloads(ToneMap.self)
    let transforms = payloads(SampleTransform.self)
    var entries: [ReportEntry] = []
    if !toneMaps.isEmpty {
      entries.append(
        ReportEntry(
          "toneMaps", "Tone map", .array(toneMaps.map { $1.metadata.value(item: $0) }),
          text: toneMaps.map(\.payload.metadata.text)))
    }
    if !transforms.isEmpty {
      entries.append(
        ReportEntry(
          "sampleTransforms", "Transform", .array(transforms.map { $1.value(item: $0) }),
          text: transforms.map(\.payload.text)))
    }
    return entries
  }

  private func payloads<Payload: ItemPayload>(
    _ type: Payload.Type
  ) -> [(item: Item, payload: Payload)] {
    file.items.compactMap { item in
      guard item.type == Payload.itemType, let data = try? file.data(of: item.id),
        let payload = try? Payload(decoding: data)
      else { return nil }
      return (item, payload)
    }
  }
}

extension GainMapMetadata {
  /// `HDR headroom 0 to 2.7871 stops, gain 0 to 2.7871 stops, gamma 0.897`
  fileprivate var text: String {
    let gains = channels.map {
      "gain \(range($0.gainMapMin.value, $0.gainMapMax.value)), gamma \(decimal($0.gamma.value))"
    }
    let names = gains.count == 3 ? ["red ", "green ", "blue "] : [""]
    return "HDR headroom \(range(baseHeadroom.value, alternateHeadroom.value)), "
      + zip(names, gains).map { $0 + $1 }.joined(separator: ", ")
  }

  private func range(_ start: Double, _ end: Double) -> String {
    "\(decimal(start)) to \(decimal(end)) stops"
  }

  fileprivate func value(item: Item) -> JSONValue {
    .object([
      ("item", .int(Int(item.id))),
      ("baseHeadroom", .double(baseHeadroom.value)),
      ("alternateHeadroom", .double(alternateHeadroom.value)),
      ("usesBaseColourSpace", .bool(usesBaseColourSpace)),
      ("backward", .bool(isBackward)),
      (
        "channels",
        .array(
          channels.map {
            .object([
              ("gainMapMin", .double($0.gainMapMin.value)),
              ("gainMapMax", .double($0.gainMapMax.value)),
              ("gamma", .double($0.gamma.value)),
              ("baseOffset", .double($0.baseOffset.value)),
              ("alternateOffset", .double($0.alternateOffset.value)),
            ])
          })
      ),
    ])
  }
}

extension SampleTransform {
  private var bits: Int { 8 << Int(bitDepth) }

  /// `256 × x1 + x2, in 32 bits`
  fileprivate var text: String {
    "\(formula ?? "no formula"), in \(bits) bits"
  }

  fileprivate func value(item: Item) -> JSONValue {
    .object([
      ("item", .int(Int(item.id))), ("bitDepth", .int(bits)), ("formula", .string(formula)),
    ])
  }
}
