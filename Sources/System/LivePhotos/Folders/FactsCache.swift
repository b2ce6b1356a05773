import FieldCoding
import Files
import ISOBMFF

/// The facts of files from an earlier run, as lines of a file.
///
/// A file is identified by its path, size, time and inode; if one of them changes, the file is read again. Each line ends
/// with its checksum. Lines that are damaged are ignored, and so is a cache whose first line is.
package struct FactsCache: Sendable {
  /// The values that show whether a file has changed.
  package struct Key: Hashable, Sendable {
    /// The path from the folder that was searched.
    package var path: LibraryPath
    package var size: Int64
    /// Nanoseconds since the start of 1970.
    package var modified: Int64
    package var inode: UInt64

    package init(path: LibraryPath, size: Int64, modified: Int64, inode: UInt64) {
      self.path = path
      self.size = size
      self.modified = modified
      self.inode = inode
    }
  }

  /// The first line. Its number is increased when files are read in another way.
  private static let header = Array("boxwalk live pair cache 5".utf8)

  private var facts: [Key: MediaFacts] = [:]

  package init() {}

  package subscript(key: Key) -> MediaFacts? { facts[key] }
  package var count: Int { facts.count }

  /// - Parameters:
  ///   - lines: the lines of the cache file, which are not trusted.
  ///   - folder: the folder that is searched. Lines of another folder are ignored.
  package init(lines: some Collection<UInt8>, of folder: LibraryPath) {
    var isFirst = true
    for line in Array(lines).split(separator: UInt8(ascii: "\n")) {
      if isFirst {
        guard line.elementsEqual(FactsCache.head(folder)) else { return }
        isFirst = false
      } else if let (key, fact) = FactsCache.entry(line) {
        facts[key] = fact
      }
    }
  }

  private static func head(_ folder: LibraryPath) -> [UInt8] {
    header + [UInt8(ascii: " ")] + folder.escaped
  }

  /// The first line of a cache of a folder.
  package static func firstLine(of folder: LibraryPath) -> [UInt8] {
    head(folder) + [UInt8(ascii: "\n")]
  }

  /// The line of one file.
  package static func line(_ key: Key, _ fact: MediaFacts) -> [UInt8] {
    let time = fact.captureTime
    let fields: [[UInt8]] = [
      key.path.escaped, number(key.size), number(key.modified), number(key.inode),
      Array(fact.kind.rawValue.utf8), text(fact.identifier?.text), text(fact.burst),
      time?.local.map(number) ?? [], time?.universal.map(number) ?? [],
      Array((time?.origin.rawValue ?? "").utf8), fact.duration.map { Array("\($0)".utf8) } ?? [],
      text(fact.model), text(fact.problem), fact.isMotionPhoto ? number(1) : [],
    ]
    let line = Array(fields.joined(separator: [UInt8(ascii: "\t")]))
    return line + [UInt8(ascii: "\t")] + checksum(line[...]) + [UInt8(ascii: "\n")]
  }

  private static func checksum(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var checksum = CRC32()
    checksum.add(line)
    return number(checksum.value)
  }

  private static func number(_ value: some BinaryInteger) -> [UInt8] { Array("\(value)".utf8) }
  private static func text(_ value: String?) -> [UInt8] { LibraryPath(value ?? "").escaped }

  private static func entry(_ line: ArraySlice<UInt8>) -> (Key, MediaFacts)? {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    func text(_ index: Int) -> String {
      String(decoding: fields[index], as: UTF8.self)
    }
    func unescaped(_ index: Int) -> String? {
      guard !fields[index].isEmpty else { return nil }
      return LibraryPath(escaped: fields[index])?.text
    }
    guard fields.count == 15,
      fields[14].elementsEqual(checksum(line.dropLast(fields[14].count + 1))),
      let path = LibraryPath(escaped: fields[0]),
      let size = Int64(text(1)), let modified = Int64(text(2)), let inode = UInt64(text(3)),
      let kind = MediaKind(rawValue: text(4))
    else { return nil }
    var fact = MediaFacts(kind: kind)
    fact.identifier = unescaped(5).map { ContentIdentifier($0) }
    fact.burst = unescaped(6)
    if let origin = CaptureTime.Origin(rawValue: text(9)) {
      // Wrong numbers must not overflow when times are subtracted.
      func time(_ index: Int) -> Int64? {
        Int64(text(index)).flatMap { abs($0 >> 1) < 1 << 50 ? $0 : nil }
      }
      fact.captureTime = CaptureTime(local: time(7), universal: time(8), origin: origin)
    }
    fact.duration = fields[10].isEmpty ? nil : Double(text(10))
    fact.model = unescaped(11)
    fact.problem = unescaped(12)
    fact.isMotionPhoto = !fields[13].isEmpty
    return (Key(path: path, size: size, modified: modified, inode: inode), fact)
  }
}

/// The file with the facts of a library in a cache folder.
struct FactsStore {
  private let root: LibraryPath
  private let folder: LibraryPath
  private let file: String

  /// Opens the store. Nil if that is not possible.
  init?(of root: LibraryPath, in cacheFolder: LibraryPath) {
    guard let real = try? root.withoutLinks else { return nil }
    // If two libraries have the same hash, only the cache is lost: its first line names the library.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in real.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let name = "live-pair-\(String(hash, radix: 16)).cache"
    guard let file = cacheFolder.appending(name.utf8).text else { return nil }
    self.root = real
    self.folder = cacheFolder
    self.file = file
  }

  func load() -> FactsCache {
    guard let bytes = try? ByteSource(mapping: file).bytes, bytes.count < 1 << 30 else {
      return FactsCache()
    }
    return FactsCache(lines: bytes, of: root)
  }

  /// A cache that cannot be written is not an error.
  func save(_ facts: some Sequence<(FactsCache.Key, MediaFacts)>) {
    do {
      try BytePath(folder.bytes).makeFolders()
      let output = try OutputFile(file)
      var lines = FactsCache.firstLine(of: root)
      for (key, fact) in facts {
        lines += FactsCache.line(key, fact)
        if lines.count > 1 << 20 {
          try output.write(Bytes(lines))
          lines.removeAll(keepingCapacity: true)
        }
      }
      try output.write(Bytes(lines))
      try output.commit(replacing: true, of: [])
    } catch {}
  }
}

extension LibraryPath {
  /// The path `$XDG_CACHE_HOME/boxwalk`, or `~/.cache/boxwalk`; nil if neither is known.
  package static var cacheFolder: LibraryPath? {
    let base =
      Environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? Environment["HOME"].map { $0 + "/.cache" }
    guard let base, base.hasPrefix("/") else { return nil }
    return LibraryPath(base).appending("boxwalk".utf8)
  }
}
