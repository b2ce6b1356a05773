import Files

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Calls a function with the path of a folder for temporary files, which is deleted afterwards. The first file that is
/// written there makes it.
package func withTemporaryFolder<Value: ~Copyable, Failure: Error>(
  _ body: (String) throws(Failure) -> Value
) throws(Failure) -> Value {
  let folder = FileManager.default.temporaryDirectory.path + "/boxwalk-\(UUID().uuidString)"
  let unfinished = UnfinishedName(folder) {}
  defer {
    try? FileManager.default.removeItem(atPath: folder)
    withExtendedLifetime(unfinished) {}
  }
  return try body(folder)
}
