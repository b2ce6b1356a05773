import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

/// Fields for offsets are declared as such, and are corrected by the code that reads them.
@Suite struct PlaceTests {
  /// The names of fields that look like offsets, and are none.
  static let notOffsets: Set<String> = [
    // Times.
    "sample_composition_time_offset", "sample_offset", "time_offset", "preload_start_time",
    "compositionStartTime", "compositionEndTime", "chpl/start", "tsro/offset", "snro/offset",
    "rtpo/offset",
    "time_offset_length", "starts_with_SAP", "compositionToDTSShift", "startCompositionTimeStamp",
    "start_time", "cstb/startTime",
    // Points and lengths of pictures and sound.
    "horizontal_offset", "vertical_offset", "projection_offset", "chroma_location",
    "chroma_qp_index_offset", "second_chroma_qp_index_offset", "chroma_sample_position",
    "subsampling_location", "speaker_position", "num_samples_to_trim_at_start",
    // Numbers of things.
    "startChar", "start_view_id", "NALU_start_number", "start_code_emul_flag", "wmpi/position",
    "min_initial_alt_startup_offset",
    // These are in the codes of pixels, and in frames in their stream.
    "nuc_offset", "dfLa/offset",
    // Widths of fields and codes of them.
    "offset_size", "base_offset_size", "unit_offset_code",
    // A stage of decoding, an offset of loudness, and a part of the spectrum.
    "DRC_location", "bs_gain_offset", "start_sub_band_index",
    // Names of offsets elsewhere.
    "location", "content_location", "schema_location",
  ]

  private static let words = ["offset", "location", "position", "start", "pointer", "address"]

  /// A new field with such a name has to declare whether it is an offset.
  @Test func offsetsAreDeclared() {
    var undeclared: Set<String> = []
    func check<Body: FieldCodable>(_ body: Body.Type, _ registered: RegistryTests.Registered) {
      var random = RegistryTests.Noise(state: UInt64(registered.type.rawValue))
      for index in 0..<200 {
        let bytes = index % 2 == 0 ? random.payload() : Self.payload(&random)
        let recorder = OffsetRecorder()
        _ = RegistryTests.read(body, bytes, as: registered.type, sink: recorder)
        for name in recorder.others
        where Self.words.contains(where: { name.lowercased().contains($0) })
          && !Self.notOffsets.contains(name)
          && !Self.notOffsets.contains("\(registered.type)/\(name)")
        {
          undeclared.insert("\(registered.type)/\(name)")
        }
      }
    }
    // A number in a message of a bitstream is not an offset in a file.
    for registered in RegistryTests.all where registered.type != "seib" {
      check(registered.body, registered)
    }
    #expect(undeclared.isEmpty)
  }

  /// Bytes that are mostly 0, so that numbers are small and counts match the data.
  private static func payload(_ random: inout RegistryTests.Noise) -> [UInt8] {
    let count = Int.random(in: 4...64, using: &random)
    var bytes = (0..<count).map { _ in
      Int.random(in: 0..<4, using: &random) == 0 ? UInt8.random(in: 1...4, using: &random) : 0
    }
    bytes.replaceSubrange(
      0..<4,
      with: [
        UInt8.random(in: 0...1, using: &random), 0, 0, UInt8.random(in: 0...1, using: &random),
      ])
    return bytes
  }

  /// Another number that fits in this number of bits.
  private static func another(_ value: Int64, _ bits: Int) -> Int64 {
    bits > 1 && value >= 0 && value < 1 << (min(bits, 63) - 1) - 1 ? value + 1 : value
  }

  /// Every offset field gets the number of its correction.
  @Test func offsetsAreCorrected() throws {
    var corrected: Set<String> = []
    func check<Body: FieldCodable>(_ body: Body.Type, _ registered: RegistryTests.Registered) throws
    {
      var random = RegistryTests.Noise(state: UInt64(registered.type.rawValue))
      for _ in 0..<400 {
        let before = OffsetRecorder()
        guard
          var (value, _) = RegistryTests.read(
            body, Self.payload(&random), as: registered.type, sink: before)
        else { continue }
        guard !before.offsets.isEmpty else { continue }
        let correction = OffsetCorrection { (value, _, bits) throws(FieldError) in
          value.map { Self.another($0, bits) }
        }
        var coder = FieldCoder()
        coder.scope.type = registered.type
        coder.correction = correction
        guard (try? value.fields(&coder)) != nil else { continue }
        let after = OffsetRecorder()
        _ = RegistryTests.read(
          body, try RegistryTests.write(value, as: registered.type), as: registered.type,
          sink: after)
        let expected = before.offsets.map { Self.another($0.value, $0.bits) }
        #expect(after.offsets.map(\.value) == expected, "\(registered.type)")
        corrected.formUnion(before.offsets.map { "\(registered.type)/\($0.name)" })
      }
    }
    for registered in RegistryTests.all { try check(registered.body, registered) }
    #expect(
      corrected.isSuperset(of: [
        "iloc/base_offset", "iloc/extent_offset", "stco/chunk_offset", "co64/chunk_offset",
        "saio/offset", "tfhd/base_data_offset", "trun/data_offset", "sidx/first_offset",
        "sidx/referenced_size", "tfra/moof_offset", "mfro/parent_size",
        "CTBO/offset", "CTBO/size",
      ]))
  }
}

/// The fields that state offsets, and the names of the others.
private final class OffsetRecorder: FieldSink {
  private(set) var offsets: [(name: String, value: Int64, bits: Int)] = []
  private(set) var others: Set<String> = []

  func open(_ group: FieldGroup) -> Bool { true }
  func close(_ group: FieldGroup) {}
  func damage(_ error: FieldError) {}

  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    let name = String(name.prefix { $0 != "[" })
    switch value {
    case .uint(let number, .offset):
      offsets.append((name, Int64(truncatingIfNeeded: number), bits.count))
    case .int(let number, .offset): offsets.append((name, number, bits.count))
    case .uint, .int: others.insert(name)
    case .flag, .text, .bytes: break
    }
  }

  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    let columns = table.columns.indices
    others.formUnion(
      columns.filter { table.columns[$0].offset == nil }.map { table.columns[$0].name })
    table.forEachRow { _, row in
      for column in columns where table.columns[column].offset != nil {
        offsets.append((table.columns[column].name, row[column], table.columns[column].bits))
      }
    }
  }
}
