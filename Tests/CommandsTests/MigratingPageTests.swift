import Foundation
import TestSupport
import Testing

/// The tables of `Documentation/migrating.md`: commands of other programs, and ours for the same task.
@Suite(.needs("bash")) struct MigratingPageTests {
  private struct Row {
    var theirs: String
    var ours: String
  }

  /// The commands before the table, and its rows.
  private func page() throws -> (setup: [String], rows: [Row]) {
    let text = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/migrating.md"),
      encoding: .utf8)
    let setup = text.matches(of: /(?m)^<!-- run: (.*) -->$/).map { String($0.1) }
    let rows = text.matches(of: /(?m)^\| `([^`]+)` \| `(boxwalk [^`]+)` \|/).map {
      Row(theirs: String($0.1), ours: String($0.2))
    }
    #expect(rows.count > 40)
    return (setup, rows)
  }

  /// Runs commands in one folder with the samples, and returns those that failed.
  private func run(_ commands: [String], allowing codes: Set<Int32>) throws {
    let folder = try Folder()
    try FileManager.default.copyItem(
      atPath: Program.package.appendingPathComponent("SampleMedia").path,
      toPath: folder.path("SampleMedia"))
    for command in commands {
      let script = """
        cd '\(folder.url.path)' && PATH='\(Program.products.path)':"$PATH"
        \(command)
        """
      let result = try InstalledProgram.run("bash", ["-c", script])
      #expect(
        codes.contains(result.code),
        "\(command): exit code \(result.code)\n\(result.output.suffix(500))\(result.errors)")
    }
  }

  /// 1 means that the new format cannot hold something.
  @Test func commandsOfBoxwalkWork() throws {
    let page = try page()
    try run(page.setup + page.rows.map(\.ours), allowing: [0, 1])
  }

  @Test(.needs("heif-convert", "heif-info", "heif-enc", "exiftool", "ffmpeg", "ffprobe"))
  func commandsOfOthersWork() throws {
    let page = try page()
    let installed = ["heif-", "for f", "exiftool ", "ffmpeg ", "ffprobe "]
    let rows = page.rows.map(\.theirs).filter { command in
      installed.contains { command.hasPrefix($0) } && !command.contains("HOST")
    }
    #expect(rows.count > 30)
    try run(page.setup + rows, allowing: [0])
  }

  /// The claims of the page about other programs.
  @Test(.needs("heif-convert", "exiftool", "ffmpeg"))
  func claimsAboutOthersAreTrue() throws {
    let folder = try Folder()
    func tags(_ name: String, _ tags: String...) throws -> String {
      try Program.other("exiftool", ["-n", "-s3"] + tags.map { "-\($0)" } + [folder.path(name)])
        .output
    }
    let (photo, movie) = (
      Program.sample("landscape-tiled.heic"), Program.sample("clip-hevc.mov")
    )
    // Turned pixels, with an orientation that turns them again.
    _ = try Program.other("heif-convert", photo, folder.path("a.jpg"))
    _ = try Program.boxwalk("convert", photo, "-o", folder.path("b.jpg"))
    #expect(try tags("a.jpg", "ImageWidth", "Orientation") == "3024\n6\n")
    #expect(try tags("b.jpg", "ImageWidth", "Orientation") == "3024\n1\n")
    // The profile of a photo without metadata.
    _ = try Program.other("exiftool", "-all=", "-o", folder.path("a.heic"), photo)
    _ = try Program.boxwalk("strip", "all", photo, "-o", folder.path("b.heic"))
    #expect(try tags("a.heic", "ProfileDescription").isEmpty)
    #expect(try tags("b.heic", "ProfileDescription") == "Display P3\n")
    // The keys of a movie, and the time of a cut.
    for (name, arguments) in [
      ("a.mov", ["-i", movie, "-c", "copy"]),
      ("cut.mov", ["-ss", "0.5", "-to", "2", "-i", movie, "-c", "copy"]),
      ("a.jpg", ["-y", "-ss", "1.2", "-i", movie, "-frames:v", "1"]),
    ] {
      let result = try Program.other(
        "ffmpeg", ["-v", "error"] + arguments + [folder.path(name)])
      #expect(result.code == 0, "\(result.errors)")
    }
    _ = try Program.boxwalk("faststart", movie, "-o", folder.path("b.mov"))
    _ = try Program.boxwalk(
      "trim", movie, "--from", "0.5", "--to", "2", "-o", folder.path("part.mov"))
    _ = try Program.boxwalk("frames", movie, "-o", folder.path("b.jpg"), "--at", "1.2", "--force")
    #expect(try tags("a.mov", "ContentIdentifier", "GPSCoordinates").isEmpty)
    #expect(try !tags("b.mov", "ContentIdentifier", "GPSCoordinates").isEmpty)
    #expect(try tags("part.mov", "Duration") == "1.5\n")
    #expect(try tags("cut.mov", "Duration") != "1.5\n")
    #expect(try tags("a.jpg", "Model", "GPSPosition").isEmpty)
    #expect(try tags("b.jpg", "Model", "GPSPosition").contains("Sample"))
  }
}
