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

/// Calls a function of a module that returns 0, or writes an error message to the array.
func check(_ call: (inout [CChar]) -> Int32) throws(CodecError) {
  var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
  let code = call(&message)
  guard code == 0 else {
    throw CodecError(
      RuntimeLibrary.text(message), code == Int32(BOXWALK_MOVIE_UNWRITTEN) ? .output : .input)
  }
}

extension boxwalk_movie_engine {
  /// The encoder's headers, which containers store separately from the samples.
  func configuration(of encoder: OpaquePointer) -> [UInt8] {
    var size = 0
    // The configuration belongs to the encoder, and is copied here.
    guard let bytes = unsafe encoder_configuration(encoder, &size) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  }
}

/// The fields of a TIFF frame that describe the coding of its samples (TIFF 6.0).
enum TIFFDecoderFields {
  /// The fields that FFmpeg knows: the size, samples, strips and tiles, compression, prediction and colours.
  private static let tags: Set<Int> = [
    254, 256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 292, 293, 317, 320, 322, 323, 324,
    325, 530,
  ]
  private static let entrySize = 12

  /// The frame without other fields in its first directory, because a decoder that reports damage also reports a
  /// field that it does not know, such as the unit of resolution. Other data is returned unchanged.
  static func alone(in picture: [UInt8]) -> [UInt8] {
    let isLittle = picture.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || picture.starts(with: [0x4D, 0x4D, 0, 42]) else { return picture }
    func number(at offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset <= picture.count - size else { return nil }
      let bytes = picture[offset..<offset + size]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2),
      // The offset of the next directory follows the entries.
      number(at: directory + 2 + count * entrySize, 4) != nil
    else { return picture }
    let starts = (0..<count).map { directory + 2 + $0 * entrySize }
    let kept = starts.filter { number(at: $0, 2).map(tags.contains) ?? false }
    let low = UInt8(kept.count & 0xFF)
    let high = UInt8(kept.count >> 8 & 0xFF)
    var entries: [UInt8] = isLittle ? [low, high] : [high, low]
    for start in kept { entries += picture[start..<start + entrySize] }
    entries += [0, 0, 0, 0]
    var changed = picture
    changed.replaceSubrange(directory..<directory + entries.count, with: entries)
    return changed
  }
}
