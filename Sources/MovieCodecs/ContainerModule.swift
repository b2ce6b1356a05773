import CodecJob
import ImageCodecs
internal import MovieEngineInterface
import SystemAccess

/// The module that reads and writes containers that are not ours: `libboxwalk-containers.so`, which lies beside
/// this program and is linked with the system's FFmpeg.
@safe
struct ContainerModule: Sendable {
  /// A module is never closed, and what is in it never changes.
  let functions: boxwalk_container_engine

  private static let variable = "BOXWALK_CONTAINER_ENGINE"
  private static let file = "libboxwalk-containers.so"

  /// Looked for once.
  static let usual = Result { () throws(CodecError) in
    try ContainerModule(RuntimeLibrary.named(by: variable) ?? file)
  }

  init(_ name: String) throws(CodecError) {
    let opened = unsafe RuntimeLibrary.module(
      name, "boxwalk_container_engine_of_module",
      interface: UInt32(BOXWALK_CONTAINER_ENGINE_INTERFACE), as: boxwalk_container_engine.self)
    guard let engine = unsafe opened.engine else {
      throw CodecError(
        "Matroska, MPEG-TS, FLV and AVI cannot be read here: \(unsafe opened.reason)")
    }
    unsafe functions = engine.pointee
  }

  /// The version of FFmpeg; a constant string.
  var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }
}
