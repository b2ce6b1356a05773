import Conversion
import FieldCoding
import Files
import ISOBMFF
import Rendering
import Verification
import WorkerClient

/// The audio of a page, which the worker decodes.
struct PageAudio {
  private let worker = WorkerProgram.path.map { Worker($0) }

  /// The audio of a file, and the sentence about audio that exists but could not be decoded.
  typealias Shown = (view: AudioView, failure: String?)

  /// The levels of the first audio track of a file, or of the movie in a photo; or the reason why they are not shown.
  func levels(_ path: String, _ file: ExaminedFile) -> Shown {
    guard let track = file.audioTrack else { return (.none, nil) }
    func missing(_ reason: String) -> Shown {
      (.missing("The audio level is not shown\(reason)"), nil)
    }
    if path == "-" { return missing(", as standard input is not decoded.") }
    guard let worker else {
      return missing(": boxwalk-codec, the program that decodes, is not beside boxwalk.")
    }
    var meter = AudioMeter(worker)
    meter.timeLimit = 60
    do throws(ConversionError) {
      guard file.movie == nil, let motion = file.movieInPhoto else {
        return (.levels(try meter.levels(of: track, at: path)), nil)
      }
      let levels = try withTemporaryFolder { (folder) throws(ConversionError) in
        try meter.levels(of: track, at: motion.copy(in: folder))
      }
      return (.levels(levels), nil)
    } catch {
      return (missing(": \(error.message).").view, "the audio level is not shown: \(error.message)")
    }
  }
}

extension BoxFile {
  /// Writes the bytes to a file, because a movie in a photo is decoded from a separate file.
  ///
  /// - Returns: the path of the file.
  func copy(in folder: String) throws(ConversionError) -> String {
    let copy = "\(folder)/motion.mp4"
    try ConversionError.output { () throws(SystemError) in
      try makeFolder(of: copy)
      let file = try OutputFile(copy)
      try file.write(bytes)
      try file.commit(replacing: false, of: nil)
    }
    return copy
  }
}
