import FieldCoding
package import JSON
package import SystemAccess

/// Writes a document completely or not at all; missing folders are made.
///
/// - Parameters:
///   - replacing: whether an existing file is replaced.
///   - isSynced: false for one of many that can be made again.
///   - body: writes the pieces of the document.
package func writeDocument(
  _ path: String, replacing: Bool, isSynced: Bool = true, _ body: (TextOutput) -> Void
) throws(SystemError) {
  try makeFolder(of: path)
  try writeDocument(to: OutputFile(path), replacing: replacing, isSynced: isSynced, body)
}

/// Writes a document to a file that has been opened for it.
///
/// - Parameter check: throws if the document, which is complete, must not get its name.
package func writeDocument(
  to file: consuming OutputFile, replacing: Bool, isSynced: Bool = true,
  _ body: (TextOutput) -> Void,
  check: () throws(SystemError) -> Void = {}
) throws(SystemError) {
  let file = file
  var failure: SystemError?
  let output = TextOutput { bytes in
    guard failure == nil else { return }
    do throws(SystemError) { try file.write(Bytes(bytes)) } catch { failure = error }
  }
  body(output)
  output.flush()
  if let failure { throw failure }
  try check()
  try file.commit(replacing: replacing, isSynced: isSynced)
}
