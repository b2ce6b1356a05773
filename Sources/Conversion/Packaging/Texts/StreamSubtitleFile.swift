import FieldCoding
import Files
import Movie
import WorkerClient

/// A file of subtitles that are shown with a movie.
struct StreamSubtitleFile {
  let cues: [Cue]
  /// The language in the name, such as `movie.de.srt`; nil if it has none.
  let language: String?

  init(_ path: String) throws(ConversionError) {
    let bytes: Bytes
    do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
      throw ConversionError(.input, "\(path): \(error.reason.text)")
    }
    guard bytes.count <= StreamSubtitleFile.longest else {
      throw ConversionError(.input, "\(path): is too long for a file of subtitles")
    }
    guard let file = CueFile(String(decoding: bytes, as: UTF8.self)) else {
      throw ConversionError(.input, "\(path): has no subtitles in the form of SubRip or WebVTT")
    }
    cues = file.cues
    let stem = path.splitAtName.name.splitAtExtension.stem
    let tag = stem.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    language = tag.map(String.init).flatMap { tag in
      guard RenditionLanguage.isTag(tag) else { return nil }
      return tag.count == 3 ? RenditionLanguage.tag(code: tag) : tag
    }
  }

  /// The largest size; subtitles of films have a hundred thousand bytes.
  private static let longest = 64 << 20
}
