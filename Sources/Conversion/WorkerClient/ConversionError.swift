import FieldCoding
package import Files
import WorkerProtocol

/// The reason why a file was not converted.
public struct ConversionError: Error, Sendable, CustomStringConvertible {
  /// The side that can solve the problem.
  public enum Kind: Sendable {
    /// The input is damaged, or not an image that can be converted.
    case input
    /// The input, which may be intact, cannot be decoded here: its form is not supported, or a library is missing.
    case unsupported
    /// The system cannot read the input, which may be intact, or another program changes it.
    case unreadable
    /// The encoder cannot write samples of so many bits: it can write those of 8.
    case depth
    /// The output exists already, or cannot be written.
    case output
    /// The worker is missing, crashed, or contradicted itself.
    case worker

    init(_ cause: FailureCause) {
      self =
        switch cause {
        case .input: .input
        case .unsupported: .unsupported
        case .unreadable: .unreadable
        case .depth: .depth
        case .output: .output
        }
    }
  }
  /// The side that can solve the problem.
  public var kind: Kind
  /// A sentence without the name of the file.
  public var message: String
  /// Whether the input is the reason, so that another one may be converted.
  package var isOfInput: Bool { kind == .input || kind == .unsupported }
  /// Whether the worker's process did not get to its end: another one may do the work.
  package var isTransient = false

  /// An error with a sentence for people.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// An error of the system about a file that is read or written.
  package init(_ kind: Kind, _ error: SystemError) { self.init(kind, "\(error)") }

  public var description: String { message }

  /// The result of `body`. An error of the worker's output gets the path of that output.
  package static func naming<Value: ~Copyable>(
    _ output: String, _ body: () throws(ConversionError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(ConversionError) { return try body() } catch {
      guard error.kind == .output else { throw error }
      throw ConversionError(.output, "\(output): \(withOurText(error.message))")
    }
  }

  /// The result of `body`, which reads a file. If another program changes the file meanwhile, an output may differ from
  /// what it should be only because of that: the change is the error then, unless the output cannot be written.
  package static func reading<Value>(
    _ path: String, _ body: () throws(ConversionError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(ConversionError) { return try body() } catch {
      if error.kind != .output { try requireUnchanged(path) }
      throw error
    }
  }

  /// Throws if another program has changed a file since it was mapped: an output would be of two contents.
  package static func requireUnchanged(_ path: String) throws(ConversionError) {
    if let change = MappedFiles.problem(of: path) { throw ConversionError(.unreadable, change) }
  }

  /// The result of a system call for a file that is read; its errors become ``Kind/unreadable``.
  package static func input<Value>(
    _ value: @autoclosure () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try value() } catch {
      throw ConversionError(.unreadable, error)
    }
  }

  /// The same of a file that is written.
  package static func output<Value>(
    _ value: @autoclosure () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try value() } catch { throw ConversionError(.output, error) }
  }

  /// Calls a function that reads files; an error of the system is then ``Kind/unreadable``.
  package static func input<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try body() } catch { throw ConversionError(.unreadable, error) }
  }

  /// Calls a function that writes files; an error of the system is then one of the output.
  package static func output<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try body() } catch { throw ConversionError(.output, error) }
  }

  /// A file that will appear at a path, below `root` if nothing else may be written; its folder is made.
  package static func outputFile(
    _ path: String, below root: RootFolder?
  ) throws(ConversionError) -> OutputFile {
    try output { () throws(SystemError) in
      if root == nil { try makeFolder(of: path) }
      return try OutputFile(path, below: root)
    }
  }
}
