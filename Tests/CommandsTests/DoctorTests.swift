import Foundation
import TestSupport
import Testing

@Suite struct DoctorTests {
  private func json(_ environment: [String: String] = [:]) throws -> (Int32, [String: Any]) {
    let result = try Program.boxwalk("doctor", "--json", environment: environment)
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return (result.code, try #require(value as? [String: Any]))
  }

  private func library(_ name: String, _ report: [String: Any]) throws -> [String: Any] {
    let libraries = try #require(report["libraries"] as? [[String: Any]])
    return try #require(libraries.first { $0["name"] as? String == name })
  }

  @Test(.needs("pkg-config")) func whatIsThereWorks() throws {
    let (code, report) = try json()
    #expect(code == 0 && report["works"] as? Bool == true)
    let de265 = try library("libde265", report)
    #expect(de265["works"] as? Bool == true && de265["engine"] as? String == "de265")
    #expect((de265["path"] as? String)?.contains("de265") == true)
    // The version is that of the package that the file is from.
    for (name, package) in [
      ("libde265", "libde265"), ("libjpeg-turbo", "libjpeg"), ("libpng", "libpng"),
    ] {
      let version = try Program.other("pkg-config", "--modversion", package).output
      #expect(
        try library(name, report)["version"] as? String
          == version.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    for format in try #require(report["formats"] as? [[String: Any]]) {
      let words = format["works"] as? Bool == true ? "decoder" : "problem"
      #expect((format[words] as? String)?.isEmpty == false, "\(format)")
    }
  }

  private static let libavcodec = ConditionTrait.needs("libavcodec") { Doctor.has("libavcodec") }

  @Test(libavcodec) func itsDefectsAreTold() throws {
    let defects = try library("libavcodec", json().1)["defects"] as? [Any]
    #expect(defects?.isEmpty == false)
  }

  /// The first line is for programs; the other lines are those of doctor.
  @Test func versionHasEngines() throws {
    let (_, report) = try json()
    let words = try Program.boxwalk("--version")
    let lines = words.output.split(separator: "\n").map { String($0) }
    #expect(words.code == 0 && lines.count == 3, "\(words.output)")
    #expect(lines.first?.wholeMatch(of: /boxwalk \d+\.\d+\.\d+/) != nil)
    for library in try #require(report["libraries"] as? [[String: Any]]) {
      guard let name = library["name"] as? String, let version = library["version"] as? String
      else { continue }
      let isEngine = library["engine"] != nil && library["works"] as? Bool == true
      #expect(lines[isEngine ? 1 : 2].contains("\(name) \(version)"), "\(words.output)")
    }
    let lost = try Program.boxwalk("--version", environment: ["BOXWALK_CODEC": "/nowhere/codec"])
    #expect(lost.code == 0 && lost.output.contains("problem    /nowhere/codec"), "\(lost.output)")
  }

  /// Without libavcodec there is advice, and photos are converted all the same.
  @Test func withoutLibavcodec() throws {
    let nowhere = [
      "BOXWALK_LIBAVCODEC": "/nowhere/libavcodec.so", "BOXWALK_LIBHEIF": "/nowhere/libheif.so",
    ]
    let (code, report) = try json(nowhere)
    #expect(code == 0 && report["works"] as? Bool == true)
    let libav = try library("libavcodec", report)
    #expect(libav["works"] as? Bool == false)
    #expect((libav["problem"] as? String)?.contains("/nowhere/libavcodec.so") == true)
    #expect((libav["advice"] as? [String])?.contains { $0.contains("apt install") } == true)

    let libheif = try library("libheif", report)
    #expect(libheif["works"] as? Bool == false)
    #expect((libheif["problem"] as? String)?.contains("/nowhere/libheif.so") == true)
    #expect((libheif["advice"] as? [String])?.contains { $0.contains("apt install") } == true)

    let folder = try Folder()
    let photo = Program.sample("portrait-single.heic")
    let output = folder.path("photo.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", output, environment: nowhere).code == 0)
    for arguments in [["--engine", "libav"], ["--crosscheck"]] {
      let failed = try Program.boxwalk(
        ["convert", photo, "-o", folder.path("other.jpg")] + arguments, environment: nowhere)
      #expect(failed.code == 2)
      #expect(failed.errors.contains("/nowhere/libavcodec.so"), "\(failed.errors)")
    }
    #expect(folder.names == ["photo.jpg"])
  }

  @Test func withoutTheWorker() throws {
    for worker in ["/nowhere/boxwalk-codec", "/bin/cat"] {
      let (code, report) = try json(["BOXWALK_CODEC": worker])
      #expect(code == 2 && report["works"] as? Bool == false)
      #expect((report["problem"] as? String)?.contains(worker) == true)
    }
    let words = try Program.boxwalk("doctor", environment: ["BOXWALK_CODEC": "/nowhere/codec"])
    #expect(words.code == 2 && words.output.contains("cannot be converted"))
  }

  /// The pictures of both engines are the same, and so are the files.
  @Test(libavcodec) func enginesMakeTheSameFiles() throws {
    let folder = try Folder()
    let photo = Program.sample("landscape-tiled.heic")
    var files: [Data] = []
    for choice in [["--engine", "de265"], ["--engine", "libav"], ["--crosscheck"]] {
      let output = folder.path("\(files.count).jpg")
      let result = try Program.boxwalk(["convert", photo, "-o", output] + choice)
      #expect(result.code == 1, "\(result.errors)")
      files.append(try Data(contentsOf: URL(fileURLWithPath: output)))
    }
    #expect(Set(files).count == 1)
  }
}
