import FieldCoding
import Files

/// The files of a stream, which are written to its folder.
struct StreamFiles {
  /// The extensions that files of streams have.
  static let endings: Set<String> = [".m3u8", ".mpd", ".mp4", ".m4s", ".vtt", ".ttml"]

  private let folder: String
  private(set) var count = 0
  private(set) var byteCount = 0

  /// - Parameter folder: the folder, with a slash at its end.
  init(_ folder: String) { self.folder = folder }

  /// Writes a text.
  mutating func write(_ text: String, _ name: String) throws(SystemError) {
    let output = try OutputFile(folder + name)
    let bytes = Bytes(Array(text.utf8))
    try output.write(bytes)
    try add(output, bytes.count)
  }

  /// Writes bytes that were made from a movie. Its samples are copied from file to file.
  mutating func write(
    _ written: ByteWriter, _ name: String, of original: borrowing OriginalFile
  ) throws(SystemError) {
    let output = try OutputFile(folder + name)
    try output.write(written, of: original.source, in: original.file)
    try add(output, written.count)
  }

  private mutating func add(
    _ output: borrowing OutputFile, _ byteCount: Int
  ) throws(SystemError) {
    try output.commit(replacing: false, of: [])
    count += 1
    self.byteCount += byteCount
  }
}
