import FieldCoding
import Files
internal import NoteEngineInterface
public import WorkerProtocol

/// Names the values in the maker note of a camera.
public struct NoteReader: Sendable {
  private let job: NotesJob

  public init(_ job: NotesJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() { _ = NoteModule.usual }

  /// Longer texts are shown as their number of bytes.
  private static let longestText = 1 << 14

  /// Reads all values that have a name, as far as an answer has room for them.
  public func read(_ reply: inout NotesReply) throws(CodecError) {
    guard case .success(let module) = NoteModule.usual else { return }
    reply.hasModule = true
    let tiff = Array(job.tiff)
    let notes = try OpenNotes(module, tiff)
    var room = NotesJob.longestAnswer / 2
    while room > 0, var value = notes.next() {
      if value.text.bytes.count > NoteReader.longestText { value.isText = false }
      if !value.isText { value.text = "" }
      room -= value.text.bytes.count + 64
      reply.values.append(value)
    }
  }
}

/// The values of a note, one after another.
@safe
private struct OpenNotes: ~Copyable {
  private let engine: boxwalk_note_engine
  private let handle: OpaquePointer

  init(_ module: NoteModule, _ tiff: [UInt8]) throws(CodecError) {
    let engine = module.functions
    self.engine = engine
    var message = [CChar](repeating: 0, count: Int(BOXWALK_NOTE_MESSAGE))
    // The arrays have the stated sizes, and the module keeps neither.
    guard let handle = unsafe engine.notes_new(tiff, tiff.count, &message) else {
      throw CodecError(RuntimeLibrary.text(message))
    }
    unsafe self.handle = handle
  }

  // No other object has the pointer.
  deinit { unsafe engine.notes_free(handle) }

  func next() -> NotesReply.Value? {
    var found = unsafe boxwalk_note_value()
    // Its pointers are valid until the next call, and the data is copied here.
    guard unsafe engine.notes_next(handle, &found) > 0 else { return nil }
    func text(_ string: UnsafePointer<CChar>?) -> Text {
      unsafe Text(string.map { unsafe String(cString: $0) } ?? "")
    }
    var value = NotesReply.Value()
    unsafe value.group = text(found.group)
    unsafe value.name = text(found.name)
    unsafe value.isText = found.text != nil
    unsafe value.text = text(found.text)
    unsafe value.byteCount = UInt32(clamping: found.size)
    return value
  }
}

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
