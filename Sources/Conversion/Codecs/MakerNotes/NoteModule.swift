import FieldCoding
import Files
internal import NoteEngineInterface
public import WorkerProtocol

/// The module that reads maker notes of cameras: `boxwalk-notes`, which is next to this program and is linked with
/// libexiv2.
@safe
struct NoteModule: Sendable {
  /// A module is never closed, and its functions never change.
  let functions: boxwalk_note_engine

  private static let module = RuntimeModuleKind<boxwalk_note_engine>(
    "boxwalk-notes", variable: "BOXWALK_NOTE_ENGINE", function: "boxwalk_note_engine_of_module",
    interface: UInt32(BOXWALK_NOTE_ENGINE_INTERFACE))

  /// It is searched for once.
  static let usual = Result { () throws(CodecError) in try NoteModule() }

  private init() throws(CodecError) {
    let opened = NoteModule.module.open()
    guard let engine = opened.engine else {
      throw CodecError("maker notes cannot be read here: \(opened.reason)")
    }
    functions = engine
  }

  /// The version of Exiv2; a constant string.
  var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }
}

extension EngineReply.Library {
  /// The module that reads notes of cameras.
  public static var notes: EngineReply.Library {
    var library = EngineReply.Library()
    library.name = "libboxwalk-notes"
    switch NoteModule.usual {
    case .failure(let error): library.problem = Text(error.message)
    case .success(let module):
      library.version = Text(module.release)
      library.abilities = ["reads the maker notes of cameras, with Exiv2"]
    }
    return library
  }
}
