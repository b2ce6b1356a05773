import FieldCoding

/// A binary property list, `bplist00`, as Apple's maker notes have them.
indirect enum PropertyList: Sendable {
  case bool(Bool)
  case int(Int64)
  case real(Double)
  case text(String)
  case data(Int)
  case array([PropertyList])
  case dictionary([(key: String, value: PropertyList)])

  /// Nil if the bytes are not a list, or if the list nests too deep or repeats its objects too often.
  init?(_ bytes: Bytes) {
    guard var reader = PropertyListReader(bytes), let top = reader.top else { return nil }
    self = top
  }

  /// The value of a key of a dictionary.
  subscript(key: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text for users: `{a=1,b=2}`.
  var text: String {
    switch self {
    case .bool(let value): value ? "True" : "False"
    case .int(let value): "\(value)"
    case .real(let value): value.significant()
    case .text(let value): value
    case .data(let count): bytesAsText(count)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .dictionary(let members):
      "{" + members.map { "\($0.key)=\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}

private struct PropertyListReader {
  private let bytes: Bytes
  private let offsets: [Int]
  private let referenceSize: Int
  private let topObject: Int
  /// The number of objects that may still be read; a long text counts as several, because it may be referenced many
  /// times.
  private var left = 4096

  init?(_ bytes: Bytes) {
    guard bytes.prefix(8).elementsEqual("bplist00".utf8), bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    func number(_ offset: Int, _ size: Int) -> Int? {
      PropertyListReader.number(bytes, offset, size)
    }
    let offsetSize = Int(bytes[trailer + 6])
    guard (1...8).contains(offsetSize), (1...8).contains(Int(bytes[trailer + 7])),
      let count = number(trailer + 8, 8), let top = number(trailer + 16, 8),
      let table = number(trailer + 24, 8), table <= trailer, count <= (trailer - table) / offsetSize
    else { return nil }
    self.bytes = bytes
    referenceSize = Int(bytes[trailer + 7])
    topObject = top
    offsets = (0..<count).compactMap { number(table + $0 * offsetSize, offsetSize) }
    guard offsets.count == count else { return nil }
  }

  var top: PropertyList? { mutating get { object(topObject, depth: 0) } }

  private static func number(_ bytes: Bytes, _ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count,
      let part = bytes.part(offset..<min(bytes.count, offset + size)),
      part.count == size
    else { return nil }
    return Int(exactly: part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private mutating func object(_ index: Int, depth: Int) -> PropertyList? {
    guard offsets.indices.contains(index), depth < 16, left > 0 else { return nil }
    left -= 1
    var position = offsets[index]
    guard position < bytes.count else { return nil }
    let marker = bytes[position]
    position += 1
    var count = Int(marker & 15)
    if [4, 5, 6, 10, 13].contains(marker >> 4), count == 15 {
      // The length is a separate object.
      guard position < bytes.count, bytes[position] >> 4 == 1, bytes[position] & 15 <= 3,
        let length = PropertyListReader.number(bytes, position + 1, 1 << Int(bytes[position] & 15))
      else { return nil }
      position += 1 + 1 << Int(bytes[position] & 15)
      count = length
    }
    guard count <= bytes.count else { return nil }
    left -= count / 64
    switch marker >> 4 {
    case 0: return marker == 8 ? .bool(false) : marker == 9 ? .bool(true) : nil
    case 1:
      guard count <= 3, let value = bytes.part(position..<position + 1 << count) else { return nil }
      return .int(Int64(bitPattern: value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    case 2, 3:
      guard count == 2 || count == 3, let value = bytes.part(position..<position + 1 << count)
      else { return nil }
      let bits = value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return .real(
        count == 2
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits))
    case 4: return bytes.part(position..<position + count).map { .data($0.count) }
    case 5:
      return bytes.part(position..<position + count).map {
        .text(String(decoding: $0, as: UTF8.self))
      }
    case 6:
      return bytes.part(position..<position + count * 2).map { part in
        .text(
          String(
            decoding: (0..<count).map { UInt16(part[$0 * 2]) << 8 | UInt16(part[$0 * 2 + 1]) },
            as: UTF16.self))
      }
    case 10:
      return objects(at: position, count, depth).map { .array($0) }
    case 13:
      guard let keys = objects(at: position, count, depth),
        let values = objects(at: position + count * referenceSize, count, depth)
      else { return nil }
      return .dictionary(zip(keys, values).map { ($0.text, $1) }.sorted { $0.0 < $1.0 })
    default: return nil
    }
  }

  private mutating func objects(at position: Int, _ count: Int, _ depth: Int) -> [PropertyList]? {
    var objects: [PropertyList] = []
    for index in 0..<count {
      guard
        let number = PropertyListReader.number(
          bytes, position + index * referenceSize, referenceSize),
        let value = object(number, depth: depth + 1)
      else { return nil }
      objects.append(value)
    }
    return objects
  }
}
