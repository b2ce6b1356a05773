import Editing
import Foundation
import ISOBMFF
import TestSupport
import Testing
import Verification

extension Folder {
  /// The path of what an edit makes of a file.
  ///
  /// - Parameter isGathered: whether the samples of a movie are prepared as the commands do it.
  func edited(
    _ path: String, as name: String, isGathered: Bool = true,
    _ change: (inout Edit) throws(EditError) -> Void
  ) throws -> String {
    var edit = Edit(try ByteSource(mapping: path).bytes)
    if isGathered { _ = try edit.gatherSamples() }
    try change(&edit)
    return try write(Data(try edit.finished().written.bytes), to: name)
  }
}

extension Folder {
  /// The path of movies that follow each other.
  func joined(_ paths: [String]) throws -> String {
    let others = try paths.dropFirst().map { (name: $0, bytes: try ByteSource(mapping: $0).bytes) }
    let first = try #require(paths.first)
    return try edited(first, as: "joined." + (first as NSString).pathExtension) {
      edit throws(EditError) in try edit.join(others)
    }
  }
}

/// What `verify` finds in a file.
func findings(_ path: String) throws -> [Finding] {
  Report(ExaminedFile(try ByteSource(mapping: path).bytes, name: path)).findings
}
