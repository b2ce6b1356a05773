import FieldCoding
import Foundation
import TestSupport
import Testing
import WorkerProtocol

@testable import Commands

/// The known defects of libraries, and the versions that have them.
@Suite struct DecoderDefectTests {
  /// Each line states versions that can be, a source, and CVE numbers as they are written.
  @Test func theTableIsWellFormed() throws {
    for defect in DecoderDefect.all {
      for version in [defect.first, defect.fixed] {
        if let version { #expect(version.allSatisfy { $0 >= 0 } && version.contains { $0 > 0 }) }
      }
      if let first = defect.first, let fixed = defect.fixed {
        #expect(first.lexicographicallyPrecedes(fixed), "\(defect.what)")
      }
      #expect(defect.source.hasPrefix("https://") || defect.source.hasPrefix("tests of Boxwalk"))
      #expect(defect.what.hasSuffix(".") && !defect.what.contains("  "))
      let numbers = defect.what.matches(of: /CVE-[^ ,.)]*/).map { String($0.0) }
      #expect(numbers.allSatisfy { $0.wholeMatch(of: /CVE-(19|20)\d\d-\d{4,6}/) != nil })
      #expect(!defect.isVulnerability || !numbers.isEmpty, "\(defect.what)")
      if defect.source.contains("CVERecord") {
        #expect(numbers.contains { defect.source.hasSuffix("?id=\($0)") })
      }
      // The versions that a distribution fixed had the defect.
      for mended in defect.mended {
        let version = String(DebianVersion(mended).upstream)
        #expect(DecoderDefect.of(defect.library, version).contains { $0.what == defect.what })
      }
    }
  }

  private func numbers(_ library: String, _ version: String, _ package: String?) -> Set<String> {
    let found = DecoderDefect.of(library, version, package: package.map { DebianVersion($0) })
    return Set(
      found.filter(\.isVulnerability).flatMap { $0.what.matches(of: /CVE-\d+-\d+/) }
        .map { String($0.0) })
  }

  @Test(arguments: [
    ("libde265", "1.0.11", nil, ["27103", "49465", "49467", "49468", "33165", "49295"]),
    ("libde265", "1.0.11", "1.0.11-1", ["27103", "49465", "49467", "49468", "33165", "49295"]),
    ("libde265", "1.0.11", "1.0.11-1+deb12u1", ["49465", "49467", "49468", "33165", "49295"]),
    ("libde265", "1.0.11", "1.0.11-1+deb12u2", ["33165", "49295"]),
    ("libde265", "1.0.11", "1.0.11-1+deb12u3", []),
    ("libde265", "1.0.11", "1.0.11-1+deb12u10", []),
    ("libde265", "1.0.15", "1.0.15-1+b3", ["33165", "49295"]),
    ("libde265", "1.0.17", nil, ["49295"]), ("libde265", "1.1.0", nil, []),
    ("lcms2", "2.14", nil, ["41254"]), ("lcms2", "2.18", "2.18-1", ["41254"]),
    ("lcms2", "2.14", "2.14-2+deb12u1", []), ("lcms2", "2.19", nil, []),
    ("libdav1d", "1.0.0", "1.0.0-2", ["1580"]), ("libdav1d", "1.0.0", "1.0.0-2+deb12u1", []),
    ("libpng", "1.6.39", "1.6.39-2", ["33416", "46675"]),
    ("libpng", "1.6.39", "1.6.39-2+deb12u5", ["46675"]),
    ("libpng", "1.6.39", "1.6.39-2+deb12u6", []), ("libpng", "1.6.59", nil, []),
    ("libdav1d", "1.4.0", nil, []), ("libjpeg-turbo", "2.1.5", nil, []), ("libheif", "", nil, []),
  ])
  func versionsAreJudged(
    _ library: String, _ version: String, _ package: String?, _ expected: [String]
  ) {
    #expect(
      Set(numbers(library, version, package).map { $0.split(separator: "-")[2] }.map(String.init))
        == Set(expected))
  }

  private static let ascending = [
    "1.0~rc1-1", "1.0-1~bpo1", "1.0-1", "1.0-1+b1", "1.0-1+deb12u1", "1.0-1+deb12u2",
    "1.0-1+deb12u10", "1.0-2", "1.0a-1", "1.0+dfsg-1", "1.0.1-1", "1.2-1", "1.10-1", "7:0.1-1",
    "7:5.1.9-0+deb12u1",
  ]

  @Test(.needs("dpkg"), arguments: zip(ascending, ascending.dropFirst()))
  func dpkgOrdersThemSo(first: String, second: String) throws {
    #expect(
      try InstalledProgram.run("dpkg", ["--compare-versions", first, "lt", second]).code == 0)
  }

  /// Debian's policy, 5.6.12.
  @Test func versionsOfPackagesAreCompared() {
    let ascending = Self.ascending
    for (a, first) in ascending.enumerated() {
      for (b, second) in ascending.enumerated() {
        #expect((DebianVersion(first) < DebianVersion(second)) == (a < b), "\(first) \(second)")
        #expect((DebianVersion(first) == DebianVersion(second)) == (a == b))
      }
    }
    #expect(DebianVersion("1:2.1.5-2").upstream == "2.1.5")
    #expect(DebianVersion("1.0.11-1+deb12u3").upstream == "1.0.11")
  }

  @Test func packagesAreFound() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("boxwalk-status-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(
      """
      Package: libde265-dev
      Version: 9.9.9-9

      Package: libde265-0
      Status: install ok installed
      Description: HEVC
       Version: 3
      Version: 1.0.11-1+deb12u3

      Package: libpng16-16t64
      Version: 1.6.48-1+deb13u5

      Package: libavcodec-extra59
      Version: 8:1

      Package: libavcodec59
      Version: 7:5.1.10-0+deb12u1

      Package: liblcms2-2t64
      Version: 2.14-2

      """.utf8
    ).write(to: path)
    let packages = DebianPackages(path.path)
    #expect(packages.version(of: "libde265")?.text == "1.0.11-1+deb12u3")
    #expect(packages.version(of: "lcms2")?.text == "2.14-2")
    #expect(packages.version(of: "libpng")?.text == "1.6.48-1+deb13u5")
    #expect(packages.version(of: "libavcodec")?.text == "7:5.1.10-0+deb12u1")
    #expect(packages.version(of: "libheif") == nil && packages.version(of: "libdav1d") == nil)
    #expect(DebianPackages("/nowhere/status").version(of: "libde265") == nil)

    // A library that was built locally equals the package of that time. It may come from another release of the
    // distribution, which is not known here.
    var found = EngineReply.Library()
    found.name = "libavcodec"
    found.version = "59.37.100"
    for (path, release, isOld) in [
      ("/opt/libexec/boxwalk/libavcodec-boxwalk.so", "5.1.9-0+deb12u1", true),
      ("/opt/libexec/boxwalk/libavcodec-boxwalk.so", "5.1.10-0+deb12u1", false),
      ("/opt/libexec/boxwalk/libavcodec-boxwalk.so", "5.1.10-0+deb12u2", false),
      ("/opt/libexec/boxwalk/libavcodec-boxwalk.so", "4.3.9-0+deb11u1", false),
      ("/usr/lib/libavcodec.so.59", "5.1.9-0+deb12u1", false),
    ] {
      found.path = Text(path)
      found.release = Text(release)
      let dangers = Diagnosis.Library(found, packages).defects.filter(\.endangers)
      #expect(dangers.count == (isOld ? 1 : 0))
      #expect(dangers.allSatisfy { $0.what.contains("5.1.10-0+deb12u1") })
    }
  }
}
