public import FieldCoding

/// The lists of four-character codes that the registration authority of ISO/IEC 14496-12 keeps.
///
/// They name the types that we do not decode.
public enum CodeRegistry: String, CaseIterable, Sendable {
  /// Boxes, boxes of `udta`, and item properties in `ipco`.
  case boxes, userData, itemProperties
  /// Brands of `ftyp`.
  case brands
  /// Sample entries of `stsd`, grouping types of `sgpd`, schemes of `schm`, and boxes of `dref`.
  case sampleEntries, sampleGroups, schemes, dataReferences
  /// Item types of `infe`, boxes of `iref` and `grpl`, and colour types of `colr`.
  case itemTypes, itemReferences, entityGroups, colourTypes
  /// Handler types of `hdlr`, boxes of `tref` and `trgr`, and attributes of `tsel`.
  case handlers, trackReferences, trackGroups, trackSelection

  /// A code of a registry.
  public struct Code: Equatable, Sendable {
    /// The four characters.
    public var code: FourCC
    /// The name, as the authority lists it.
    public var name: String
    /// The family of specifications, in the authority's short form: `NALu Video`.
    public var specification: String
  }

  /// The registered entry of `code`.
  public subscript(code: FourCC) -> Code? { Self.codes[self]?[code] }

  /// All codes of this registry, sorted.
  public var codes: [Code] {
    (Self.codes[self] ?? [:]).values.sorted { $0.code.rawValue < $1.code.rawValue }
  }

  /// Parsed once, when a name is first asked for.
  private static let codes: [CodeRegistry: [FourCC: Code]] = Dictionary(
    uniqueKeysWithValues: allCases.map { registry in
      let codes = registry.table.split(separator: "\n").compactMap { Code(line: $0) }
      return (registry, Dictionary(codes.map { ($0.code, $0) }) { first, _ in first })
    })

  private var table: String {
    switch self {
    case .boxes: Self.boxesTable
    case .userData: Self.userDataTable
    case .itemProperties: Self.itemPropertiesTable
    case .brands: Self.brandsTable
    case .sampleEntries: Self.sampleEntriesTable
    case .sampleGroups: Self.sampleGroupsTable
    case .schemes: Self.schemesTable
    case .dataReferences: Self.dataReferencesTable
    case .itemTypes: Self.itemTypesTable
    case .itemReferences: Self.itemReferencesTable
    case .entityGroups: Self.entityGroupsTable
    case .colourTypes: Self.colourTypesTable
    case .handlers: Self.handlersTable
    case .trackReferences: Self.trackReferencesTable
    case .trackGroups: Self.trackGroupsTable
    case .trackSelection: Self.trackSelectionTable
    }
  }
}

extension CodeRegistry.Code {
  /// `code name | specification`
  fileprivate init?(line: Substring) {
    guard let code = FourCC(line.prefix(4)) else { return nil }
    self.code = code
    let rest = line.dropFirst(5)
    // The name may have a bar in it.
    let bar = rest.lastIndex(of: "|") ?? rest.endIndex
    name = String(rest[..<bar].dropLast())
    specification = String(rest[bar...].dropFirst(2))
  }
}
