import ISOBMFF
import Testing

extension Mutation {
  static let truth: [Mutation] = [
    .bytes("file-unreadable") { $0 = Array("<html>".utf8) },
    .bytes("file-truncated", at: "mdat", also: ["iloc-extent-past-end"]) { $0.removeLast(500) },
    .bytes("jpeg-damaged", Sample.jpeg) { $0.removeLast($0.count - 40) },
    .bytes("jpeg-without-end", Sample.jpeg) { $0.removeLast(2) },
    .bytes("motion-photo-movie-damaged", Sample.jpeg) { bytes in
      bytes += try Sample.bytes(Sample.mp4).dropLast(100)
    },
  ]
}
