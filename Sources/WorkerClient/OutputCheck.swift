import SystemAccess

/// Throws if an output cannot be where it should be: nothing is replaced that should stay.
///
/// - Parameters:
///   - replacing: whether a file that exists may go.
///   - isLink: whether the output may be another name of the input.
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
