import Foundation
import TestSupport
import Testing

@Suite struct VerifyTests {
  private let photo = Program.sample("landscape-tiled.heic")

  @Test func aSoundFileHasNoFindings() throws {
    let result = try Program.boxwalk("verify", photo, Program.sample("clip-h264.mp4"))
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.output.hasPrefix("\(photo): no findings\n"))
    let quiet = try Program.boxwalk("verify", "--quiet", photo)
    #expect(quiet.code == 0)
    #expect(quiet.output.isEmpty)
  }

  @Test func findingsAreWrittenAsCompilersDo() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo))
    let path = try folder.write(data.prefix(100_000), to: "cut.heic")
    let result = try Program.boxwalk("verify", path)
    #expect(result.code == 2)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("\(path): error: the file ends at byte 100000") == true)
    #expect(lines.first?.contains("1,624,080 bytes are missing") == true)
    #expect(lines.first?.hasSuffix("[file-truncated] at mdat, byte 4183") == true)
    #expect(lines.last?.hasSuffix(": 3 errors") == true)
    #expect(result.output.contains("(the first of 45 such findings)"))
    #expect(result.output.contains("tile 3 of 48 (item 3) has lost 20,811 of its 45,664 bytes"))
  }

  @Test func theExitCodeIsThatOfTheWorstFinding() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo))
    // The name of another format: a warning.
    let odd = try folder.write(data, to: "odd.avif")
    #expect(try Program.boxwalk("verify", odd).code == 1)
    #expect(try Program.boxwalk("verify", odd, photo).code == 1)
    let cut = try folder.write(data.dropLast(), to: "cut.heic")
    #expect(try Program.boxwalk("verify", odd, cut, photo).code == 2)
    let none = try Program.boxwalk("verify", folder.path("none.heic"))
    #expect(none.code == 2)
    #expect(none.errors.contains("none.heic"))
    #expect(try Program.boxwalk("verify").code == 64)
    #expect(try Program.boxwalk("verify", "--help").output.contains("EXAMPLES"))
  }

  @Test func jsonHasEveryFinding() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo))
    let path = try folder.write(data.dropLast(), to: "IMG_1.MOV")
    let result = try Program.boxwalk("verify", "--json", path, photo)
    #expect(result.code == 2)
    let documents = try result.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(documents.count == 2)
    #expect(documents[0]["schema"] as? String == "boxwalk.verify/1")
    #expect(documents[0]["errors"] as? Int == 2)
    #expect(documents[0]["warnings"] as? Int == 1)
    let findings = try #require(documents[0]["findings"] as? [[String: Any]])
    #expect(
      findings.map { $0["rule"] as? String } == [
        "file-truncated", "iloc-extent-past-end", "extension-differs",
      ])
    #expect(findings[0]["path"] as? String == "mdat")
    #expect(findings[0]["offset"] as? Int == 4183)
    #expect(findings[0]["clause"] as? String == "ISO/IEC 14496-12 §4.2.2")
    #expect((documents[1]["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func foldersListsAndStandardInputAreInputs() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo))
    _ = try folder.write(data, to: "a.heic")
    _ = try folder.write(data.dropLast(), to: "b.heic")
    let all = try Program.boxwalk("verify", "--quiet", folder.path(""))
    #expect(all.code == 2)
    #expect(!all.output.contains("a.heic"))
    #expect(all.output.contains("b.heic"))
    let listed = try Program.boxwalk(
      "verify", "--files-from", "-", input: Data("\(folder.path("a.heic"))\n".utf8))
    #expect(listed.code == 0)
    #expect(
      try Program.boxwalk("verify", "-", input: data).output == "standard input: no findings\n")
  }

  @Test func rulesAreExplained() throws {
    let result = try Program.boxwalk("verify", "--rules")
    #expect(result.code == 0)
    #expect(result.output.contains("pitm-unknown-item: error, ISO/IEC 14496-12 §8.11.4\n"))
    let json = try Program.boxwalk("verify", "--rules", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "boxwalk.rules/1")
    #expect((object["rules"] as? [Any])?.count ?? 0 >= 80)
  }
}
