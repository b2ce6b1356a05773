import FieldCoding
package import Files
package import RemoteFiles

/// The files that requests may name: all, or those below a folder.
package struct ServicePaths: Sendable {
  /// The folder, without symbolic links; nil for all files.
  private let root: String?
  /// The same, which also limits writing, even if names change meanwhile.
  let folder: RootFolder?

  /// Allows all files.
  package init() { (root, folder) = (nil, nil) }

  /// Allows the files below a folder. It throws if there is no such folder.
  package init(below folder: String) throws(SystemError) {
    guard let root = try pathWithoutLinks(folder), try PathKind(root) == .folder else {
      let isThere = try PathKind(folder) != .nothing
      throw SystemError(
        what: "\(folder): \(isThere ? "is a file, not a folder" : "there is no such folder")",
        code: 0)
    }
    self.root = root
    self.folder = RootFolder(root)
  }

  /// Does something with a file that is read, by a path that leads to it. Where a folder limits reading, it was opened
  /// from that folder on, and no name that changes meanwhile leads elsewhere.
  func use<Result>(
    _ path: String, _ body: (_ file: String) throws(ServiceError) -> Result
  ) throws(ServiceError) -> Result {
    let real = try input(path)
    guard let folder, real != root else { return try body(real) }
    let file: OpenFile
    do throws(SystemError) { file = try folder.file(real) } catch {
      throw ServiceError(.file, "\(error)", path: path)
    }
    let result = try body("/dev/fd/\(file.descriptor)")
    _ = file.descriptor
    return result
  }

  /// The path of a folder or file that is searched. Where a folder limits reading, everything in it is opened from that
  /// folder on.
  func searched(_ path: String) throws(ServiceError) -> String {
    let real = try input(path)
    if let root { ListedFolders.add(real.utf8, below: root.utf8) }
    return real
  }

  /// The path of a file that is read. A relative one starts at the folder.
  private func input(_ path: String) throws(ServiceError) -> String {
    try requirePath(path)
    guard let root else { return path }
    let whole = path.isAbsolutePath ? path : root + "/" + path
    let real: String?
    do throws(SystemError) { real = try pathWithoutLinks(whole) } catch {
      throw ServiceError(.file, "\(error)", path: path)
    }
    guard let real, real == root || real.path(below: root) != nil else {
      throw ServiceError(
        .file, real == nil ? "there is no such file" : "is outside of \(root)", path: path)
    }
    return real
  }

  /// The path of a file that is written.
  func output(_ path: String) throws(ServiceError) -> String {
    try requirePath(path)
    guard let root else { return path }
    let whole = path.isAbsolutePath ? path : root + "/" + path
    guard whole.path(below: root) != nil, !whole.pathNames.contains("..") else {
      throw ServiceError(.file, "is outside of \(root)", path: path)
    }
    return whole
  }

  private func requirePath(_ path: String) throws(ServiceError) {
    guard !path.utf8.contains(0) else {
      throw ServiceError(.file, "has a zero byte, which no path has", path: path)
    }
    guard RemoteURL.isURL(path) else { return }
    throw ServiceError(.file, "is a URL, and not a path", path: RemoteURL(path)?.name)
  }
}

/// The files at URLs that requests may name.
package struct ServiceURLs: Sendable {
  let files: RemoteReader
  /// Gets the name of each file after it was read.
  let report: @Sendable (String) -> Void

  package init(_ files: RemoteReader, report: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.files, self.report) = (files, report)
  }
}
