/// A value of a file's metadata, by the name under which it is known.
///
/// Groups and names are those that exiftool made usual (`ExifIFD:FNumber`), because scripts and
/// catalogues know values by them.
public struct MetadataTag: Hashable, Sendable {
  /// What holds it: `IFD0`, `GPS`, `XMP-dc`, `Keys`.
  public var group: String
  /// Its name in the group.
  public var name: String
  /// The value in the form in which a person reads it: `1/120`, `4.2 mm`. Items of a list have a
  /// comma and a space between them.
  public var value: String

  /// A value with its name.
  public init(_ group: String, _ name: String, _ value: String) {
    self.group = group
    self.name = name
    self.value = value
  }

  /// Whether `name` names this tag, without regard to case: `model`, or `ifd0:model`.
  public func isNamed(_ name: String) -> Bool {
    let wanted = name.lowercased()
    return wanted == self.name.lowercased() || wanted == "\(group):\(self.name)".lowercased()
  }
}

/// The text that replaces unread bytes. Values are data, so that the number has no separators.
package func bytesAsText(_ count: Int) -> String {
  "(Binary data \(count) \(count == 1 ? "byte" : "bytes"))"
}
