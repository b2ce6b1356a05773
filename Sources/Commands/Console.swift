import ISOBMFF
import Inspection
import JSON
import SystemAccess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output for results, standard error for everything else.
struct Console: Sendable {
  var style: Style
  /// Whether a person watches standard error.
  var showsProgress: Bool
  /// How many columns the terminal has that standard output goes to; nil if it goes elsewhere.
  var columns: Int?

  /// - Parameter isPlain: whether a terminal gets the same text as a pipe.
  init(isPlain: Bool = false) {
    let noColour = Environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let dumb = Environment["TERM"].map { $0 == "dumb" } ?? true
    let isTerminal = isatty(1) == 1 && !dumb && !isPlain
    style = Style(isColoured: isTerminal && !noColour)
    columns = isTerminal ? Console.width : nil
    showsProgress = isatty(2) == 1 && !dumb
  }

  private static var width: Int {
    var size = winsize()
    // The system fills the structure, which lives longer than the call.
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  var output: Output { Output { Console.send($0, to: 1) } }

  /// A message for the person: `boxwalk: IMG_1.HEIC: ...`. Names of files in it do not steer the
  /// terminal. What is said of a file whose bytes did not all come may not be true: the reason is said instead.
  func message(_ text: String) {
    if ReadingProblems.areThere(self), ReadingProblems.concern(text) { return }
    say(text)
  }

  /// Whether all bytes that were read of files came; the reason is said if they did not.
  var hasReadAll: Bool { !ReadingProblems.areThere(self) }

  /// A message that is true whatever was read.
  func say(_ text: String) {
    clearProgress()
    Console.send(Array("boxwalk: \(printable(text))\n".utf8), to: 2)
  }

  /// Text for the person as it is.
  static func show(_ text: String) { send(Array((text + "\n").utf8), to: 2) }

  /// Whether there is a person at a terminal who can be asked.
  var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

  /// Whether the person says yes.
  func ask(_ question: String) -> Bool {
    clearProgress()
    Console.send(Array("boxwalk: \(printable(question)) [y/N] ".utf8), to: 2)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// What is being done; replaced by the next, and gone at the end.
  func progress(_ text: String) {
    guard showsProgress else { return }
    Console.send(Array("\r\u{1B}[K\(printable(text))".utf8), to: 2)
  }

  func clearProgress() {
    guard showsProgress else { return }
    Console.send(Array("\r\u{1B}[K".utf8), to: 2)
  }

  /// The bytes of a result, for another program.
  func pass(_ bytes: Bytes) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      try Console.send(Array(rest.prefix(1 << 20)), to: 1).get()
      rest = rest.dropFirst(1 << 20)
    }
  }

  /// Text that cannot be written is not missed; the bytes of a result are.
  @discardableResult
  private static func send(
    _ bytes: [UInt8], to descriptor: Int32
  ) -> Result<Void, SystemError> {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The pointer is good during the call.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // The reader of this has gone: the program ends as one does that a broken pipe stops.
        if errno == EPIPE { exit(141) }
        return .failure(SystemError(what: "standard output", code: errno))
      }
      rest = rest.dropFirst(count)
    }
    return .success(())
  }

  /// A pipe that breaks, or a file that may not grow, is an error to look at, and not the end of the
  /// process.
  static func ignoreBrokenPipes() {
    // We have no signal handlers: the signals are ignored.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The bytes of a file, or of standard input; nil, with a message, if they cannot be read.
  func bytes(of path: String, _ limits: [LimitOption] = []) -> Bytes? {
    guard path != "-" else { return standardInput(limit: limits.input) }
    do throws(ByteSourceError) { return try ByteSource(mapping: path).bytes } catch {
      message("\(error)")
      return nil
    }
  }

  /// What a file is called in messages.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// A file as standard input is mapped; all else is kept in memory, and so bounded.
  private func standardInput(limit: Int) -> Bytes? {
    // If a part of it has been read before, the rest is wanted.
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
          ? "standard input: needs more than \(limit) bytes of memory, the limit; --limit input=\(limit.multipliedReportingOverflow(by: 2).partialValue) raises it, and a named file needs none"
          : "standard input cannot be read: \(error)")
      return nil
    }
  }

  /// All bytes of an open file or pipe; it throws if there are more than `limit`.
  static func readAll(_ descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      // The array has the room that is stated.
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(what: "read", code: errno) }
      guard count > 0 else { return all }
      guard all.count + count <= limit else { throw SystemError(what: "read", code: EFBIG) }
      all += buffer.prefix(count)
    }
  }
}

extension Output {
  /// A line for a person. Names of files may have any characters, which do not steer the terminal.
  func text(_ line: String) { self.line(printable(line)) }
}
