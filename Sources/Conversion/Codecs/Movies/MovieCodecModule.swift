import Files
internal import MovieEngineInterface
import WorkerProtocol

/// The module that decodes and encodes movies: `boxwalk-ffmpeg`, which is next to this program and is
/// linked with the system's FFmpeg.
@safe
struct MovieCodecModule: Sendable {
  /// A module is never closed, and its functions never change.
  let functions: boxwalk_movie_engine
  let audio: boxwalk_audio_engine

  private static let module = RuntimeModuleKind<boxwalk_movie_engine>(
    "boxwalk-ffmpeg", variable: "BOXWALK_MOVIE_ENGINE", function: "boxwalk_movie_engine_of_module",
    interface: UInt32(BOXWALK_MOVIE_ENGINE_INTERFACE))

  /// It is searched for once.
  static let usual = Result { () throws(CodecError) in try MovieCodecModule() }

  private init() throws(CodecError) {
    let opened = MovieCodecModule.module.open()
    guard let engine = opened.engine, let audio = engine.audio() else {
      throw CodecError(
        "FFmpeg is needed to decode and encode movies: \(opened.reason)", .unsupported)
    }
    functions = engine
    unsafe self.audio = audio.pointee
  }

  /// The version of FFmpeg: `5.1.9-0+deb12u1`; a constant string.
  var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }

  func has(encoder name: String) -> Bool { unsafe functions.has_encoder(name) != 0 }
}
