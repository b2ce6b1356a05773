import SystemAccess
public import WorkerClient

/// A folder outside of which nothing is written.
public struct OutputTree: Sendable {
  /// The path of the folder, without slashes at its end.
  public let root: String

  /// The folder at `root`, which need not exist yet.
  public init(_ root: String) {
    self.root = root.withoutLastSlashes
  }

  /// Where a file of the folder is, if it is there.
  func path(of relativePath: String) -> String { root.asFolder + relativePath }

  /// The path of a file in the folder, whose own folders are made if they are missing.
  ///
  /// Symbolic links in the folder are not followed: they could lead anywhere.
  public func place(_ relativePath: String) throws(ConversionError) -> String {
    guard let path = RelativePath.normalized(relativePath), path == relativePath else {
      throw ConversionError(.output, "\(relativePath) would be outside of \(root)")
    }
    var folder = root
    try makeFolder(folder, mayBeLink: true)
    for name in path.pathNames.dropLast() {
      folder += "/" + name
      try makeFolder(folder, mayBeLink: false)
    }
    return self.path(of: path)
  }

  private func makeFolder(_ path: String, mayBeLink: Bool) throws(ConversionError) {
    let folder = BytePath(Array(path.utf8))
    switch folder.status?.kind {
    case .folder: return
    case .link where mayBeLink && PathKind(path) == .folder: return
    case .link:
      throw ConversionError(
        .output, "\(path) is a symbolic link in the output folder, which is not followed")
    case .file, .other: throw ConversionError(.output, "\(path) is not a folder")
    case nil: break
    }
    do throws(SystemError) {
      if mayBeLink { _ = try folder.makeFolders() } else { try folder.makeFolder() }
    } catch {
      // Another thread may have been quicker.
      if folder.status?.kind == .folder { return }
      throw ConversionError(.output, "the folder \(path) cannot be made: \(error)")
    }
  }
}
