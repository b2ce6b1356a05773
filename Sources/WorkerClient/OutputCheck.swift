import SystemAccess

/// Throws if an output cannot be written, because it would replace a file that has to be kept.
///
/// - Parameters:
///   - replacing: whether an existing file is replaced.
///   - isLink: whether the output may be a hard link to the input.
package func checkPlace(
  _ output: String, of input: String, replacing: Bool, isLink: Bool = false
) throws(ConversionError) {
  let isSame = try ConversionError.output(isSameFile(input, output))
  let kind = try ConversionError.output(PathKind(output))
  if isSame, !isLink {
    throw ConversionError(.output, "\(output) is the original itself, which is never replaced")
  }
  if kind == .folder { throw ConversionError(.output, "\(output) is a folder") }
  if !replacing, kind != .nothing {
    throw ConversionError(.output, "\(output) exists; --force replaces it")
  }
}
