public import ISOBMFF
public import StillMetadata

/// Values of a file that must not occur in a new file without its metadata.
public struct MetadataTraces: Sendable {
  /// The places where it was recorded.
  public let places: PlaceTraces
  /// The devices and persons that made it; empty if only the location is stripped.
  let identities: IdentityTraces

  private init(
    _ what: MetadataStripping, _ places: () -> PlaceTraces, _ identities: () -> IdentityTraces
  ) {
    self.places = what == .nothing ? PlaceTraces() : places()
    self.identities = what == .all ? identities() : IdentityTraces()
  }

  /// The traces of a file that consists of boxes.
  public init(_ file: BoxFile, leavingOut what: MetadataStripping) {
    self.init(what, { PlaceTraces(file) }, { IdentityTraces(file) })
  }

  /// The traces of a file of any kind: JPEG, PNG, or boxes.
  public init(file bytes: Bytes, leavingOut what: MetadataStripping) {
    if bytes.starts(with: PNGChunks.signature) || bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self.init(what, { PlaceTraces(picture: bytes) }, { IdentityTraces(picture: bytes) })
    } else {
      self.init(BoxFile(bytes), leavingOut: what)
    }
  }

  /// The first trace in the bytes of a file, and its offset: text, or numbers in any form.
  package func first(in bytes: Bytes) -> (what: String, place: Int)? {
    if let place = places.first(in: bytes) { return ("the coordinates are", place) }
    return identities.first(in: bytes).map { (MetadataTraces.identity, $0) }
  }

  /// Throws if an identity is in a file that has already been searched for places.
  func checkIdentities(_ written: Bytes) throws(EditError) {
    guard let place = identities.first(in: written) else { return }
    throw EditError(.proofFailed, "\(MetadataTraces.identity) left at byte \(place)", offset: place)
  }

  private static let identity = "a serial number, identifier or name is"

  /// Throws if a file contains one of the values; the message says which, and where.
  public func check(_ written: Bytes) throws(EditError) {
    guard let found = first(in: written) else { return }
    throw EditError(
      .proofFailed, "\(found.what) left at byte \(found.place)", offset: found.place)
  }
}
