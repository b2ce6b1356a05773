public import ISOBMFF
public import Metadata

/// Values of a file that must not occur in a new file without its metadata.
public struct MetadataTraces: Sendable {
  /// The places where it was recorded.
  public let places: PlaceTraces
  /// The devices and persons that made it; empty if only the location is stripped.
  let identities: IdentityTraces

  /// The traces of a file that consists of boxes.
  public init(_ file: BoxFile, leavingOut what: MetadataStripping) {
    var (places, identities) = (PlaceTraces(), IdentityTraces())
    if what != .nothing { places.add(file) }
    if what == .all { identities.add(file) }
    (self.places, self.identities) = (places, identities)
  }

  /// The traces of a file of any kind: JPEG, PNG, or boxes.
  public init(file bytes: Bytes, leavingOut what: MetadataStripping) {
    var places = PlaceTraces()
    if what != .nothing { places.add(fileOfAnyKind: bytes) }
    self.init(places, of: bytes, leavingOut: what)
  }

  /// The traces of a file whose places are known.
  init(_ places: PlaceTraces, of bytes: Bytes, leavingOut what: MetadataStripping) {
    var identities = IdentityTraces()
    if what == .all { identities.add(fileOfAnyKind: bytes) }
    (self.places, self.identities) = (places, identities)
  }

  /// The first trace in the bytes of a file, and its offset: text, or numbers in any form.
  package func first(in bytes: Bytes) -> (what: String, place: Int)? {
    if let place = places.first(in: bytes) { return ("the coordinates are", place) }
    return identities.first(in: bytes).map { (MetadataTraces.identity, $0) }
  }

  private static let identity = "a serial number, identifier or name is"

  /// Throws if a file contains one of the values; the message says which, and where.
  public func check(_ written: Bytes) throws(EditError) {
    guard let found = first(in: written) else { return }
    throw EditError(
      .proofFailed, "\(found.what) left at byte \(found.place)", offset: found.place)
  }
}
