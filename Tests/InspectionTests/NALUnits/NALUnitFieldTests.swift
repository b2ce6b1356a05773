import ISOBMFF
import Inspection
import TestSupport
import Testing

/// The units of items whose configuration is not that of plain AVC or HEVC, with their fields.
@Suite struct NALUnitFieldTests {
  /// An item of this type, with one property and one extent behind `meta`.
  private func photo(_ type: String, _ property: [UInt8], _ data: [UInt8]) -> FileInspection {
    let handler = fullBox("hdlr", be32(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13))
    let entry = box("infe", be32(0x0200_0000), be16(1), be16(0), Array(type.utf8), [0])
    let association = fullBox("ipma", be32(1), be16(1), [1, 0x81])
    let location = box(
      "iloc", be32(0x0100_0000), be16(0x4400), be16(1), be16(1), be16(1), be16(0), be16(1),
      be32(0), be32(data.count))
    return FileInspection(
      box("ftyp", Array("mif1".utf8), be32(0))
        + fullBox(
          "meta", handler, fullBox("pitm", be16(1)), fullBox("iinf", be16(1), entry), location,
          box("iprp", box("ipco", property), association), box("idat", data)))
  }

  private func list(_ file: FileInspection, tree: TreeOptions? = TreeOptions()) -> String {
    Collected { _ = file.writeNALUnits(to: $0, tree: tree, ReportTextStyle()) }.text
  }

  private func bytes(_ text: String) -> [UInt8] { [UInt8](hex(text)) }

  /// The SPS of `svcC` says how wide the fields of the message are. Its values are those that
  /// ffmpeg's `trace_headers` finds.
  @Test(arguments: ["svcC", "mvcC"])
  func messagesOfScalableStreams(type: String) throws {
    let record = bytes(
      """
      01 64 00 09 FF 01
      0021 67640009acd9047b011000000300100000030326020061a00186b918c03e244b2c
      01 0004 68efbcb0
      """)
    let file = photo("avc1", box(type, record), bytes("00000007 06010300101080"))
    #expect(
      list(file).hasSuffix(
        """
          6 SEI
                    sei_rbsp
                      nal_unit_header
                        forbidden_zero_bit = false
                        nal_ref_idc = 0
                        nal_unit_type = 6 (SEI)
                      sei_message[0]
                        payloadType = 1 (pic_timing)
                        payloadSize = 3
                        payload = 3 bytes: 00 10 10
                        pic_timing
                          cpb_removal_delay = 0
                          dpb_output_delay = 4
                          pic_struct = 0 (frame)
                          clock_timestamps[0]
                            clock_timestamp_flag = false
                          bit_equal_to_one = true
                      rbsp_stop_one_bit = true

        """))
    #expect(list(file, tree: nil).split(separator: "\n").count == 2)
    #expect(
      file.treeText().contains(
        """
        sequenceParameterSet[0]
                  nalUnitLength = 33
        """))
    #expect(file.treeText().contains("pic_width_in_mbs_minus1 = 3"))
    #expect(file.treeText().contains("entropy_coding_mode_flag = true"))
  }

  /// The names of the units in the standard, and the bits of their headers: payloads are not read.
  @Test func unitsOfEVC() throws {
    let record = bytes(
      "01 00 1E 00000000 00000000 40 0040 0030 03 01 98 0001 0003 320011")
    let file = photo("evc1", box("evcC", record), bytes("00000003 320011 00000003 04C080"))
    let text = list(file)
    #expect(text.contains(" 24 SPS_NUT\n"))
    #expect(text.contains("  1 IDR_NUT  IDR\n"))
    #expect(text.contains("nuh_temporal_id = 3"))
    #expect(file.treeText().contains("NAL_unit_type = 24 (SPS_NUT)"))
  }

  @Test func unitsOfFurtherLayers() throws {
    let record = bytes("01 F000 FC C9 00")
    // lengthSizeMinusOne is 1: an access unit delimiter of layer 1.
    let file = photo("lhv1", box("lhvC", record), bytes("0003 460950"))
    #expect(list(file).contains(" 35 AUD_NUT\n"))
    #expect(list(file).contains("nuh_layer_id = 1"))
    #expect(list(file).contains("pic_type = 2"))
  }

  @Test func jsonHasTheFieldsWhereTheTreeIsAsked() throws {
    let file = photo(
      "lhv1", box("lhvC", bytes("01 F000 FC C9 00")), bytes("0003 460950"))
    let plain = try file.json(nalUnits: true)["nalUnits"][0]["units"][0]
    #expect(plain.keys == ["name", "offset", "sample", "size", "type"])
    let full = try file.json(tree: TreeOptions(), nalUnits: true)["nalUnits"][0]["units"][0]
    #expect(full["content"][0]["group"].string == "access_unit_delimiter_rbsp")
    var path = TreeOptions()
    path.paths = BoxPath("meta/pitm").map { [$0] }
    #expect(try file.json(tree: path, nalUnits: true)["nalUnits"][0]["units"][0].keys == plain.keys)
  }
}
