package import SystemAccess

/// The reason why a file was not converted.
public struct ConversionError: Error, Sendable, CustomStringConvertible {
  /// Whose part it is to do something about it.
  public enum Kind: Sendable {
    /// The input is damaged, or not a picture that can be converted.
    case input
    /// The output is there already, or cannot be written.
    case output
    /// The worker is missing, crashed, or contradicted itself.
    case worker
  }
  /// Whose part it is to do something about it.
  public var kind: Kind
  /// A sentence without the name of the file.
  public var message: String
  /// Whether the encoder cannot write samples of so many bits: it can write those of 8.
  package var isOfDepth = false

  /// An error with a sentence for people.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// What the system said, as an error of a file that is read or written.
  package init(_ kind: Kind, _ error: SystemError) { self.init(kind, "\(error)") }

  public var description: String { message }

  /// What `body` answers. An error of the output that the worker writes gets the path of that.
  package static func naming<Value: ~Copyable>(
    _ output: String, _ body: () throws(ConversionError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(ConversionError) { return try body() } catch {
      guard error.kind == .output else { throw error }
      throw ConversionError(.output, "\(output): \(error.message)")
    }
  }

  /// What a call to the system answers of a file that is read; what it throws is the error of the input.
  package static func input<Value>(
    _ value: @autoclosure () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try value() } catch { throw ConversionError(.input, error) }
  }

  /// The same of a file that is written.
  package static func output<Value>(
    _ value: @autoclosure () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try value() } catch { throw ConversionError(.output, error) }
  }

  /// Does something with files that are read; what the system says then is the error of the input.
  package static func input<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try body() } catch { throw ConversionError(.input, error) }
  }

  /// Does something with files that are written; what the system says then is the error of the output.
  package static func output<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(SystemError) { return try body() } catch { throw ConversionError(.output, error) }
  }

  /// A file that is to appear at a path, below `root` if nothing else may be written; its folder is made.
  package static func outputFile(
    _ path: String, below root: RootFolder?
  ) throws(ConversionError) -> OutputFile {
    try output { () throws(SystemError) in
      if root == nil { try makeFolder(of: path) }
      return try OutputFile(path, below: root)
    }
  }
}
