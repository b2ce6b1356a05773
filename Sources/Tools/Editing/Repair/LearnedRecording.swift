public import FieldCoding
import ISOBMFF
import Movie
import Rescue

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
