/// A Live Photo in one file or folder.
public enum LiveBundle {
  /// The formats of bundles.
  public enum Format: String, Sendable, CaseIterable {
    /// The two files in a folder.
    case folder
    /// A folder that Apple's software shows as one file: both files, and ``LiveBundle/metadata``.
    case pvt
    /// The archive of Baidu's applications, which other programs write, too; see ``LIVPComment``.
    case livp
    /// An archive of the two files.
    case zip

    /// The extension of such bundles; nil for a folder.
    public var fileExtension: String? { self == .folder ? nil : rawValue }

    /// The format for an extension without its dot; nil for other extensions.
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

  /// The third file of a PVT bundle: a property list, which Apple's software needs to recognise the folder
  /// as a Live Photo.
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

  /// The key in ``metadata`` that states the version.
  public static let metadataKey = "PFVideoComplementMetadataVersionKey"
  /// The version that a PVT bundle states.
  public static let metadataVersion = "1"
}

/// The reason why a file or folder is not a bundle, or why a bundle cannot be made.
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason: a sentence without the name of the file, which is its subject.
  public var message: String
  /// An error with a sentence for people.
  public init(_ message: String) { self.message = message }
  public var description: String { message }
}
