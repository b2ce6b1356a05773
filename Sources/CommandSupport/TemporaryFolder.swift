#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Calls a function with the path of a folder for temporary files, which is deleted afterwards. The first file that is
/// written there makes it.
package func withTemporaryFolder<Value, Failure: Error>(
  _ body: (String) throws(Failure) -> Value
) throws(Failure) -> Value {
  let folder = FileManager.default.temporaryDirectory.path + "/boxwalk-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}
