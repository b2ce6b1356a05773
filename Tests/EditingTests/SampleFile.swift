import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport

/// The files of `SampleMedia`.
enum SampleFile {
  static func bytes(_ name: String) throws -> Bytes {
    let path = MediaFolder.samples.first { $0.hasSuffix("/" + name) } ?? name
    return try ByteSource(mapping: path).bytes
  }
}

extension Edit {
  /// An edit of a file of `SampleMedia`.
  init(sample name: String) throws { self.init(try SampleFile.bytes(name)) }

  /// The new file, whole.
  func bytes() throws -> Bytes { Bytes(try finished().written.bytes) }
}

extension Edit {
  /// Changes the `moov` box.
  mutating func editMovie(_ body: (inout Box) -> Void) {
    for index in file.boxes.indices where file.boxes[index].type == "moov" {
      body(&file.boxes[index])
    }
  }
}

extension BoxFile {
  /// The bytes of all samples of a track.
  func samples(of id: UInt32) -> [Bytes] {
    let track = MovieFile(self)?.tracks.first { $0.id == id }
    return track?.samples.map { bytes.part($0.fileRange) ?? Bytes() } ?? []
  }
}

extension Box {
  /// Changes the box at a path below this one.
  mutating func edit(_ path: FourCC..., body: (inout Box) -> Void) { edit(path[...], body) }

  private mutating func edit(_ path: ArraySlice<FourCC>, _ body: (inout Box) -> Void) {
    guard let type = path.first else { return body(&self) }
    var children = children
    guard let index = children.firstIndex(where: { $0.type == type }) else { return }
    children[index].edit(path.dropFirst(), body)
    self.children = children
  }
}
