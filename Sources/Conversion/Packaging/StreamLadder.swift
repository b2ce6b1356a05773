import Conversion
import Files
import ISOBMFF
import Movie
import WorkerClient

/// The same movie in several sizes, re-encoded so that segments can begin at key frames of all of them.
struct StreamLadder {
  private let worker: Worker
  private let options: StreamOptions

  init(_ worker: Worker, _ options: StreamOptions) {
    (self.worker, self.options) = (worker, options)
  }

  /// Re-encodes a movie. The results are in the folder only while they are read.
  func movies(
    of input: String, in folder: String, _ result: inout StreamResult,
    _ progress: (String) -> Void
  ) throws(ConversionError) -> [RenditionSource] {
    let source = try RenditionSource(input, name: input, isToBeCoded: true)
    guard let pictures = source.pictures?.sampleEntries.first?[VisualSampleEntry.self] else {
      throw ConversionError(.input, "\(input): has no frames that --ladder could re-encode")
    }
    let presets = rungs(shorterSide: Int(min(pictures.width, pictures.height)), &result)
    var movies: [RenditionSource] = []
    for (index, preset) in presets.enumerated() {
      let name = "\(input) as \(preset.name)"
      // Without an ending, the name is right for QuickTime and for MP4.
      let path = folder + "coded-\(index + 1)"
      var conversion = options.conversion
      conversion.preset = preset
      // Frames that are small enough have key frames at other times, so they are re-encoded, too.
      conversion.quality = conversion.quality ?? MovieConverter.usualQuality
      conversion.keyInterval = options.segmentSeconds
      conversion.rotatesUpright = true
      conversion.audio = index == 0 ? .compatible : .remove
      conversion.syncsFiles = false
      do throws(ConversionError) {
        let made = try MovieConverter(worker, conversion).convert(input, to: path) { done in
          progress("\(name): \(done.done) of \(done.count)")
        }
        if index == 0 {
          result.warnings += made.warnings.map { "\(input): \($0)" }
          result.notes += made.notes.map { "\(input): \($0)" }
          result.leftOut += made.leftOut.map { "\(input): \($0)" }
        }
      } catch {
        throw ConversionError(error.kind, "\(name): \(error.message)")
      }
      movies.append(try RenditionSource(path, name: name, isCoded: true))
      // It is open, and needs no name any more.
      try ConversionError.output { () throws(SystemError) in try remove(path) }
    }
    return movies
  }

  /// Among presets that do not reduce the size, one is enough.
  private func rungs(shorterSide: Int, _ result: inout StreamResult) -> [MoviePreset] {
    var sizes: Set<String> = []
    var rungs: [MoviePreset] = []
    for preset in options.ladder {
      let size = min(preset.shorterSide ?? .max, shorterSide)
      if sizes.insert("\(preset.codec?.title ?? "") \(size)").inserted {
        rungs.append(preset)
      } else {
        result.warnings.append(
          "\(preset.name) is left out: frames have \(shorterSide) lines, as with \(rungs.last?.name ?? "another")"
        )
      }
    }
    return rungs
  }
}
