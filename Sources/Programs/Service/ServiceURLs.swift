package import RemoteFiles

/// The files at URLs that requests may name.
package struct ServiceURLs: Sendable {
  let files: RemoteReader
  /// Gets the name of each file after it was read.
  let report: @Sendable (String) -> Void

  package init(_ files: RemoteReader, report: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.files, self.report) = (files, report)
  }
}
