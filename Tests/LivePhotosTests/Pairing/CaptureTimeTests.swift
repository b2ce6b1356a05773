import Testing

@testable import LivePhotos

/// Times of photos and movies, and what they say about pairs.
@Suite struct CaptureTimeTests {
  /// Seconds since 1970, by `date -u -d DATE +%s`.
  @Test(arguments: [
    ("1970-01-01", 0), ("1999-12-31", 946_598_400), ("2000-02-28", 951_696_000),
    ("2000-02-29", 951_782_400), ("2000-03-01", 951_868_800), ("2001-01-01", 978_307_200),
    ("2004-12-31", 1_104_451_200), ("2007-08-09", 1_186_617_600), ("2023-03-01", 1_677_628_800),
    ("2024-12-31", 1_735_603_200), ("2100-02-28", 4_107_456_000), ("2100-03-01", 4_107_542_400),
    ("2400-03-01", 13_574_649_600),
  ])
  func datesAreDays(_ date: String, seconds: Int64) throws {
    let time = try #require(CaptureTime(date + " 01:02:03.5+01:00"))
    #expect(time.universal == (seconds + 123) * 1000 + 500)
    #expect(time.local == (seconds + 3723) * 1000 + 500)
    let parts = date.split(separator: "-").compactMap { Int($0) }
    #expect(time.yearAndMonth.year == parts[0] && time.yearAndMonth.month == parts[1])
  }

  private func file(
    _ path: String, id: String? = nil, at time: String? = nil, lasts duration: Double? = nil
  ) -> LibraryFile {
    var file = LibraryFile(path: LibraryPath(path), size: 0)
    file.facts.identifier = id.map { ContentIdentifier($0) }
    file.facts.captureTime = time.flatMap { CaptureTime($0) }
    file.facts.duration = duration
    return file
  }

  /// Half a day is still the same day.
  @Test(arguments: [
    ("22:00:00", Pairing.Conflict.Kind.equalNamesDifferentTimes),
    ("22:00:00.001", .equalNamesDifferentDays), ("10:05:00", .equalNamesDifferentTimes),
  ])
  func equalNamesOfOtherTimes(_ time: String, _ kind: Pairing.Conflict.Kind) {
    let pairing = Pairing([
      file("IMG_0001.HEIC", at: "2025-01-01 10:00:00"),
      file("IMG_0001.MOV", at: "2025-01-01 " + time, lasts: 2),
    ])
    #expect(pairing.conflicts.map(\.kind) == [kind] && pairing.groups.flatMap(\.pairs).isEmpty)
  }

  /// An original and its edit may have the same identifier, but not two originals or two edits.
  @Test(arguments: [
    (["IMG_0001.HEIC", "IMG_0001.MOV", "IMG_E0001.HEIC", "IMG_E0001.MOV"], false),
    (["IMG_0001.HEIC", "IMG_0001.MOV", "a/IMG_0002.HEIC"], true),
    (["IMG_0001.HEIC", "IMG_0001.MOV", "IMG_E0001.HEIC", "a/IMG_E0002.HEIC"], true),
    (["IMG_0001.HEIC", "IMG_0001.MOV", "IMG_E0001.MOV", "a/IMG_E0002.MOV"], true),
    (["IMG_0001.HEIC", "IMG_0001.MOV", "a/IMG_0002.MOV"], true),
  ])
  func sharedIdentifiersAreNamed(_ names: [String], isShared: Bool) {
    let pairing = Pairing(names.map { file($0, id: "A") })
    #expect(pairing.conflicts.contains { $0.kind == .identifierShared } == isShared)
  }
}
