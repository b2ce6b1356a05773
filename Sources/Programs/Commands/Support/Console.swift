import FieldCoding
package import Files
package import ISOBMFF
package import Inspection
import Library
import Platform
import Synchronization
package import Text

/// Standard output for results, standard error for everything else.
package struct Console: Sendable {
  package var style: ReportTextStyle
  /// Whether standard error is a terminal that can replace a line.
  package var showsProgress: Bool
  /// The number of columns of the terminal to which standard output is written; nil if it is not a terminal.
  package var columns: Int?

  /// - Parameter isPlain: whether a terminal gets the same text as a pipe.
  package init(isPlain: Bool = false) {
    let noColour = Environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let dumb = Environment["TERM"].map { $0 == "dumb" } ?? true
    let isTerminal = isatty(1) == 1 && !dumb && !isPlain
    style = ReportTextStyle(isColoured: isTerminal && !noColour)
    columns = isTerminal ? Console.width(1) : nil
    showsProgress = isatty(2) == 1 && !dumb
  }

  private static func width(_ terminal: Int32) -> Int {
    var size = winsize()
    // The system fills the structure, which exists longer than the call.
    guard unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  package var output: TextOutput { TextOutput(columns: columns) { Console.send($0, to: 1) } }

  /// Writes a message for the user: `boxwalk: IMG_1.HEIC: ...`. Control characters in it are escaped. A message about a
  /// file that was not read completely may be false: the reason is written instead.
  package func message(_ text: String) {
    let text = Console.namingFileOnce(text)
    if InputProblems.areThere(self), InputProblems.concern(text) { return }
    say(text)
  }

  /// A message with the name of a file once, which errors of the system begin with, too.
  static func namingFileOnce(_ text: String) -> String {
    guard let end = text.ranges(of: ": ").first else { return text }
    let name = text[..<end.upperBound]
    var rest = text[end.upperBound...]
    while rest.hasPrefix(name) { rest = rest.dropFirst(name.count) }
    return String(name + rest)
  }

  /// Whether everything that was read of files arrived. If not, the reason is written.
  package var hasReadAll: Bool { !InputProblems.areThere(self) }

  /// Writes a message that is true even if files were not read completely.
  package func say(_ text: String) {
    clearProgress()
    let line = "boxwalk: \(printable(text))"
      .folded(to: showsProgress ? Console.width(2) : nil, indent: 2)
    Console.send(Array("\(line)\n".utf8), to: 2)
  }

  /// Writes text for the user without escapes.
  package static func show(_ text: String) { send(Array((text + "\n").utf8), to: 2) }

  /// Ends the program.
  package static func end(_ code: Int32) -> Never { exit(code) }

  /// Whether a user at a terminal can be asked.
  package var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

  /// Whether the user answers yes.
  package func ask(_ question: String) -> Bool {
    clearProgress()
    Console.send(Array("boxwalk: \(printable(question)) [y/N] ".utf8), to: 2)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// Shows the progress, in a line that the next one replaces and ``clearProgress()`` removes.
  package func progress(_ text: String) {
    guard showsProgress else { return }
    Console.send(Array("\r\u{1B}[K\(printable(text))".utf8), to: 2)
  }

  package func clearProgress() {
    guard showsProgress else { return }
    Console.send(Array("\r\u{1B}[K".utf8), to: 2)
  }

  /// Writes the bytes of a result, for another program.
  package func pass(_ bytes: Bytes) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(1 << 20))
      if let problem = bytes.source.problem { throw .unread(problem) }
      try Console.send(piece, to: 1).get()
      rest = rest.dropFirst(1 << 20)
    }
  }

  /// Why standard output could not be written completely; nil if it could.
  package static var outputProblem: SystemError? { lostOutput.withLock { $0 } }
  private static let lostOutput = Mutex<SystemError?>(nil)

  /// The result says whether everything was written. Callers that write text ignore it: the end of the program reports
  /// ``outputProblem``.
  @discardableResult
  private static func send(
    _ bytes: [UInt8], to descriptor: Int32
  ) -> Result<Void, SystemError> {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The pointer is valid during the call.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // No program reads this pipe any more: the program ends with the exit code of SIGPIPE.
        if errno == EPIPE { exit(141) }
        let problem = SystemError(what: "standard output", code: errno)
        if descriptor == 1 { lostOutput.withLock { $0 = $0 ?? problem } }
        return .failure(problem)
      }
      rest = rest.dropFirst(count)
    }
    return .success(())
  }

  /// Opens standard streams that are closed, so that no other file gets their numbers, and that each use is an error.
  package static func openClosedStreams() {
    for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // Variadic C functions count as unsafe; the arguments are what `open` asks for.
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Makes a broken pipe, and a file that is too large, an error of a call, which would otherwise end the process.
  package static func ignoreBrokenPipes() {
    // The program has no signal handlers: the signals are ignored.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The bytes of a file, or of standard input; nil, with a message, if they cannot be read.
  package func bytes(of path: String, _ limits: [LimitOption] = []) -> Bytes? {
    guard path != "-" else { return standardInput(limit: limits.input) }
    do throws(ByteSourceError) { return try ByteSource(mapping: path).bytes } catch {
      message("\(error)")
      return nil
    }
  }

  /// The name of a file in messages.
  package static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Standard input is mapped if it is a file; otherwise it is kept in memory, up to the limit.
  private func standardInput(limit: Int) -> Bytes? {
    // If a part of it has been read before, only the rest is read.
    if lseek(0, 0, Int32(SEEK_CUR)) == 0,
      let source = try? ByteSource(mapping: 0, path: "standard input")
    {
      return source.bytes
    }
    do throws(SystemError) {
      return ByteSource(try Console.readAll(0, limit: limit)).bytes
    } catch {
      message(
        error.code == EFBIG
          ? "standard input: needs more than \(counted(limit, "byte")) of memory, the limit; --limit input=\(limit.multipliedReportingOverflow(by: 2).partialValue) raises it, and a named file needs none"
          : "standard input cannot be read: \(error)")
      return nil
    }
  }

  /// All bytes of an open file or pipe; it throws if there are more than `limit`.
  package static func readAll(
    _ descriptor: Int32, limit: Int, name: String = "read"
  ) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      // The array has as many bytes as the call may write.
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(what: name, code: errno) }
      guard count > 0 else { return all }
      guard all.count + count <= limit else { throw SystemError(what: name, code: EFBIG) }
      all += buffer.prefix(count)
    }
  }
}

extension TextOutput {
  /// Writes a line for the user. Control characters in it are escaped.
  package func text(_ line: String) { sentence(printable(line), indent: 4) }
}

/// Notes about many files: each note is shown once, with the number of files to which it applies.
package struct ConsoleNotes {
  private struct Note {
    /// The path of the first file.
    var path: String
    var text: String
    var count = 0
  }
  private var notes: [String: Note] = [:]
  /// The most notes that are shown: the most frequent ones.
  private static let lineCount = 20

  package init() {}

  package mutating func add(_ text: String, of path: String) {
    notes[ManifestReport.kind(of: text), default: Note(path: path, text: text)].count += 1
  }

  /// The text of the notes. A note about one file has the same text as elsewhere.
  package var lines: [String] {
    let sorted = notes.values.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    var lines = sorted.prefix(ConsoleNotes.lineCount).map { note in
      note.count == 1
        ? "\(note.path): \(note.text)"
        : "\(note.path): \(note.text) (\(counted(note.count, "file")))"
    }
    let more = sorted.count - lines.count
    if more > 0 { lines.append("\(counted(more, "note")) more, which --verbose shows") }
    return lines
  }
}
