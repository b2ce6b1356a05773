import Foundation
import TestSupport
import Testing

/// A user without permission to read a Live Photo cannot read it in a bundle either, nor after unpacking.
@Suite struct BundlePermissionTests {
  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func pair(_ mode: Int, in folder: Folder) throws -> (still: String, movie: String) {
    let pair = try BundleMaking.pair(
      "meadow.jpg", "clip-hevc.mov", named: ("a.jpg", "a.mov"), in: folder)
    for path in [pair.0, pair.1] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    return (pair.0, pair.1)
  }

  @Test(arguments: ["pvt", "livp", "zip"], [0o600, 0o640, 0o400, 0o644, 0o755])
  func theyComeBack(format: String, mode: Int) throws {
    let (given, folder) = (try Folder(), try Folder())
    let pair = try pair(mode, in: given)
    let bundle = folder.path("a.\(format)")
    let bundled = try Program.boxwalk("live", "bundle", pair.still, pair.movie, "-o", bundle)
    #expect(bundled.code == 0, "\(bundled.errors)")
    if format != "pvt" { #expect(try permissions(bundle) == mode & 0o666) }
    let split = try Program.boxwalk("live", "split", bundle, "-o", folder.path("new"))
    #expect(split.code == 0, "\(split.errors)")
    // Archives tell nothing of executing, which no photo is for.
    let expected = format == "pvt" ? mode : mode & 0o666
    for name in ["a.jpg", "a.mov"] {
      #expect(try permissions(folder.path("new/" + name)) == expected, "\(name)")
    }
  }

  /// If an archive has no permissions, the files are as private as the archive.
  @Test(.needs("python3")) func archivesWithoutPermissionsAreTheirMeasure() throws {
    let folder = try Folder()
    let pair = try pair(0o644, in: folder)
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
        for path in sys.argv[2:]:
          entry = zipfile.ZipInfo(path.split("/")[-1])
          entry.create_system = 0
          archive.writestr(entry, open(path, "rb").read())
      """
    let archive = folder.path("a.zip")
    let made = try Program.other("python3", "-c", script, archive, pair.still, pair.movie)
    #expect(made.code == 0, "\(made.errors)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: archive)
    let split = try Program.boxwalk("live", "split", archive, "-o", folder.path("new"))
    #expect(split.code == 0, "\(split.errors)")
    for name in ["a.jpg", "a.mov"] {
      #expect(try permissions(folder.path("new/" + name)) == 0o600, "\(name)")
    }
  }
}
