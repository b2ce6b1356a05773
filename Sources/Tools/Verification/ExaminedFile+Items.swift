import HEIF
public import ISOBMFF

/// The boxes of items, and names of items for sentences.
extension ExaminedFile {
  /// The top-level `meta` box.
  public var meta: ExaminedBox? { all(at: "meta").first }

  /// The first box of a type in `meta`.
  public func metaBox(_ type: FourCC) -> ExaminedBox? { all(at: "meta", type).first }

  /// The `infe` box of an item.
  public func entry(of id: UInt32) -> ExaminedBox? {
    entryByID[id]
  }

  /// Reports an item at its `infe` box.
  func report(
    _ item: Item, _ findings: inout Findings, _ sentence: @autoclosure () -> String
  ) {
    if let entry = entry(of: item.id) {
      findings.add(at: entry, "\(title(of: item.id)) \(sentence())")
    }
  }

  /// Reports a property of an item.
  func report(
    _ property: Item.Property, of item: Item, _ findings: inout Findings,
    _ sentence: @autoclosure () -> String
  ) {
    if let box = examined(property.box) {
      findings.add(at: box, "\(title(of: item.id)) \(sentence())")
    }
  }

  /// The major brand and the compatible brands; QuickTime pads its list with zeros.
  public var brands: Set<FourCC> {
    guard let type = all(at: "ftyp").first?[FileTypeBox.self] else { return [] }
    return Set([type.majorBrand] + type.compatibleBrands.filter { $0.rawValue != 0 })
  }

  /// Whether the file claims to conform to the Multi-Image Application Format, as AVIF files do.
  var claimsMIAF: Bool { !brands.isDisjoint(with: ["miaf", "avif", "avis"]) }

  /// The name that `boxwalk inspect` shows for the entry of an item in `iloc`: `items[3]`.
  func locationField(of id: UInt32) -> String {
    locationIndices[id].map { "items[\($0)]" } ?? "item \(id)"
  }

  /// The title of an item for users: `tile 5 (item 6)`, `the HDR gain map (item 51)`.
  public func title(of id: UInt32) -> String { heif?.title(of: id) ?? "item \(id)" }

  /// Whether an image is coded in another size than ispe states, as its writer always does it: a note says so.
  public func hasUsualSizeDifference(_ id: UInt32) -> Bool {
    Report(self, rules: [Rules.ispeDiffersFromSPS]).findings.contains {
      $0.quirk != nil && $0.message.hasPrefix(title(of: id) + " ")
    }
  }

  /// Whether an item or a group of items has this id.
  func exists(_ id: UInt32) -> Bool {
    guard let heif else { return false }
    return heif.item(id) != nil || heif.groups.contains { $0.id == id }
  }
}
