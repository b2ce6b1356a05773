import Editing
import Files
import ISOBMFF
import Metadata
import Movie
import Verification
import WorkerProtocol

/// Checks that a movie whose tracks were re-encoded still has the same times and the same other samples.
struct MovieConversionProof {
  private let movie: MovieFile
  private let original: BoxFile
  /// The indices of samples that are left out, by the ID of the track that was re-encoded.
  private var coded: [UInt32: Set<UInt32>] = [:]
  /// The priming that decoders give before the audio, in samples, by the ID of the track that was re-encoded.
  private var priming: [UInt32: Int64] = [:]
  /// The tracks that are removed.
  private var gone: Set<UInt32> = []

  /// The tracks whose samples lose metadata.
  private var changed: Set<UInt32> = []
  /// The metadata that is left out.
  private let stripping: MetadataStripping

  /// - Parameter movie: the movie before that, with all samples in tables.
  init(
    _ movie: MovieFile, of original: BoxFile, stripping: MetadataStripping = .nothing
  ) {
    (self.movie, self.original, self.stripping) = (movie, original, stripping)
  }

  /// Expects the tracks that an edit changed, and not those that it removed.
  mutating func expect(_ edit: Edit) {
    changed.formUnion(edit.changedTracks)
    gone.formUnion(edit.changedTracks.subtracting(MovieFile(edit.file)?.tracks.map(\.id) ?? []))
  }

  mutating func expect(_ pictures: CodedPictures, of source: VideoSource) {
    let hidden = source.track.samples.lazy
      .filter { !source.coded.contains($0.compositionTime) }.map { UInt32(clamping: $0.index) }
    coded[source.track.id] = Set(pictures.reply.lost).union(hidden)
  }

  mutating func expect(_ audio: CodedAudio, of source: AudioSource) {
    priming[source.track.id] = Int64(audio.reply.priming)
  }

  /// Throws if a movie does not meet the conditions.
  func check(_ bytes: Bytes) throws(EditError) {
    let written = BoxFile(bytes)
    let tracks = movie.tracks.filter { !gone.contains($0.id) }
    guard let whole = MovieFile(written), whole.tracks.count == tracks.count else {
      throw EditError(.proofFailed, "the new movie does not have the tracks of the old one")
    }
    for (old, new) in zip(tracks, whole.tracks) {
      guard old.id == new.id, old.handlerType == new.handlerType else {
        throw EditError(.proofFailed, "track \(old.id) would be another one")
      }
      if let lost = coded[old.id] {
        guard times(of: old, but: lost) == times(of: new, but: []) else {
          throw EditError(
            .proofFailed, "frames of track \(old.id) would be shown at other times")
        }
      } else if let delay = priming[old.id] {
        let heard = HeardAudio(new, in: whole, delay: delay)
        guard heard.isSame(as: HeardAudio(old, in: movie)) else {
          throw EditError(
            .proofFailed, "the audio of track \(old.id) would be heard at other times")
        }
      } else if !isSame(old, new, in: bytes) {
        throw EditError(.proofFailed, "samples of track \(old.id) would change")
      }
    }
    if stripping != .nothing {
      try Edit.checkStripped(
        stripping, bytes, MetadataTraces(original, leavingOut: stripping),
        decompressor: ContentEncoding.decompressor)
    }
    let errors = NewlyBrokenRules(
      from: ExaminedFile(original.bytes, name: ""), to: ExaminedFile(bytes, name: ""))
    if let first = errors.sentences.first { throw EditError(.proofFailed, first) }
  }

  /// The time when each sample is first presented, in order; nil for a sample that is never presented.
  private func times(of track: Track, but lost: Set<UInt32>) -> [EditList.Time?] {
    let times = track.samples.compactMap {
      lost.contains(UInt32(clamping: $0.index)) ? nil : $0.compositionTime
    }
    return times.sorted().map { track.editList.start(ofMediaFrom: $0) }
  }

  private func isSame(_ old: Track, _ new: Track, in bytes: Bytes) -> Bool {
    guard old.sampleCount == new.sampleCount, old.editList.isSame(as: new.editList) else {
      return false
    }
    let track = old.id
    var (first, second) = (old.samples.makeIterator(), new.samples.makeIterator())
    while let old = first.next(), let new = second.next() {
      guard old.compositionTime == new.compositionTime, old.location == new.location else {
        return false
      }
      guard old.location == .file(0), !changed.contains(track) else { continue }
      let (samples, kept) = (original.bytes.part(old.fileRange), bytes.part(new.fileRange))
      // A file that was truncated does not have all samples.
      guard let samples else { continue }
      guard let kept, samples == kept else { return false }
    }
    return true
  }
}
