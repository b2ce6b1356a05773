import Foundation

/// A copy of a file, which other programs change.
public final class ChangedFile {
  private let folder: Folder
  public let path: String

  /// - Parameter original: the path of the file to copy.
  public init(copying original: String) throws {
    folder = try Folder()
    path = folder.path(URL(filePath: original).lastPathComponent)
    try FileManager.default.copyItem(atPath: original, toPath: path)
  }

  /// Sets bytes to zero from an offset on, as in a file that has become shorter, or some bytes to other values.
  public func change(_ noise: inout Noise) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    let size = try file.seekToEnd()
    if Bool.random(using: &noise) {
      let start = noise.next() % size
      try file.seek(toOffset: start)
      try file.write(contentsOf: Data(count: Int(size - start)))
    } else {
      // Most changes are in descriptions, which are at the start and at the end.
      let part = min(size, 6000)
      for _ in 0...noise.next() % 400 {
        let offset = noise.next() % part
        try file.seek(toOffset: Bool.random(using: &noise) ? offset : size - part + offset)
        let byte = [0, 1, 255, UInt8(truncatingIfNeeded: noise.next())].randomElement(using: &noise)
        try file.write(contentsOf: Data([byte ?? 0]))
      }
    }
    try file.close()
  }
}

/// How often tests with random changes are repeated: more for releases.
public let changeRounds =
  ProcessInfo.processInfo.environment["BOXWALK_ROUNDS"].flatMap { Int($0) } ?? 1
