import ISOBMFF
import Testing

extension Mutation {
  static let references: [Mutation] = [
    .boxes("pitm-unknown-item", at: "meta/pitm") { file in
      try file.edit("meta/pitm", as: PrimaryItemBox.self) { $0.itemID = 3 }
    }
  ]
}
