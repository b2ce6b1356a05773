internal import CLoaded
import FieldCoding

/// The reason why an archive cannot be read or written, as a sentence without its subject.
package struct ZipError: Error, CustomStringConvertible, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }

  /// Calls a function of the library that leaves a message when it fails.
  static func check<Result>(
    _ call: (inout [CChar]) -> Result?
  ) throws(ZipError) -> Result {
    var message = [CChar](repeating: 0, count: Int(BOXWALK_ZIP_MESSAGE))
    guard let result = call(&message) else {
      throw ZipError(withOurText(RuntimeLibrary.text(message)))
    }
    return result
  }
}
