import Conversion
import FieldCoding
import ISOBMFF
import Movie
import Verification
import WorkerClient
import WorkerProtocol

/// Decodes everything in a file, and finds what is lost, and when it is shown.
struct DecodingCheck {
  let worker: Worker
  /// Is called with the number of frames that are done.
  var progress: @Sendable (Int) -> Void = { _ in }

  /// It throws if the worker cannot work.
  func findings(of file: ExaminedFile, at path: String) throws(ConversionError) -> [Finding] {
    var (lost, unknown) = (Findings(Rules.decodingFails), Findings(Rules.notDecoded))
    func decode(
      _ what: String, at box: ExaminedBox?, _ check: () throws(ConversionError) -> Void
    ) throws(ConversionError) {
      do throws(ConversionError) { try check() } catch {
        guard error.isOfInput else { throw error }
        let sentence = "\(what) was not decoded: \(error.message)"
        if let box { unknown.add(at: box, sentence) } else { unknown.add(offset: 0, sentence) }
      }
    }
    if file.kind != .boxes || file.heif != nil {
      try decode("the image", at: nil) { () throws(ConversionError) in
        try checkImages(of: file, path, &lost, &unknown)
      }
    }
    if let excess = file.movie?.excess {
      unknown.add(offset: 0, "the tracks were not decoded: \(excess)")
      return lost.kept + unknown.kept
    }
    var decoded: Set<DecodedTrack> = []
    // Auxiliary images, such as alpha, are decoded with those that they belong to.
    for (track, box) in file.tracks where track.sampleCount > 0 && !track.isAuxiliary {
      guard ["vide", "pict", "soun"].contains(track.handlerType),
        decoded.insert(DecodedTrack(track)).inserted
      else { continue }
      if track.isEncrypted {
        unknown.add(at: box, "track \(track.id) was not decoded: it is encrypted")
        continue
      }
      try decode("track \(track.id)", at: box) { () throws(ConversionError) in
        if track.handlerType == "soun" {
          try checkAudio(of: track, box, path, &lost)
        } else {
          try checkFrames(of: track, box, path, &lost)
        }
      }
    }
    return lost.kept + unknown.kept
  }

  private func checkImages(
    of file: ExaminedFile, _ path: String, _ findings: inout Findings, _ unknown: inout Findings
  ) throws(ConversionError) {
    let converter = PhotoConverter(ConversionOptions(worker))
    for loss in try converter.losses(of: PhotoFile(path)) {
      guard let item = loss.item, let entry = file.entry(of: item) else {
        findings.add(offset: file.bytes.fileOffset, "the image is damaged: \(loss.reason)")
        continue
      }
      let title = file.title(of: item)
      if loss.isUnknown {
        if file.hasUsualSizeDifference(item) { continue }
        unknown.add(at: entry, "\(title) was not decoded: \(loss.reason)")
      } else {
        findings.add(at: entry, "\(title) cannot be decoded: \(loss.reason)")
      }
    }
  }

  private func checkAudio(
    of track: Track, _ box: ExaminedBox, _ path: String, _ findings: inout Findings
  ) throws(ConversionError) {
    for part in try AudioMeter(worker).lostParts(of: track, at: path) {
      let times = [part.lowerBound, part.upperBound].map { text(track, $0) }
      findings.add(
        at: box,
        "the audio of track \(track.id) from \(times[0]) to \(times[1]) cannot be decoded")
    }
  }

  private func checkFrames(
    of track: Track, _ box: ExaminedBox, _ path: String, _ findings: inout Findings
  ) throws(ConversionError) {
    let movie = try MovieFrames(path, track: track.id)
    let extractor = FrameExtractor(ConversionOptions(worker))
    for lost in try extractor.lostFrames(of: movie, progress: progress) {
      let (first, last) = (lost.first, lost.last)
      let frames =
        first == last ? "frame \(first.number)" : "frames \(first.number) to \(last.number)"
      findings.add(
        at: box,
        "\(frames) of \(movie.frames.count) of track \(track.id), shown from \(MovieFrames.text(first.time)) s to "
          + "\(MovieFrames.text(lost.end)) s, cannot be decoded: \(lost.reason)")
    }
  }

  private func text(_ track: Track, _ time: Int64) -> String {
    let seconds =
      track.editList.start(ofMediaFrom: time)?.seconds
      ?? Double(time) / Double(max(1, track.timescale))
    return "\(MovieFrames.text(seconds)) s"
  }
}

/// How a track is coded, where its samples are, and which of them are presented: tracks can have all of this in common, and
/// are decoded once.
private struct DecodedTrack: Hashable {
  private let descriptions: [Bytes?]
  private let samples: Int

  init(_ track: Track) {
    descriptions = track.sampleEntries.map(\.source) + track.box.children.at("edts").map(\.source)
    var hasher = Hasher()
    hasher.combine(track.handlerType)
    for chunk in track.samples.chunks {
      hasher.combine(chunk.start)
      hasher.combine(chunk.sampleCount)
      hasher.combine(chunk.byteCount)
      hasher.combine(chunk.descriptionIndex)
      chunk.hashSizes(into: &hasher)
    }
    samples = hasher.finalize()
  }
}
