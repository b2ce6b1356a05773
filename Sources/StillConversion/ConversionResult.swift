public import CodecJob

/// What became of one file.
public struct ConversionResult: Sendable {
  /// How the output came about.
  public enum Action: String, Sendable {
    case converted
    /// It had the format already, whatever its name.
    case copied
    /// The same, and the output is another name of the file.
    case linked
    /// It is where it should be, as it should be: nothing was written.
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
  /// How long the output is, in bytes.
  public var byteCount: Int
  /// What a person may want to know: parts of the file that a JPEG has no place for.
  public var notes: [String] = []
  /// What should have been carried over and could not be.
  public var warnings: [String] = []
  /// What the file had and the output has not, in plain words: `depth map`.
  public var leftOut: [String] = []
  /// Pictures that the output has beside its own, in plain words: `depth map`.
  var keptParts: [String] = []
  /// Whether some of that was left out without being asked for: the output format has no place for it.
  public var losesParts = false
  /// Whether the output has a movie in it that it was given, or that the photo had.
  public var hasMovie = false
  /// What protected this computer from the picture; nil if it was not decoded.
  public var sandbox: SandboxReport?

  package init(action: Action, output: String, width: Int, height: Int, byteCount: Int) {
    (self.action, self.output) = (action, output)
    (self.width, self.height, self.byteCount) = (width, height, byteCount)
  }
}
