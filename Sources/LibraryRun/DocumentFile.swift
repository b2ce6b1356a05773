import FieldCoding
package import JSON
package import SystemAccess

/// Writes a document, which appears whole or not at all; missing folders are made.
///
/// - Parameters:
///   - replacing: whether a file that is there is replaced.
///   - isSynced: false for one of many that can be made again.
///   - write: puts the document.
package func writeDocument(
  _ path: String, replacing: Bool, isSynced: Bool = true, _ write: (Output) -> Void
) throws(SystemError) {
  try makeFolder(of: path)
  let file = try OutputFile(path)
  var failure: SystemError?
  let output = Output { bytes in
    guard failure == nil else { return }
    do throws(SystemError) { try file.write(Bytes(bytes)) } catch { failure = error }
  }
  write(output)
  output.flush()
  if let failure { throw failure }
  try file.commit(replacing: replacing, isSynced: isSynced)
}
