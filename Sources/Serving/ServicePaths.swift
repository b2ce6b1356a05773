import FarFiles
package import SystemAccess

/// The files that requests may name: all, or those below a folder.
package struct ServicePaths: Sendable {
  /// The folder, without symbolic links; nil for all files.
  private let root: String?

  /// Allows all files.
  package init() { root = nil }

  /// Allows the files below a folder. It throws if there is no such folder.
  package init(below folder: String) throws(SystemError) {
    guard let root = try pathWithoutLinks(folder), try PathKind(root) == .folder else {
      let isThere = try PathKind(folder) != .nothing
      throw SystemError(
        what: "\(folder): \(isThere ? "is a file, not a folder" : "there is no such folder")",
        code: 0)
    }
    self.root = root
  }

  /// The folder that also limits writing, even if names change meanwhile.
  var folder: RootFolder? { root.map { RootFolder($0) } }

  /// The path of a file that is read. A relative one starts at the folder.
  func input(_ path: String) throws(ServiceError) -> String {
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
    guard FarAddress.isAddress(path) else { return }
    throw ServiceError(.file, "is an address, and not a path", path: FarAddress(path)?.name)
  }
}
