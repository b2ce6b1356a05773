import Platform

/// The program of that name, which the tests compare with if it is installed.
enum ExifTool {
  /// The values of `tags` of each file; nil where the program cannot be run.
  static func values(_ tags: [String], of files: [String]) -> [String: [String: String]] {
    var all: [String: [String: String]] = [:]
    var rest = files[...]
    while !rest.isEmpty {
      let batch = rest.prefix(200)
      rest = rest.dropFirst(batch.count)
      let names = batch.map { "'" + $0.split(separator: "'").joined(separator: "'\\''") + "'" }
      let options = tags.map { "-" + $0 }.joined(separator: " ")
      // `-T` would not show which value is missing; `-j` has every value on a separate line.
      let command = "exiftool -j -n -G1 \(options) \(names.joined(separator: " ")) 2>/dev/null"
      var file: [String: String] = [:]
      for line in (output(of: command) ?? "").split(separator: "\n") {
        if line.hasPrefix("}") {
          if let name = file["SourceFile"] { all[name] = file }
          file = [:]
        }
        guard let colon = line.firstRange(of: "\": ") else { continue }
        var value = line[colon.upperBound...]
        if value.last == "," { value = value.dropLast() }
        let key = line[..<colon.lowerBound].drop { $0 == " " || $0 == "\"" }
        file[String(key)] = unquoted(value)
      }
    }
    return all
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.first == "\"", text.last == "\"", text.count >= 2 else { return String(text) }
    var result = ""
    var isEscaped = false
    for letter in text.dropFirst().dropLast() {
      if letter == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(letter)
        isEscaped = false
      }
    }
    return result
  }

  static func output(of command: String) -> String? {
    guard let stream = unsafe popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return unsafe pclose(stream) == 0 || !bytes.isEmpty
      ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
