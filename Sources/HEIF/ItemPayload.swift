public import ISOBMFF

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

extension HEIFFile {
  /// Tells `sink` the fields of the payloads that have any, in the order of the items.
  ///
  /// What cannot be read is the sink's to know.
  public func describePayloads(limits: DecodeLimits = DecodeLimits(), to sink: any FieldSink) {
    let budget = DecodeBudget(limits)
    for item in items {
      guard let type = ItemType.payload(item.type) else { continue }
      do throws(FieldError) {
        let data = try data(of: item.id)
        describe(item, data.fileOffset..<data.fileOffset + data.count, type, sink) {
          () throws(FieldError) in try type.describe(data, budget: budget, to: sink)
        }
      } catch {
        let start = error.offset
        describe(item, start..<start, type, sink) { () throws(FieldError) in throw error }
      }
    }
  }

  private func describe(
    _ item: Item, _ range: Range<Int>, _ type: any ItemPayload.Type, _ sink: any FieldSink,
    _ content: () throws(FieldError) -> Void
  ) {
    let group = FieldGroup(
      name: "\(item.type)",
      kind: .item(
        id: item.id, title: ItemType.title(item.type) ?? "", specification: type.specification),
      fileRange: range)
    guard sink.open(group) else { return }
    do throws(FieldError) { try content() } catch { sink.damage(error) }
    sink.close(group)
  }
}

extension ItemPayload {
  fileprivate static func describe(
    _ data: Bytes, budget: DecodeBudget, to sink: any FieldSink
  ) throws(FieldError) {
    var content = Self()
    var coder = FieldCoder(decoding: data, budget: budget, sink: sink)
    try content.fields(&coder)
    let rest = coder.rest
    guard !rest.isEmpty else { return }
    let start = rest.fileOffset
    sink.field("trailing", .bytes(rest), bits: start * 8..<(start + rest.count) * 8)
  }
}
