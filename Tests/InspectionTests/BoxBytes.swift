/// Bytes as the specifications write them, made without our own encoder.
func be16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
func be32(_ value: Int) -> [UInt8] { be16(value >> 16 & 0xFFFF) + be16(value & 0xFFFF) }
func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  let payload = payload.flatMap { $0 }
  return be32(payload.count + 8) + type.unicodeScalars.map { UInt8($0.value) } + payload
}
func fullBox(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  box(type, be32(0), payload.flatMap { $0 })
}

/// A photo of nearly nothing: one hidden property, two items without data.
let tinyPhoto: [UInt8] = {
  let handler = fullBox(
    "hdlr", be32(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13))
  let items = [1, 2].flatMap { fullBox("infe", be16($0), be16(0), [0]) }
  let properties = box(
    "iprp", box("ipco", fullBox("ispe", be32(8), be32(6)), box("irot", [1]), box("irot", [3])))
  return box("ftyp", Array("mif1".utf8), be32(0), Array("heic".utf8))
    + fullBox("meta", handler, fullBox("pitm", be16(1)), properties)
}()
