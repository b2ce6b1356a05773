import FieldCoding
import ISOBMFF
import JSON

enum DashProtectionDataInvalid: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23001-7 §11.2.4"
  static let sentence = "cenc:pssh is a pssh box in base64, of the system that schemeIdUri names."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    var seen: Set<String> = []
    for (representation, _) in stream.representations {
      for element in representation.inherited("ContentProtection")
      where seen.insert(element.path).inserted {
        for data in element.all("pssh") {
          if let problem = problem(data.text, element["schemeIdUri"] ?? "") {
            findings.add(at: data, in: stream, problem)
          }
        }
      }
    }
  }

  private static func problem(_ text: String, _ scheme: String) -> String? {
    guard let bytes = Base64.bytes(text) else {
      return "the data of the protection system is not base64"
    }
    let file = BoxFile(Bytes(bytes))
    guard let box = file.boxes.first, box.type == "pssh", file.findings.isEmpty,
      let header = box[ProtectionSystemSpecificHeaderBox.self]
    else { return "the data of the protection system is not a pssh box" }
    let stated =
      scheme.lowercased().split(separator: ":").last.map { $0.filter { $0 != "-" } } ?? ""
    let system = "\(header.systemID)".filter { $0 != "-" }
    guard stated.utf8.count == 32, stated != system else { return nil }
    return "the pssh box belongs to the system \(system), but schemeIdUri names \(stated)"
  }
}
