public import ISOBMFF
import Metadata
import NALUnits

/// The payload of a type of items whose syntax is known.
public protocol ItemPayload: FieldCodable {
  /// The type of the items.
  static var itemType: FourCC { get }
  /// The standard and its clause.
  static var specification: String { get }
}

extension ItemType {
  /// The syntax of the payload of items of a type; nil for a type whose payload stays bytes.
  public static func payload(_ type: FourCC) -> (any ItemPayload.Type)? { payloads[type] }

  private static let payloads: [FourCC: any ItemPayload.Type] = {
    let types: [any ItemPayload.Type] = [
      ImageGrid.self, ImageOverlay.self, ToneMap.self, SampleTransform.self,
    ]
    return Dictionary(uniqueKeysWithValues: types.map { ($0.itemType, $0) })
  }()
}

extension Item {
  /// The format of the payload, with the standard that defines it; nil for payloads that stay bytes.
  var payloadFormat: (format: EmbeddedFormat, specification: String)? {
    switch type {
    case "Exif": return (.exifItem, "ISO/IEC 23008-12 §A.2.1")
    case "it35": return (.structure(UserDataRegistered.self), "ITU-T T.35")
    case "mime":
      let isPlain = contentEncoding == nil
      let type = entry.contentType.string
      let isText = ["xml", "json"].contains { type.hasSuffix($0) } || type.hasPrefix("text/")
      return isPlain && isText ? (.text, "ISO/IEC 14496-12 §8.11.6") : nil
    default: return ItemType.payload(type).map { ($0.format, $0.specification) }
    }
  }
}

extension ItemPayload {
  fileprivate static var format: EmbeddedFormat { .structure(Self.self) }
}

extension HEIFFile {
  /// Whether ``describePayloads(limits:to:)`` describes anything.
  public var hasShownPayloads: Bool { items.contains { $0.payloadFormat != nil } }

  /// Describes the fields of payloads with a known syntax to `sink`, in the order of the items.
  ///
  /// The sink also gets the errors.
  public func describePayloads(limits: DecodeLimits = DecodeLimits(), to sink: any FieldSink) {
    let budget = DecodeBudget(limits)
    // Thousands of items may have the same bytes. So the total size that is described is limited to twice the file.
    var left = 2 * boxes.bytes.count
    for item in items where left >= 0 {
      guard let (format, specification) = item.payloadFormat else { continue }
      var (data, damage) = (Bytes(), FieldError?.none)
      do throws(FieldError) { data = try self.data(of: item.id) } catch { damage = error }
      left -= data.count
      let start = damage?.offset ?? data.fileOffset
      let group = FieldGroup(
        name: "\(item.type)",
        kind: .item(
          id: item.id, title: ItemType.title(item.type) ?? "", specification: specification),
        fileRange: start..<start + data.count)
      guard sink.open(group) else { continue }
      if let damage { sink.damage(damage) }
      FieldCoder(decoding: data, budget: budget, sink: sink).show(data, as: format)
      sink.close(group)
    }
  }
}
