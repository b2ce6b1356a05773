import FieldCoding
package import Files
package import Text

/// Writes a document completely or not at all; missing folders are made.
///
/// - Parameters:
///   - replacing: whether an existing file is replaced.
///   - isSynced: false for one of many that can be made again.
///   - root: the folder that the document has to be in.
///   - inputs: the files that it is made of; nil for every file that this process has mapped.
///   - body: writes the pieces of the document.
package func writeDocument(
  _ path: String, below root: RootFolder? = nil, replacing: Bool, isSynced: Bool = true,
  of inputs: [String]?, _ body: (TextOutput) -> Void
) throws(SystemError) {
  if root == nil { try makeFolder(of: path) }
  try writeDocument(
    to: OutputFile(path, below: root), replacing: replacing, isSynced: isSynced, of: inputs, body)
}

/// Writes a document to a file that has been opened for it.
package func writeDocument(
  to file: consuming OutputFile, replacing: Bool, isSynced: Bool = true,
  of inputs: [String]?, _ body: (TextOutput) -> Void
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
  try file.commit(replacing: replacing, isSynced: isSynced, of: inputs)
}
