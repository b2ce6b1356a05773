import Foundation

/// A folder for one test, which is deleted after it.
final class LibraryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "boxwalk-library-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// `NAME.HEIC` and `NAME.MOV`; a half of no bytes is none.
  func write(_ halves: (still: [UInt8], movie: [UInt8]), _ name: String) throws {
    if !halves.still.isEmpty { try write(halves.still, to: name + ".HEIC") }
    if !halves.movie.isEmpty { try write(halves.movie, to: name + ".MOV") }
  }
}
