package import RemoteFiles

/// The files at addresses that requests may name.
package struct ServiceAddresses: Sendable {
  let files: FarFiles
  /// Gets the name of each file after it was read.
  let report: @Sendable (String) -> Void

  package init(_ files: FarFiles, report: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.files, self.report) = (files, report)
  }
}
