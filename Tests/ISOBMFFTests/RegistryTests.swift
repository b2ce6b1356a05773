import FieldCoding
import Testing

@testable import ISOBMFF

/// Rules for every structure of the registry, without a list made by hand.
@Suite struct RegistryTests {
  /// A structure, and the type under which it is registered.
  struct Registered: CustomTestStringConvertible, Sendable {
    var type: FourCC
    var title: String
    var body: any FieldCodable.Type
    var testDescription: String { "\(type) \(title)" }
  }

  static let all: [Registered] =
    BoxRegistry.definitions.values.joined().compactMap { definition in
      definition.body.map { Registered(type: definition.type, title: definition.title, body: $0) }
    }
    + BoxRegistry.sampleGroups.compactMap { group in
      group.entry.map { Registered(type: group.type, title: group.title, body: $0) }
    }

  /// Lists of elements without bytes would take long.
  private static let limits = {
    var limits = DecodeLimits()
    limits.elements = 1000
    return limits
  }()

  /// Reads `bytes`; nil if they cannot be read, or only in part.
  static func read<Body: FieldCodable>(
    _: Body.Type, _ bytes: [UInt8], as type: FourCC, sink: (any FieldSink)? = nil
  ) -> (body: Body, rest: Bytes)? {
    var coder = FieldCoder(decoding: Bytes(bytes), budget: DecodeBudget(limits), sink: sink)
    coder.scope.type = type
    var body = Body()
    do throws(FieldError) { try body.fields(&coder) } catch { return nil }
    return coder.damage.isEmpty ? (body, coder.rest) : nil
  }

  static func write(
    _ body: some FieldCodable, as type: FourCC
  ) throws(FieldError) -> [UInt8] {
    var coder = FieldCoder()
    coder.scope.type = type
    var body = body
    try body.fields(&coder)
    return coder.written.bytes
  }

  /// A new structure can be written, and the same is read back.
  @Test func blanks() throws {
    #expect(Self.all.count > 300)
    func check<Body: FieldCodable>(_ body: Body.Type, _ registered: Registered) {
      do {
        let bytes = try Self.write(Body(), as: registered.type)
        guard let (read, rest) = Self.read(body, bytes, as: registered.type) else {
          Issue.record("\(registered.testDescription): a blank is \(bytes), which cannot be read")
          return
        }
        // It is not compared with the blank one, because the read one also has the columns of empty tables.
        #expect(
          try Self.write(read, as: registered.type) == bytes, "\(registered.testDescription)")
        #expect(rest.isEmpty, "\(registered.testDescription)")
      } catch {
        Issue.record("\(registered.testDescription): \(error)")
      }
    }
    for registered in Self.all { check(registered.body, registered) }
  }

  /// Everything that is read from random bytes can be written, and is then read in the same way.
  @Test func noise() throws {
    var random = Noise(state: 0x5EED)
    var readable = 0
    func check<Body: FieldCodable>(_ body: Body.Type, _ registered: Registered) {
      for _ in 0..<200 {
        let bytes = random.payload()
        guard let (first, _) = Self.read(body, bytes, as: registered.type) else { continue }
        readable += 1
        do throws(FieldError) {
          let written = try Self.write(first, as: registered.type)
          guard let (second, rest) = Self.read(body, written, as: registered.type) else {
            Issue.record(
              "\(registered.testDescription): \(bytes) became \(written), which cannot be read")
            return
          }
          if second != first || !rest.isEmpty {
            Issue.record(
              "\(registered.testDescription): \(bytes) became \(written), which is something else")
            return
          }
        } catch {
          Issue.record(
            "\(registered.testDescription): what was read of \(bytes) cannot be written: \(error)")
          return
        }
      }
    }
    for registered in Self.all { check(registered.body, registered) }
    #expect(readable > Self.all.count * 20)
  }

  /// Bytes of up to 80, half of them after the version and flags of a `FullBox`.
  struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    }

    mutating func payload() -> [UInt8] {
      var bytes: [UInt8] = []
      if Bool.random(using: &self) {
        bytes = [
          UInt8.random(in: 0...2, using: &self), 0, 0, UInt8.random(in: 0...7, using: &self),
        ]
      }
      // Small numbers make counts for which there are bytes.
      let limit = Bool.random(using: &self) ? UInt8(3) : .max
      let count = Int.random(in: 0...80, using: &self)
      for _ in 0..<count { bytes.append(UInt8.random(in: 0...limit, using: &self)) }
      return bytes
    }
  }

  /// A type has one definition in each namespace, and says why it stays bytes.
  @Test func definitions() {
    for (namespace, definitions) in BoxRegistry.definitions {
      for definition in definitions {
        #expect(
          BoxRegistry.definition(
            definition.type, userType: definition.userType, in: namespace)?.title
            == definition.title, "\(definition.type)")
        #expect(!definition.title.isEmpty && !definition.specification.isEmpty)
      }
    }
  }
}
