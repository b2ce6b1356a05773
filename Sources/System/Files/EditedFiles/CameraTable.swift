public import Editing

/// What `repair --learn` has written about recordings of cameras, each under the name of its camera, in a folder of the user.
public struct CameraTable: Sendable {
  /// The folder of the files.
  public let folder: String

  /// The folder that `BOXWALK_CAMERAS` names, or `boxwalk/cameras` in the user's folder for settings. Throws if the
  /// environment names none.
  public init() throws(EditError) {
    let settings =
      Environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? Environment["HOME"].map { $0.asFolder + ".config" }
    if let named = Environment["BOXWALK_CAMERAS"], !named.isEmpty {
      folder = named
    } else if let settings {
      folder = settings.asFolder + "boxwalk/cameras"
    } else {
      throw EditError(
        .notFound, "there is no folder for the settings of cameras: BOXWALK_CAMERAS can name one")
    }
  }

  /// The path of a file about a camera. Throws if the name cannot be that of a file.
  ///
  /// - Parameter ending: the extension, with its dot.
  public func path(of camera: String, ending: String) throws(EditError) -> String {
    guard !camera.isEmpty, !camera.utf8.contains(UInt8(ascii: "/")), !camera.hasPrefix(".") else {
      throw EditError(.invalid, "'\(camera)' cannot be the name of a camera")
    }
    return folder.asFolder + camera + ending
  }

  /// The files about a camera: those with its name, and those whose name goes on with a mode after a space. Throws if there
  /// are none.
  public func paths(of camera: String) throws(EditError) -> [String] {
    let contents = (try? BytePath(Array(folder.utf8)).contents()) ?? []
    let names = contents.map { String(decoding: $0.name, as: UTF8.self) }
      .filter { !$0.hasPrefix(".") }.sorted()
    let wanted = camera.lowercased()
    let found = names.filter {
      let name = $0.splitAtExtension.stem.lowercased()
      return name == wanted || name.hasPrefix(wanted + " ")
    }
    guard found.isEmpty else { return found.map { folder.asFolder + $0 } }
    let known = names.map { "'\($0.splitAtExtension.stem)'" }
    throw EditError(
      .notFound,
      "no camera '\(camera)' is known"
        + (known.isEmpty ? "" : ", only \(known.joined(separator: ", "))")
        + ": boxwalk repair --learn GOOD.MOV --camera '\(camera)' learns it from a good recording")
  }
}
