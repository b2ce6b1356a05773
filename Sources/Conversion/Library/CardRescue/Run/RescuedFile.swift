package import Text

/// A file that was found and written.
package struct RescuedFile: Sendable, Codable, Equatable {
  package enum State: String, Sendable, Codable {
    /// It is all there, in one piece or as its file system says.
    case whole
    /// It was put together from pieces, and all of it fits.
    case joined
    /// A part of it is missing or damaged.
    case broken
  }

  /// The name of the file, below the folder of all.
  package var file: String
  package var state: State
  /// The proof that it is complete: `file system`, `samples`, `structure`.
  package var proof: String
  /// Whether there was no other way to put its pieces together.
  package var isCertain: Bool
  package var byteCount: Int
  /// The locations of its pieces on the disk: the first byte, and the number of bytes.
  package var pieces: [[Int]]
  /// The bytes that could not be read, and are zeros.
  package var unreadableCount: Int
  /// The path in the file system.
  package var path: String?
  /// Whether the file system says that it was deleted.
  package var isDeleted: Bool?
  /// The problem of the file.
  package var problem: String?

  var ranges: [Range<Int>] { Range<Int>.all(pieces) }

  /// Writes the file as a line of JSON.
  package func write(to output: TextOutput) { json.writeLine(to: output) }

  /// The line of a manifest.
  var json: JSONValue {
    .object([
      ("file", .string(file)), ("state", .string(state.rawValue)), ("proof", .string(proof)),
      ("isCertain", .bool(isCertain)), ("byteCount", .int(byteCount)),
      ("pieces", .array(pieces.map { .array($0.map { .int($0) }) })),
      ("unreadableCount", .int(unreadableCount)), ("path", .string(path)),
      ("isDeleted", isDeleted.map { .bool($0) }), ("problem", .string(problem)),
    ])
  }
}

extension Range<Int> {
  /// Ranges of a manifest: the first byte, and the number of bytes, of each. Others are left out.
  static func all(_ pairs: [[Int]]) -> [Range] {
    pairs.compactMap { pair in
      guard pair.count == 2, pair[0] >= 0, pair[1] >= 0, pair[0] <= Int.max - pair[1] else {
        return nil
      }
      return pair[0]..<pair[0] + pair[1]
    }
  }
}
