import FieldCoding
public import WorkerProtocol

/// The result of the conversion of one file.
public struct ConversionResult: Sendable {
  /// How the output came about.
  public enum Action: String, Sendable {
    case converted
    /// The file already had the format, with any name, and was copied.
    case copied
    /// The file already had the format, and the output is a hard link to it.
    case linked
    /// The file is already there, in the right format: nothing was written.
    case inPlace = "in place"
  }
  /// How the output came about.
  public var action: Action
  /// The item that was decoded, if the file has items.
  public var item: UInt32?
  /// The path of the output.
  public var output: String
  /// The width of the output, in samples.
  public var width: Int
  /// The height of the output, in samples.
  public var height: Int
  /// The size of the output, in bytes.
  public var byteCount: Int
  /// The size of the image and of the file, in words: audio has no image.
  public var sizeText: String {
    (width > 0 && height > 0 ? "\(width) × \(height), " : "") + counted(byteCount, "byte")
  }
  /// Sentences that the user may want to know, for example about parts that the output cannot hold.
  public var notes: [String] = []
  /// Sentences about what should have been carried over but could not be.
  public var warnings: [String] = []
  /// The parts of the file that the output does not have, in plain words: `depth map`.
  public var leftOut: [String] = []
  /// Images in the output besides the main one, in plain words: `depth map`.
  var keptParts: [String] = []
  /// Whether some of these parts were left out because the output format cannot hold them, and not because of an
  /// option.
  public var losesParts = false
  /// Whether the output contains a movie.
  public var hasMovie = false
  /// The protections with which the image was decoded; nil if it was not decoded.
  public var sandbox: SandboxReply?

  package init(action: Action, output: String, width: Int, height: Int, byteCount: Int) {
    (self.action, self.output) = (action, output)
    (self.width, self.height, self.byteCount) = (width, height, byteCount)
  }
}

/// The result for the movie of a Live Photo.
public struct MovieResult: Sendable {
  /// What happened to the movie.
  public enum Action: String, Sendable {
    /// It was copied to the folder of the photo.
    case copied
    /// It is in the folder of the photo, as a hard link.
    case linked
    /// Its images were re-encoded, and it is in the folder of the photo.
    case converted
    /// It became a part of the photo.
    case inside
    /// It is already there, because the output folder is the input folder.
    case inPlace = "in place"
  }
  /// What happened to the movie.
  public var action: Action
  /// The path of the output: that of the photo, if the movie is inside it.
  public var output: String
  /// The number of bytes of the movie.
  public var byteCount: Int
  /// Sentences that the user may want to know.
  public var notes: [String] = []
  /// Sentences about what should have been done but could not be.
  public var warnings: [String] = []

  package init(action: Action, output: String, byteCount: Int) {
    self.action = action
    self.output = output
    self.byteCount = byteCount
  }
}
