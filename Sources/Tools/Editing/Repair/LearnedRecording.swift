public import FieldCoding
import ISOBMFF
import Movie
public import Rescue

/// The information in a good recording that helps to rebuild others of the same camera: the coding and layout of
/// its tracks, and how to find their samples. It is a movie file without media data, so it contains no frames
/// and no audio, and without dates, locations and names.
public struct LearnedRecording: Sendable {
  /// The file.
  public let bytes: Bytes
  /// Sentences about tracks whose samples cannot be found in other recordings, with the reasons.
  public let notes: [String]

  /// Throws ``EditError/Kind/wrongFile`` if the file is not a movie, if its samples are in fragments, or if it has
  /// no track whose samples can be found in other recordings.
  public init(of recording: Bytes) throws(EditError) {
    let file = BoxFile(recording)
    guard let reference = ReferenceRecording(file), var moov = file.boxes.first("moov") else {
      throw EditError(.wrongFile, "describes no samples, so there is nothing to learn from it")
    }
    guard !reference.movie.isFragmented else {
      throw EditError(
        .wrongFile,
        "has its samples in fragments, which cannot be learned: use the file itself with --like")
    }
    guard reference.tracks.contains(where: { $0.whyNot == nil }) else {
      throw EditError(.wrongFile, "has no track whose samples could be found in other recordings")
    }
    notes = reference.tracks.compactMap { track in
      track.whyNot.map { "track \(track.track.id) (\(track.track.handlerType)): \($0)" }
    }
    var metadata = RebuiltMovieMetadata()
    var tracks = reference.tracks.makeIterator()
    var children = moov.children
    for index in children.indices {
      children[index][MovieHeaderBox.self]?.forgetTimes()
      guard children[index].type == "trak", let track = tracks.next() else { continue }
      metadata.filter(&children[index])
      children[index].keepLayout()
      if let learned = track.learned {
        children[index].children.append(
          Box(type: "uuid", userType: LearnedSamplesBox.userType, learned))
      }
    }
    moov.children = children
    metadata.filter(&moov)
    var boxes = file.boxes.filter { $0.type == "ftyp" } + [moov]
    do throws(FieldError) {
      var coder = FieldCoder()
      try coder.boxes(&boxes)
      bytes = Bytes(coder.written.bytes)
    } catch {
      throw EditError(error)
    }
  }
}

extension Box {
  /// The boxes of a sample table that lay out the samples; others describe single samples.
  private static let layout: Set<FourCC> = [
    "stsd", "stts", "ctts", "cslg", "stss", "stps", "stsz", "stz2", "stsc", "stco", "co64",
  ]

  /// Keeps only the coding and the layout of its samples in a `trak` box.
  fileprivate mutating func keepLayout() {
    change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.forgetTimes()
      return true
    }
    change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.forgetTimes()
      return true
    }
    change(["mdia", "minf"]) { information in
      information.children = information.children.map { $0.type == "dinf" ? .dataInformation : $0 }
      return true
    }
    change(["mdia", "minf", "stbl"]) { table in
      table.children = table.children.filter { Box.layout.contains($0.type) }
      return true
    }
  }
}

/// The meaning of the bytes of a recording, as far as it was found.
public struct RecordingMap: Sendable {
  /// The samples that were found in the recording.
  public let found: FoundRecording
  /// The offset of the media data in the file; the offsets of regions count from it.
  public let start: Int
  let reference: ReferenceRecording

  /// The number of bytes of an incomplete sample at the end.
  public var tornByteCount: Int {
    found.regions.reduce(0) { $0 + ($1.content == .torn ? $1.range.count : 0) }
  }

  /// The map as text: one line for each region.
  public var lines: [String] {
    found.regions.map { region in
      let bytes =
        "bytes \(start + region.range.lowerBound) to \(start + region.range.upperBound - 1)"
      switch region.content {
      case .samples(let index, let certainty):
        let track = reference.tracks[index].track
        return
          "\(bytes): \(counted(region.sampleCount, "sample")) of track \(track.id) (\(track.handlerType)), \(RecordingMap.text(certainty))"
      case .torn: return "\(bytes): the start of a truncated sample"
      case .unknown: return "\(bytes): not explained"
      }
    }
  }

  private static func text(_ certainty: Certainty) -> String {
    switch certainty {
    case .byStructure: "certain by their structure"
    case .bySyntax: "sure by their syntax"
    case .bySize: "likely by their size and what follows"
    }
  }

  /// More unexplained regions are counted and not listed.
  private static let mostListed = 20

  /// - Parameter own: the tracks that have their own tables.
  func notes(_ tracks: [FoundTimedSamples], besides own: [UInt32], keepsUnknown: Bool) -> [String] {
    var notes: [String] = []
    for track in tracks {
      let count = track.samples.reduce(0) { $0 + $1.sampleCount }
      let seconds = Double(track.duration) / Double(max(1, track.track.timescale))
      let tenths = Int((seconds * 10).rounded())
      notes.append(
        "track \(track.track.id) (\(track.track.handlerType)): \(counted(count, "sample")) found, \(tenths / 10).\(tenths % 10) seconds"
      )
    }
    let known = own + tracks.map(\.track.id)
    for track in reference.tracks where !known.contains(track.track.id) {
      let reason = track.whyNot ?? "none of its samples was found"
      notes.append("track \(track.track.id) (\(track.track.handlerType)) is left out: \(reason)")
    }
    if tornByteCount > 0 {
      notes.append(
        "the last sample is truncated: \(counted(tornByteCount, "byte")) of it \(tornByteCount == 1 ? "is" : "are") left out"
      )
    }
    let unknown = found.unknown
    for range in unknown.prefix(RecordingMap.mostListed) {
      notes.append(
        "nothing explains \(counted(range.count, "byte")), from byte \(start + range.lowerBound) on: \(keepsUnknown ? "kept as a track of their own" : "left out")"
      )
    }
    if unknown.count > RecordingMap.mostListed {
      let rest = unknown.dropFirst(RecordingMap.mostListed)
      notes.append(
        "nothing explains \(counted(rest.reduce(0) { $0 + $1.count }, "byte")) in \(counted(rest.count, "other region"))"
      )
    }
    return notes
  }
}
