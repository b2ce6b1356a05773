public import ISOBMFF
public import Metadata

/// Values of a file that must not occur in a new file without its metadata.
public struct MetadataTraces: Sendable {
  /// The locations where it was recorded.
  public let locations: LocationTraces
  /// The devices and persons that made it; empty if only the location is stripped.
  let identities: IdentityTraces

  /// The traces of a file that consists of boxes.
  public init(_ file: BoxFile, leavingOut what: MetadataStripping) {
    var (locations, identities) = (LocationTraces(), IdentityTraces())
    if what != .nothing { locations.add(file) }
    if what == .all { identities.add(file) }
    (self.locations, self.identities) = (locations, identities)
  }

  /// The traces of a file of any kind: JPEG, PNG, or boxes.
  public init(file bytes: Bytes, leavingOut what: MetadataStripping) {
    var locations = LocationTraces()
    if what != .nothing { locations.add(fileOfAnyKind: bytes) }
    self.init(locations, of: bytes, leavingOut: what)
  }

  /// The traces of a file whose locations are known.
  init(_ locations: LocationTraces, of bytes: Bytes, leavingOut what: MetadataStripping) {
    var identities = IdentityTraces()
    if what == .all { identities.add(fileOfAnyKind: bytes) }
    (self.locations, self.identities) = (locations, identities)
  }

  /// The first trace in the bytes of a file, and its offset: text, or numbers in any form.
  package func first(in bytes: Bytes) -> (what: String, offset: Int)? {
    if let offset = locations.first(in: bytes) { return ("the coordinates are", offset) }
    return identities.first(in: bytes).map { (MetadataTraces.identity, $0) }
  }

  private static let identity = "a serial number, identifier or name is"

  /// Throws if a file contains one of the values; the message says which, and where.
  public func check(_ written: Bytes) throws(EditError) {
    guard let found = first(in: written) else { return }
    throw EditError(
      .proofFailed, "\(found.what) left at byte \(found.offset)", offset: found.offset)
  }
}
