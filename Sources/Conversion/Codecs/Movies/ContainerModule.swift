import Files
internal import MovieEngineInterface
import WorkerProtocol

/// The module that reads and writes other containers: `boxwalk-containers`, which is next to this program and is
/// linked with the system's FFmpeg.
@safe
struct ContainerModule: Sendable {
  /// A module is never closed, and its functions never change.
  let functions: boxwalk_container_engine

  private static let module = RuntimeModuleKind<boxwalk_container_engine>(
    "boxwalk-containers", variable: "BOXWALK_CONTAINER_ENGINE",
    function: "boxwalk_container_engine_of_module",
    interface: UInt32(BOXWALK_CONTAINER_ENGINE_INTERFACE))

  /// It is searched for once.
  static let usual = Result { () throws(CodecError) in try ContainerModule() }

  private init() throws(CodecError) {
    let opened = ContainerModule.module.open()
    guard let engine = opened.engine else {
      throw CodecError(
        "Matroska, MPEG-TS, FLV and AVI cannot be read here: \(opened.reason)")
    }
    functions = engine
  }

  /// The version of FFmpeg; a constant string.
  var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }
}
