import ISOBMFF
import Movie

/// The language of a track in the form of playlists and manifests (RFC 5646): the shortest tag.
enum RenditionLanguage {
  /// Nil if the language of the track is unknown.
  static func tag(of track: Track) -> String? {
    let media = track.box.children.at("mdia")
    if let stated = media.first(ExtendedLanguageBox.self)?.extendedLanguage.string,
      isTag(stated)
    {
      return stated
    }
    return track.language.flatMap(tag(code:))
  }

  /// The tag for three letters of ISO 639-2/T; nil for codes of unknown languages.
  static func tag(code: String) -> String? {
    guard !["und", "mis", "zxx", "mul"].contains(code) else { return nil }
    return short[code] ?? code
  }

  /// Whether a text has only letters, digits and hyphens, like all tags.
  static func isTag(_ text: String) -> Bool {
    (2...35).contains(text.utf8.count) && text.first != "-" && text != "und"
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// Codes of ISO 639-2/T for languages with a code of ISO 639-1, which are the following two letters.
  private static let short: [String: String] = {
    var codes: [String: String] = [:]
    for pair in pairs.split(separator: " ") {
      codes[String(pair.prefix(3))] = String(pair.suffix(2))
    }
    return codes
  }()

  private static let pairs = """
    aaraa abkab afraf akaak amham araar argan asmas avaav aveae aymay azeaz bakba bambm belbe benbn bisbi \
    bodbo bosbs brebr bulbg catca cescs chach chece chucu chvcv corkw cosco crecr cymcy danda deude divdv \
    dzodz ellel engen epoeo estet euseu eweee faofo fasfa fijfj finfi frafr fryfy fulff glagd glega glggl \
    glvgv grngn gujgu hatht hauha hebhe herhz hinhi hmoho hrvhr hunhu hyehy iboig idoio iiiii ikuiu ileie \
    inaia indid ipkik islis itait javjv jpnja kalkl kankn kasks katka kaukr kazkk khmkm kikki kinrw kirky \
    komkv konkg korko kuakj kurku laolo latla lavlv limli linln litlt ltzlb lublu luglg mahmh malml marmr mkdmk \
    mlgmg mltmt monmn mrimi msams myamy nauna navnv nblnr ndend ndong nepne nldnl nnonn nobnb norno nyany ocioc \
    ojioj orior ormom ossos panpa plipi polpl porpt pusps quequ rohrm ronro runrn rusru sagsg sansa sinsi \
    slksk slvsl smese smosm snasn sndsd somso sotst spaes sqisq srdsc srpsr sswss sunsu swasw swesv tahty \
    tamta tattt telte tgktg tgltl thath tirti tonto tsntn tsots tuktk turtr twitw uigug ukruk urdur uzbuz \
    venve vievi volvo wlnwa wolwo xhoxh yidyi yoryo zhaza zhozh zulzu
    """
}
