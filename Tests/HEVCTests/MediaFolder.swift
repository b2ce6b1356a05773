import FieldCoding

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Photos and movies of real devices, which are not part of the package: the folder that
/// `BOXWALK_MEDIA` names, or `../shared/media` beside the package.
enum MediaFolder {
  static let path: String? = {
    var candidates: [String] = []
    if let named = unsafe getenv("BOXWALK_MEDIA") {
      candidates.append(unsafe String(cString: named))
    }
    candidates.append(
      #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/../shared/media")
    candidates.append("../shared/media")
    return candidates.first { !entries(of: $0).isEmpty }
  }()

  /// All files below, sorted.
  static let files: [String] = path.map(files(below:)) ?? []

  private static func files(below folder: String) -> [String] {
    entries(of: folder).sorted().flatMap { name in
      let path = "\(folder)/\(name)"
      return isFolder(path) ? files(below: path) : [path]
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
