import Foundation
import TestSupport
import Testing

/// Pairs and bundles for tests, the latter made by other programs.
enum BundleMaking {
  /// A still and a movie with one identifier, named `IMG_1`, with times to the nanosecond.
  static func pair(
    _ still: String, _ movie: String, named names: (still: String, movie: String), in folder: Folder
  ) throws -> (still: String, movie: String) {
    let made = try Folder()
    let result = try Program.boxwalk(
      "live", "make", Program.sample(still), Program.sample(movie), "-o", made.url.path)
    #expect(result.code == 0, "\(result.errors)")
    let stem = still.prefix { $0 != "." }
    let paths = (folder.path(names.still), folder.path(names.movie))
    try FileManager.default.moveItem(atPath: made.path(still), toPath: paths.0)
    try FileManager.default.moveItem(atPath: made.path("\(stem).mov"), toPath: paths.1)
    for (path, time) in [
      (paths.0, "2019-03-04 05:06:07.123456789 UTC"),
      (paths.1, "2021-08-09 10:11:13.000000001 UTC"),
    ] {
      let touched = try Program.other("touch", "-d", time, path)
      #expect(touched.code == 0)
    }
    return paths
  }

  /// Name, time and bytes of each file of a folder.
  static func contents(_ folder: String) throws -> [String: FileFacts] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try FileFacts("\(folder)/\($0)")) })
  }

  struct FileFacts: Equatable {
    var bytes: Data
    var modified: String

    init(_ path: String) throws {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // `2019-03-04 05:06:07.123456789 +0000`
      modified = try Program.other("stat", "-c", "%y", path).output
    }
  }

  /// Runs a script with arguments.
  static func python(_ script: String, _ arguments: String...) throws -> String {
    let result = try Program.other("python3", ["-W", "ignore", "-c", script] + arguments)
    #expect(result.code == 0, "\(result.errors)")
    return result.output
  }

  /// Archives that Python makes: `a.jpg` and `a.mp4`, in ways that the first argument names.
  static let archives = """
    import io, struct, sys, zipfile
    how, output = sys.argv[1], sys.argv[2]
    still, movie = open(sys.argv[3], 'rb').read(), open(sys.argv[4], 'rb').read()
    def write(entries, method=zipfile.ZIP_STORED, to=None, comment=b''):
        with zipfile.ZipFile(to or output, 'w', method) as archive:
            for name, data in entries: archive.writestr(name, data)
            archive.comment = comment
    def link(name):
        entry = zipfile.ZipInfo(name)
        entry.external_attr = 0o120777 << 16
        return entry
    class Stream(io.RawIOBase):
        def __init__(self): self.file = open(output, 'wb')
        def writable(self): return True
        def seekable(self): return False
        def write(self, data): return self.file.write(data)
    pair = [('a.jpg', still), ('a.mp4', movie)]
    if how == 'stored': write(pair)
    elif how == 'deflated': write(pair, zipfile.ZIP_DEFLATED)
    elif how == 'descriptor':
        stream = Stream()
        write(pair, to=stream)
        stream.file.close()
    elif how == 'zip64':
        with zipfile.ZipFile(output, 'w') as archive:
            for name, data in pair:
                with archive.open(name, 'w', force_zip64=True) as entry: entry.write(data)
    elif how == 'folder':
        write([('x.pvt/', b''), ('x.pvt/a.jpg', still), ('x.pvt/a.mp4', movie), ('x.pvt/metadata.plist', b'')])
    elif how == 'more':
        write([('__MACOSX/._a.jpg', b'x'), ('.DS_Store', b'')] + pair + [('../evil.sh', b'x'), ('notes.txt', b'x')])
    elif how == 'utf8': write([('Käse 日本.jpg', still), ('Käse 日本.mp4', movie)])
    elif how == 'times':
        entries = []
        for name, data in pair:
            entry = zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6))
            # NTFS: 2024-06-15T18:42:07.1234567Z
            entry.extra = struct.pack('<HHIHHQQQ', 10, 32, 0, 1, 24, *[133629505271234567 + 0] * 3)
            entries.append((entry, data))
        write(entries)
    elif how == 'parent': write([('../a.jpg', still), ('a.mp4', movie)])
    elif how == 'absolute': write([('/tmp/a.jpg', still), ('a.mp4', movie)])
    elif how == 'backslash': write([('..\\\\a.jpg', still), ('a.mp4', movie)])
    elif how == 'drive': write([('C:a.jpg', still), ('a.mp4', movie)])
    elif how == 'control': write([('a\\n.jpg', still), ('a.mp4', movie)])
    elif how == 'link': write([(link('a.jpg'), b'/etc/passwd'), ('a.mp4', movie)])
    elif how == 'two': write(pair + [('b.jpg', still)])
    elif how == 'twice': write(pair + [('a.jpg', still)])
    elif how == 'half': write([('a.jpg', still)])
    elif how == 'neither': write([('a.txt', b'x')])
    elif how == 'empty': write([])
    elif how == 'swapped': write([('a.jpg', movie), ('a.mp4', still)])
    elif how == 'nothing': write([('a.jpg', still), ('a.mp4', b'')])
    elif how == 'bomb': write([('a.jpg', still), ('a.mp4', bytes(200 << 20))], zipfile.ZIP_DEFLATED)
    elif how == 'many': write([(str(number), b'') for number in range(10001)] + pair)
    elif how == 'lzma': write(pair, zipfile.ZIP_LZMA)
    else:
        write(pair, zipfile.ZIP_DEFLATED if how.startswith('deflated') else zipfile.ZIP_STORED)
        data = bytearray(open(output, 'rb').read())
        entry = data.index(b'PK\\1\\2')
        if how == 'encrypted':
            data[6] |= 1
            data[entry + 8] |= 1
        elif how == 'checksum': data[2000] ^= 1
        elif how.endswith('short'): data[entry + 24:entry + 28] = struct.pack('<I', 10)
        elif how.endswith('long'): data[entry + 24:entry + 28] = struct.pack('<I', len(still) + 1)
        elif how == 'cut': del data[len(data) // 2:]
        elif how == 'zero': data[31] = data[entry + 47] = 0
        else: sys.exit('no such way: ' + how)
        open(output, 'wb').write(data)
    """
}
