import FieldCoding
import HEVC
import Testing

struct ProfileTests {
  private func profile(
    _ idc: UInt8, _ compatibility: UInt32, _ constraints: UInt64
  ) -> Profile {
    make(Profile()) {
      $0.idc = idc
      $0.compatibility.rawValue = compatibility
      $0.constraints.rawValue = constraints
    }
  }

  /// Strings that Apple's and other encoders' files are known by.
  @Test func codecStrings() {
    func string(_ profile: Profile, _ level: UInt8) -> String {
      CodecString(sampleEntry: "hvc1", profile: profile, level: Level(idc: level)).description
    }
    #expect(string(profile(1, 0x6000_0000, 0xB000_0000_0000), 93) == "hvc1.1.6.L93.B0")
    #expect(string(profile(3, 0x7000_0000, 0xB000_0000_0000), 90) == "hvc1.3.E.L90.B0")
    #expect(string(profile(4, 0x0800_0000, 0xBFC8_0000_0000), 93) == "hvc1.4.10.L93.BF.C8")
    #expect(string(profile(2, 0x2000_0000, 0xB000_0000_0000), 93) == "hvc1.2.4.L93.B0")
    #expect(string(profile(1, 0x6000_0000, 0), 30) == "hvc1.1.6.L30")
    var other = profile(1, 0x8000_0001, 0x0000_0100_0000)
    other.space = 2
    other.tier = .high
    #expect(string(other, 186) == "hvc1.B1.80000001.H186.0.0.1")
  }

  @Test func compatibilityFlagsCountFromTheMostSignificantBit() {
    var flags = ProfileCompatibility(rawValue: 0x6000_0000)
    #expect(flags[1] && flags[2] && !flags[0] && !flags[3] && !flags[200])
    flags[31] = true
    flags[1] = false
    flags[99] = true
    #expect(flags.rawValue == 0x2000_0001)
    #expect(flags.reversed == 0x8000_0004)
  }

  @Test func constraintFlagsStandWhereTheyAre() {
    var flags = ProfileConstraints()
    flags.isProgressiveSource = true
    #expect(flags.rawValue == 0x8000_0000_0000)
    flags.isLowerBitRate = true
    #expect(flags.rawValue == 0x8008_0000_0000)
    flags.lastBit = true
    #expect(flags.bytes == [0x80, 0x08, 0, 0, 0, 1])
    flags[40..<48] = 0x1FF
    #expect(flags.bytes == [0x80, 0x08, 0, 0, 0, 0xFF])
    flags.isProgressiveSource = false
    #expect(flags.bytes == [0, 0x08, 0, 0, 0, 0xFF])
  }

  /// ITU-T H.265 Table A.2: the flags from max_12bit to one_picture_only, as a number of 8 bits.
  @Test(
    arguments: [
      (0b1111_1100, "Monochrome"), (0b1001_1100, "Monochrome 12"), (0b1001_1000, "Main 12"),
      (0b1101_0000, "Main 4:2:2 10"), (0b1001_0000, "Main 4:2:2 12"), (0b1110_0000, "Main 4:4:4"),
      (0b1100_0000, "Main 4:4:4 10"), (0b1000_0000, "Main 4:4:4 12"),
      (0b1111_1010, "Main Intra"), (0b1101_1010, "Main 10 Intra"),
      (0b1101_0010, "Main 4:2:2 10 Intra"), (0b1110_0010, "Main 4:4:4 Intra"),
      (0b0000_0010, "Main 4:4:4 16 Intra"), (0b1110_0011, "Main 4:4:4 Still Picture"),
      (0b0000_0011, "Main 4:4:4 16 Still Picture"),
      (0b0000_0000, "Format Range Extensions"),
    ] as [(UInt64, String)])
  func rangeExtensionNames(flags: UInt64, name: String) {
    var constraints = ProfileConstraints()
    constraints[4..<12] = flags
    #expect(profile(4, 0x0800_0000, constraints.rawValue).name == name)
  }

  @Test func otherNames() {
    #expect(profile(3, 0x7000_0000, 0).name == "Main Still Picture")
    #expect(profile(0, 0x2000_0000, 0).name == "Main 10")
    #expect(profile(30, 0, 0).name == nil)
    var still = profile(2, 0x2000_0000, 0)
    still.constraints.isOnePicture = true
    #expect(still.name == "Main 10 Still Picture")
  }

  @Test func levels() {
    #expect(Level(idc: 93).description == "3.1")
    #expect(Level(idc: 90).description == "3")
    #expect(Level(idc: 255).description == "8.5")
    #expect(Level(idc: 186).description == "6.2")
    #expect(Level(idc: 94).description == "94/30")
  }
}
