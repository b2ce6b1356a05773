import FuzzDriver
import HEIF
import ISOBMFF
import Metadata

/// XMP packets, and what each edit makes of them: it can be read again, and says what it should. Two
/// packets, split at the first zero byte, are joined.
@_cdecl("FuzzXMP_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    guard let packet = XMPPacket(bytes) else { return }
    checkLocations(packet)
    checkGainMap(packet)
    checkMovie(packet)
    precondition(XMPPacket(packet.upright(width: 4032, height: 3024)) != nil, "upright: not XML")
    for payload in XMPSegments.payloads(of: bytes) {
      precondition(payload.count <= 65_533, "more than a segment holds")
    }
    let parts = bytes.split(separator: 0, maxSplits: 1)
    if parts.count == 2, let first = XMPPacket(parts[0]), let second = XMPPacket(parts[1]),
      let joined = first.joined(with: second)
    {
      precondition(XMPPacket(joined) != nil, "joined: not XML")
    }
  }
}

private func checkLocations(_ packet: XMPPacket) {
  var traces = LocationTraces()
  traces.add(xmp: packet.bytes)
  for traces in [LocationTraces(), traces] {
    _ = packet.freeTexts(traces)
    let bytes = packet.withoutLocation(traces)
    guard !bytes.isEmpty else { continue }
    let rest = XMPPacket(bytes)
    precondition(rest.map { !$0.hasLocation(traces) } ?? packet.hasLocation(), "a location is left")
    precondition(
      rest.map { $0.withoutLocation(traces) == bytes } ?? true, "a second time takes more out")
  }
}

private func checkGainMap(_ packet: XMPPacket) {
  let attributes = #" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0""#
  if let described = packet.describingGainMap(attributes: attributes, content: "") {
    guard let again = XMPPacket(described) else { fatalError("with a gain map: not XML") }
    precondition(
      again.value(of: "Version", in: "http://ns.adobe.com/hdr-gain-map/1.0/") == "1.0",
      "the gain map is not described")
  }
  precondition(
    XMPPacket(packet.withoutGainMap) != nil || packet.withoutGainMap.isEmpty,
    "without gain map: not XML")
}

private func checkMovie(_ packet: XMPPacket) {
  // Offsets get their own numbers, and others.
  for stated in packet.statedOffsets { precondition(stated.value > 0, "an offset that is none") }
  precondition(
    XMPPacket(packet.stating(packet.statedOffsets.map { ($0, $0.value) })) != nil,
    "stating: not XML")
  let other = packet.stating(packet.statedOffsets.map { ($0, 12_345_678_901) })
  precondition(
    XMPPacket(other)?.statedOffsets.allSatisfy { $0.value == 12_345_678_901 } == true,
    "other offsets are not stated")
}

private func seeds(_ file: Bytes) -> [[UInt8]] {
  if file.starts(with: [0xFF, 0xD8]) {
    let jpeg = JPEGSegments(file)
    return [jpeg.xmp, jpeg.extendedXMP].compactMap { $0.map { Array($0) } }
  }
  guard let photo = HEIFFile(BoxFile(file)) else { return [XMPPacket.empty] }
  return photo.items.filter { $0.type == "mime" }.compactMap {
    guard let data = try? photo.data(of: $0.id), data.count <= 32768 else { return nil }
    return Array(data)
  }
}
