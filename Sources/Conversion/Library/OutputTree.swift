package import Files
public import WorkerClient

/// An output folder. Nothing is written outside of it.
public struct OutputTree: Sendable {
  /// The folder itself, which is opened once.
  package let folder: RootFolder

  /// The path of the folder, without slashes at its end.
  public var root: String { folder.path }

  /// The folder at `root`, which need not exist yet.
  public init(_ root: String) { folder = RootFolder(root) }

  /// The path of a file in the folder, if it exists.
  func path(of relativePath: String) -> String { root.asFolder + relativePath }

  /// The path of a file in the folder, whose subfolders are made if they are missing.
  ///
  /// Symbolic links in the folder are not followed, because they could lead out of it.
  ///
  /// Throws if the path would be outside of the folder, or if a subfolder cannot be made.
  public func preparedPath(of relativePath: String) throws(ConversionError) -> String {
    guard let path = RelativePath.normalized(relativePath), path == relativePath else {
      throw ConversionError(.output, "\(relativePath) would be outside of \(root)")
    }
    do throws(SystemError) { _ = try folder.folder(of: self.path(of: path)) } catch {
      throw ConversionError(.output, "\(error)")
    }
    return self.path(of: path)
  }
}
