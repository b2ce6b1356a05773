import ImageCodecs
internal import MovieEngineInterface
import SystemAccess

/// The module that decodes and encodes movies: `libboxwalk-ffmpeg.so`, which lies beside this program and is
/// linked with the system's FFmpeg.
@safe
struct MovieEngine: Sendable {
  /// A module is never closed, and what is in it never changes.
  let functions: boxwalk_movie_engine
  let sound: boxwalk_sound_engine

  private static let variable = "BOXWALK_MOVIE_ENGINE"
  private static let file = "libboxwalk-ffmpeg.so"

  /// Looked for once.
  static let usual = Result { () throws(CodecError) in
    try MovieEngine(RuntimeLibrary.named(by: variable) ?? file)
  }

  init(_ name: String) throws(CodecError) {
    let opened = unsafe RuntimeLibrary.module(
      name, "boxwalk_movie_engine_of_module", interface: UInt32(BOXWALK_MOVIE_ENGINE_INTERFACE),
      as: boxwalk_movie_engine.self)
    guard let engine = unsafe opened.engine, let sound = unsafe engine.pointee.sound() else {
      throw CodecError("movies cannot be coded here: \(unsafe opened.reason)")
    }
    unsafe functions = engine.pointee
    unsafe self.sound = sound.pointee
  }

  /// The version of FFmpeg: `5.1.9-0+deb12u1`; a constant string.
  var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }

  func has(decoder name: String) -> Bool { unsafe functions.has_decoder(name) != 0 }
  func has(encoder name: String) -> Bool { unsafe functions.has_encoder(name) != 0 }
}
