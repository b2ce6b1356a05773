import LivePhotos
import Testing

@Suite("New identifiers")
struct IdentifierTextTests {
  @Test("are UUIDs of version 4 in capitals")
  func random() {
    let all = (0..<100).map { _ in ContentIdentifier.random() }
    #expect(Set(all).count == 100)
    for identifier in all {
      #expect(ContentIdentifier(uuid: identifier.text) == identifier)
      let characters = Array(identifier.text)
      #expect(characters[14] == "4")
      #expect(["8", "9", "A", "B"].contains(characters[19]))
    }
  }

  @Test(
    "are no other texts",
    arguments: [
      "", "x", "0A1B2C3D4E5F46078899AABBCCDDEEFF", "0A1B2C3D-4E5F-4607-8899-AABBCCDDEEF",
      "0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFG", "0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF-",
    ])
  func others(text: String) { #expect(ContentIdentifier(uuid: text) == nil) }

  @Test("are written in capitals")
  func capitals() {
    #expect(
      ContentIdentifier(uuid: "0a1b2c3d-4e5f-4607-8899-aabbccddeeff")?.text
        == "0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF")
  }
}
