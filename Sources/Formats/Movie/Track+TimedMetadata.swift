import FieldCoding
public import ISOBMFF

extension Box {
  /// The keys that a sample entry of timed metadata declares (`mebx`), and their numbers in the samples.
  fileprivate var declaredKeys: [(number: UInt32, name: String)] {
    children.all("keys").flatMap(\.children).flatMap { key in
      key.children.compactMap { $0[MetadataKeyDeclarationBox.self]?.keyValue.string }
        .map { (key.type.rawValue, $0) }
    }
  }
}

extension Track {
  /// The names of the keys of timed metadata that its sample entries declare, in their order.
  public var metadataKeys: [String] { sampleEntries.flatMap(\.declaredKeys).map(\.name) }

  /// A value of timed metadata, and the time from which it is valid.
  public struct TimedValue: Sendable {
    /// The time in seconds of the presentation.
    public var time: Double
    /// The value, in the data type that the declaration of its key states.
    public var bytes: Bytes
  }

  /// The values of a key, in the order of the samples; values that are never presented are left out.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - most: the maximum number of samples that are read.
  public func timedValues(of key: String, in bytes: Bytes, most: Int) -> [TimedValue] {
    let entries = sampleEntries.map { entry in
      Set(entry.declaredKeys.filter { $0.name == key }.map(\.number))
    }
    guard entries.contains(where: { !$0.isEmpty }) else { return [] }
    var values: [TimedValue] = []
    let presentation = Presentation(self)
    for sample in samples.withBytes.prefix(most) where sample.location == .file(0) {
      guard entries.indices.contains(sample.descriptionIndex - 1),
        let time = presentation.times(of: sample, atMost: 1).first,
        let data = bytes.part(sample.fileRange)
      else { continue }
      var position = 0
      while let size = data.number(at: position), let local = data.number(at: position + 4),
        size >= 8, Int(size) <= data.count - position
      {
        if entries[sample.descriptionIndex - 1].contains(local),
          let value = data.part(position + 8..<position + Int(size))
        {
          values.append(TimedValue(time: time.seconds, bytes: value))
        }
        position += Int(size)
      }
    }
    return values
  }
}

extension Bytes {
  /// A number of 32 bits; nil if it is incomplete.
  fileprivate func number(at position: Int) -> UInt32? {
    number(at: position, size: 4).map { UInt32(truncatingIfNeeded: $0) }
  }
}
