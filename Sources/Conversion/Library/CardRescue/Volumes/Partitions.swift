/// The tables of partitions: that of the first sector (MBR), and that of UEFI (GPT).
enum Partitions {
  static func ranges(of image: DiskImage) -> [Range<Int>] {
    let first = LittleEndian(image.read(0..<512))
    guard first.number(510, 2) == 0xAA55 else { return [] }
    let entries = (0..<4).map { 446 + 16 * $0 }
    if entries.contains(where: { first.number($0 + 4, 1) == 0xEE }) { return unified(image) }
    return entries.compactMap { entry in
      guard first.number(entry + 4, 1) != 0 else { return nil }
      return range(first.number(entry + 8, 4), first.number(entry + 12, 4), image)
    }
  }

  private static func unified(_ image: DiskImage) -> [Range<Int>] {
    let header = LittleEndian(image.read(512..<1024))
    guard header.has("EFI PART", at: 0) else { return [] }
    let (start, count, size) = (header.number(72, 8), header.number(80, 4), header.number(84, 4))
    guard start > 0, start < image.count / 512, (128...4096).contains(size) else { return [] }
    return (0..<min(count, 128)).compactMap { index in
      let offset = start * 512 + index * size
      let entry = LittleEndian(image.read(offset..<offset + 128))
      let (first, last) = (entry.number(32, 8), entry.number(40, 8))
      guard first > 0, last >= first, last < Int.max / 1024 else { return nil }
      return range(first, last - first + 1, image)
    }
  }

  private static func range(_ first: Int, _ count: Int, _ image: DiskImage) -> Range<Int>? {
    let start = first * 512
    guard start < image.count, count > 0 else { return nil }
    return start..<min(start + count * 512, image.count)
  }
}
