import ISOBMFF
import Movie
import Streams

/// An initialization segment: `moov`, and its information about tracks.
final class ExaminedInitialization: Sendable {
  let resource: StreamResource
  /// The bytes before the segments, up to the end of `moov`, because a playlist may name the whole file as
  /// initialization segment. Nil if it cannot be read.
  let bytes: Bytes?
  /// The reason why it cannot be used, as text that follows its name; nil if it can.
  let problem: String?
  let file: BoxFile?
  let movie: MovieFile?

  init(_ resource: StreamResource, _ load: ExaminedStream.Load) {
    self.resource = resource
    let read: Bytes
    do throws(StreamLoadError) { read = try load(resource) } catch {
      (bytes, file, movie, problem) = (nil, nil, nil, error.message)
      return
    }
    let boxes = BoxFile(read)
    let end = boxes.boxes.first("moov")?.origin.map { $0.fileOffset + $0.count - read.fileOffset }
    bytes = end.flatMap { read.part(0..<$0) } ?? read
    file = boxes
    movie = MovieFile(boxes)
    problem =
      read.source.problem != nil
      ? read.source.problem
      : ExaminedInitialization.hasTables(read)
        ? nil
        : movie == nil
          ? "has no moov box, which an initialization segment needs"
          : movie?.tracks.isEmpty ?? true
            ? "has a moov box without tracks" : ExaminedInitialization.damage(of: boxes, end: end)
  }

  /// The first error up to the end of `moov`. Bytes after it are not read.
  private static func damage(of file: BoxFile, end: Int?) -> String? {
    guard let found = file.findings.first, found.offset < end ?? .max else { return nil }
    return "is damaged: \(found)"
  }

  /// The initialization segment of a transport stream consists of its tables (RFC 8216bis §4.4.4.5).
  private static func hasTables(_ bytes: Bytes) -> Bool {
    ExaminedSegment.isTransportStream(bytes) && TransportStream(bytes).hasTables
  }

  /// The sample entries of all tracks.
  var entries: [Box] { movie?.tracks.flatMap(\.sampleEntries) ?? [] }

  /// The encryption of samples; empty if they are not encrypted.
  var encryptions: [Encryption] {
    entries.compactMap { entry in
      guard ["encv", "enca", "enct", "encs"].contains(entry.type) else { return nil }
      let protection = entry.children.at("sinf")
      return Encryption(
        scheme: protection.first(SchemeTypeBox.self)?.schemeType,
        key: protection.at("schi").first(TrackEncryptionBox.self).map { Array($0.defaultKID) })
    }
  }

  struct Encryption: Sendable {
    var scheme: FourCC?
    var key: [UInt8]?
  }

  /// The properties whose change matters to a decoder: codecs, sizes, rates and languages of tracks.
  var signature: String {
    (movie?.tracks ?? []).map { track in
      "\(track.id) \(track.handlerType) \(track.timescale) "
        + track.sampleEntries.map { "\($0.type)" }.joined(separator: " ")
    }.joined(separator: ", ")
  }
}
