import Files
import ISOBMFF

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
