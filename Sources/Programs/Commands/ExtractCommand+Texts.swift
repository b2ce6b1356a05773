import ISOBMFF
import Inspection
import Movie

extension Extraction {
  /// The texts of a track, as a file of SubRip (`.srt`), or of WebVTT under that name; nil for other parts and tracks.
  ///
  /// Throws if samples are missing, or if the track is not shown at times that cues can state.
  ///
  /// - Parameter lost: is called with what the file does not say of how the texts look.
  func texts(_ part: Part, for output: String, lost: (String) -> Void) throws -> [UInt8]? {
    guard case .data(.track(let id)) = part,
      let track = movie?.tracks.first(where: { $0.id == id }), track.hasTexts
    else { return nil }
    // All samples have to be there.
    try extract(part, asStored: true) { _ in }
    let timescale = movie?.header?.timescale ?? 0
    guard let parts = PresentedParts(track, movieTimescale: timescale),
      let texts = TextTrack(track, in: boxes.bytes, parts)
    else {
      throw ExtractionError(
        "track \(id) has texts at times that subtitles cannot state; --raw extracts its samples")
    }
    let isWebVTT = MediaExtensions.of(output) == "vtt"
    if let looks = TextLook.phrase(texts.lostLooks) { lost("not in the new file: \(looks)") }
    return Array(
      (isWebVTT ? WebVTT.text(of: texts.cues, isSegment: false) : SubRip.text(of: texts.cues)).utf8)
  }
}

extension Extraction {
  /// The usual extension of the file that a part becomes.
  func fileExtension(_ found: Found) -> String {
    guard case .data(.track(let id)) = found.part,
      movie?.tracks.first(where: { $0.id == id })?.hasTexts == true
    else { return found.fileExtension }
    return "srt"
  }
}

extension Track {
  /// Whether its samples are texts that become subtitles.
  var hasTexts: Bool {
    !isEncrypted && sampleEntries.allSatisfy { TextTrack.entries.contains($0.type) }
      && !sampleEntries.isEmpty
  }
}
