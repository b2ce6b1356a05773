import FieldCoding
import Foundation
import HEIF
import TestSupport
import Testing

@testable import Conversion
@testable import WorkerClient

@Suite struct ColourProfileTests {
  private func points(_ primaries: UInt16, _ transfer: UInt16) -> CodingIndependentCodePoints {
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = primaries
    points.transferCharacteristics = transfer
    return points
  }

  private func profile(_ primaries: UInt16, _ transfer: UInt16) throws -> [UInt8] {
    let result = ColourProfile.made(of: points(primaries, transfer))
    guard case .profile(let bytes) = result else {
      throw ConversionError(.worker, "no profile, but \(result)")
    }
    return bytes
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The output of a program that gets a profile as its last argument, or before the last.
  private func output(
    _ name: String, _ arguments: [String], _ profile: [UInt8], _ last: [String] = [],
    input: String = ""
  ) throws -> String {
    let path = try folder.write(Data(profile), to: "profile.icc")
    return try InstalledProgram.run(name, arguments + [path] + last, input: Data(input.utf8)).output
  }

  @Test(arguments: [(1, 13), (1, 1), (2, 2), (1, 6), (1, 14)] as [(UInt16, UInt16)])
  func whatIsTakenForGrantedNeedsNone(primaries: UInt16, transfer: UInt16) {
    guard case .unnecessary = ColourProfile.made(of: points(primaries, transfer)) else {
      Issue.record("\(primaries)/\(transfer)")
      return
    }
  }

  @Test(arguments: [(3, 13), (1, 9), (1, 10), (0, 1), (99, 13), (9, 300)] as [(UInt16, UInt16)])
  func whatNoProfileCanSayGetsNone(primaries: UInt16, transfer: UInt16) {
    guard case .impossible = ColourProfile.made(of: points(primaries, transfer)) else {
      Issue.record("\(primaries)/\(transfer)")
      return
    }
  }

  /// Code points are in profiles of version 4.4.
  @Test(arguments: [(12, 8, 0x20), (9, 16, 0x40)] as [(UInt16, UInt16, UInt8)])
  func theVersionIsThatOfTheTags(primaries: UInt16, transfer: UInt16, version: UInt8) throws {
    #expect(try profile(primaries, transfer)[8..<12].elementsEqual([4, version, 0, 0]))
  }

  /// A curve of samples goes from black to white.
  @Test func curvesReachWhite() throws {
    let profile = try profile(9, 16)
    let curves = profile.indices.filter {
      profile[$0...].starts(with: Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 16, 0])
    }
    #expect(!curves.isEmpty)
    for curve in curves {
      let samples = profile[(curve + 12)...].prefix(2 * 4096)
      #expect(samples.starts(with: [0, 0]) && samples.suffix(2).elementsEqual([255, 255]))
    }
  }

  /// The colorants of Apple's "Display P3" and of ITU-R BT.2020 as other profiles have them.
  @Test(
    .needs("exiftool"),
    arguments: [
      (
        12, 13, "Display P3",
        [0.51512, 0.24120, -0.00105, 0.29198, 0.69225, 0.04189, 0.15710, 0.06657, 0.78407]
      ),
      (
        9, 13, "BT.2020",
        [0.67346, 0.27904, -0.00193, 0.16566, 0.67534, 0.02998, 0.12505, 0.04562, 0.79686]
      ),
    ] as [(UInt16, UInt16, String, [Double])])
  func exifToolReadsTheColours(
    primaries: UInt16, transfer: UInt16, name: String, colorants: [Double]
  ) throws {
    let text = try output(
      "exiftool",
      ["-p", "$ProfileDescription|$RedMatrixColumn $GreenMatrixColumn $BlueMatrixColumn", "-n"],
      profile(primaries, transfer))
    let parts = text.split(separator: "|")
    #expect(parts.first.map(String.init) == name)
    let numbers = (parts.last ?? "").split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    #expect(numbers.count == 9)
    for (found, expected) in zip(numbers, colorants) { #expect(abs(found - expected) < 0.0001) }
  }

  /// Red, green, blue and grey in the profile, as littleCMS shows them in XYZ for D50. Grey of 0.5
  /// is 0.21404 of white by the curve of sRGB.
  @Test(.needs("transicc")) func littleCMSUnderstandsTheProfile() throws {
    let text = try output(
      "transicc", ["-n", "-t1", "-i"], profile(12, 13), ["-o*XYZ"],
      input: "255\n0\n0\n\n127.5\n127.5\n127.5\n\nq\n")
    let numbers = text.split(whereSeparator: { !"-.0123456789".contains($0) })
      .compactMap { Double($0) }
    let expected = [51.51, 24.12, -0.10, 20.64, 21.40, 17.66]
    #expect(numbers.count == 6, "\(text)")
    for (found, expected) in zip(numbers, expected) { #expect(abs(found - expected) < 0.05) }
  }

  /// Grey with the curve of sRGB, and with a gamma of 2.2.
  @Test(
    .needs("exiftool", "transicc"), arguments: [(13, 21.40), (4, 21.76)] as [(UInt16, Double)])
  func littleCMSUnderstandsGrey(transfer: UInt16, luminance: Double) throws {
    let profile = try #require(ColourProfile.profile(of: points(12, transfer), isGrey: true))
    #expect(ColourProfile.isGrey(Bytes(profile)))
    #expect(try output("exiftool", ["-s3", "-ColorSpaceData"], profile) == "GRAY\n")
    let text = try output(
      "transicc", ["-n", "-t1", "-i"], profile, ["-o*XYZ"], input: "127.5\n\nq\n")
    let numbers = text.split(whereSeparator: { !"-.0123456789".contains($0) })
      .compactMap { Double($0) }
    #expect(numbers.count == 3 && abs(numbers[1] - luminance) < 0.05, "\(text)")
  }

  @Test func greyIsTheSameForAllPrimaries() throws {
    guard case .unnecessary = ColourProfile.made(of: points(12, 13), isGrey: true) else {
      Issue.record("grey with the curve of sRGB needs no profile")
      return
    }
    guard case .profile(let profile) = ColourProfile.made(of: points(9, 8), isGrey: true) else {
      Issue.record("linear grey needs a profile")
      return
    }
    #expect(ColourProfile.isGrey(Bytes(profile)))
    #expect(!ColourProfile.isGrey(Bytes(try self.profile(12, 13))))
  }

  /// ITU-R BT.2408 Table 1: reference white is 58 % of PQ, and 75 % of HLG; ITU-R BT.2100: 10,000.
  @Test func lightOfHDR() {
    #expect(abs(PerceptualQuantizer.light(0.58) - 203) < 2)
    #expect(abs(PerceptualQuantizer.light(1) - 10_000) < 0.01)
    #expect(PerceptualQuantizer.light(0) == 0)
    #expect(abs(TransferCurve.hlgLight(0.75) - 203) < 1)
    #expect(abs(TransferCurve.hlgLight(1) - 1000) < 0.01)
  }

  /// The last tag but the data of the others: 'cicp', reserved, and four code points.
  @Test(arguments: [16, 18] as [UInt16])
  func hdrStatesItsCodePoints(transfer: UInt16) throws {
    let bytes = try profile(9, transfer)
    #expect(Array(bytes[8..<12]) == [4, 0x40, 0, 0])
    let tag = Array("cicp".utf8) + [0, 0, 0, 0, 9, UInt8(transfer), 0, 1]
    #expect(Array(bytes.suffix(12)) == tag)
    #expect(bytes[0..<4].reduce(0) { $0 << 8 | Int($1) } == bytes.count)
  }

  /// ITU-T H.273 Table 2: red, green and blue together are white, adapted to D50.
  @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22] as [UInt16])
  func theColoursAddUpToWhite(number: UInt16) throws {
    let colorants = try #require(ColourPrimaries(number)).colorants
    for (row, white) in zip(colorants.rows, [0.9642, 1, 0.8249]) {
      #expect(abs(row.reduce(0, +) - white) < 1e-9)
    }
  }
}
