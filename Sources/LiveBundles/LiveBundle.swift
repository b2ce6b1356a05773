/// A Live Photo in one piece.
public enum LiveBundle {
  /// How a still and a movie are kept together.
  public enum Format: String, Sendable, CaseIterable {
    /// The two files in a folder.
    case folder
    /// A folder that Apple's software takes for one file: the two, and ``LiveBundle/metadata``.
    case pvt
    /// The archive of Baidu's applications, which others write too; see ``LIVPComment``.
    case livp
    /// An archive of the two files.
    case zip

    /// What names of such bundles end with; nil for a folder.
    public var fileExtension: String? { self == .folder ? nil : rawValue }

    /// The form that the extension of a name stands for, without its dot; nil for one that says
    /// nothing.
    public init?(fileExtension: String) {
      let lowercased = fileExtension.lowercased()
      guard let format = Format.allCases.first(where: { $0.fileExtension == lowercased }) else {
        return nil
      }
      self = format
    }
  }

  /// The name of ``metadata`` in a PVT bundle.
  public static let metadataName = "metadata.plist"

  /// What a PVT bundle has beside its halves: a property list without which Apple's software does not
  /// take the folder for a Live Photo.
  public static let metadata = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>\(metadataKey)</key>
    \t<string>\(metadataVersion)</string>
    </dict>
    </plist>

    """

  /// The key in ``metadata`` that counts, and its value.
  public static let metadataKey = "PFVideoComplementMetadataVersionKey"
  /// What a PVT bundle states as its version.
  public static let metadataVersion = "1"
}

/// Why something is no bundle, or cannot become one: a sentence without subject.
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without the name of the file.
  public var message: String
  /// An error with a sentence for people.
  public init(_ message: String) { self.message = message }
  public var description: String { message }
}
