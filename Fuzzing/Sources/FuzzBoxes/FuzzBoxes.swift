import FuzzDriver
import ISOBMFF

/// Every structure of the registry by itself. Two bytes choose it, one what stands around it, and
/// the rest is its payload: what can be read of that can be written, and is then read as the same.
@_cdecl("FuzzBoxes_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    guard bytes.count >= 3, let payload = bytes.part(3..<bytes.count) else { return }
    let structure = structures[(Int(bytes[0]) << 8 | Int(bytes[1])) % structures.count]
    check(structure.syntax, payload, scope(bytes[2], type: structure.type))
  }
}

private struct Structure {
  var namespace: BoxNamespace?
  var type: FourCC
  var userType: UserType?
  var syntax: any FieldCodable.Type

  var name: String { "\(namespace.map { "\($0)" } ?? "") \(type) \(syntax)" }
}

/// Sorted, so that an input means the same on every run.
private let structures: [Structure] =
  (BoxRegistry.definitions.flatMap { namespace, definitions in
    definitions.compactMap { definition in
      definition.body.map {
        Structure(
          namespace: namespace, type: definition.type, userType: definition.userType, syntax: $0)
      }
    }
  }
  + BoxRegistry.sampleGroups.compactMap { group in
    group.entry.map { Structure(type: group.type, syntax: $0) }
  }).sorted { $0.name < $1.name }

private let handlerTypes: [FourCC] = [
  "    ", "vide", "soun", "meta", "hint", "pict", "mdir", "mdta",
]

private func scope(_ choice: UInt8, type: FourCC) -> FieldScope {
  var scope = FieldScope()
  scope.type = type
  scope.handlerType = handlerTypes[Int(choice & 7)]
  scope.metadataItem = ["    ", "trkn", "cpil", "----"][Int(choice >> 3 & 3)]
  scope.version = choice >> 5 & 1
  scope.sampleInformationSize = choice & 64 == 0 ? nil : 17
  if choice & 128 != 0 { scope.vectorLengths = [0: 8, 1: 16] }
  return scope
}

private func check<Body: FieldCodable>(_: Body.Type, _ payload: Bytes, _ scope: FieldScope) {
  guard let (first, _) = read(Body.self, payload, scope) else { return }
  var copy = first
  var coder = FieldCoder()
  coder.scope = scope
  do { try copy.fields(&coder) } catch { fatalError("\(Body.self) cannot be written: \(error)") }
  guard let (second, rest) = read(Body.self, Bytes(coder.written.bytes), scope) else {
    fatalError("\(Body.self) cannot be read after writing")
  }
  precondition(second == first && rest.isEmpty, "\(Body.self) is not read as it was written")
}

/// Nil if the payload cannot be read, or only in part.
private func read<Body: FieldCodable>(
  _: Body.Type, _ payload: Bytes, _ scope: FieldScope
) -> (Body, rest: Bytes)? {
  var limits = DecodeLimits()
  limits.elements = 1 << 16
  let listener = Listener()
  var coder = FieldCoder(decoding: payload, budget: DecodeBudget(limits), sink: listener)
  coder.scope = scope
  var body = Body()
  do { try body.fields(&coder) } catch { return nil }
  return listener.hasDamage ? nil : (body, coder.rest)
}

private func blank(_ structure: Structure) -> [UInt8] {
  var coder = FieldCoder()
  coder.scope = scope(1, type: structure.type)
  var blank = structure.syntax.init()
  do { try blank.fields(&coder) } catch {}
  return coder.written.bytes
}

/// The payloads of a file's boxes; of a file without boxes, a blank of each structure.
private func seeds(_ file: Bytes) -> [[UInt8]] {
  func seed(_ index: Int, _ payload: some Sequence<UInt8>) -> [UInt8] {
    [UInt8(index >> 8), UInt8(truncatingIfNeeded: index), 1] + Array(payload)
  }
  guard !file.isEmpty else {
    return structures.indices.map { index in
      seed(index, blank(structures[index]))
    }
  }
  return Seeds.boxes(file).compactMap { box in
    guard let payload = box.sourcePayload, payload.count <= 1024,
      let index = structures.firstIndex(where: {
        $0.type == box.type && $0.userType == box.userType
      })
    else { return nil }
    return seed(index, payload)
  }
}
