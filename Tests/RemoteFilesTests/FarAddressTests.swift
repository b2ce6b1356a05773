import CLoaded
import Foundation
import Testing

@testable import RemoteFiles

/// URLs, and their printed form.
@Suite struct FarAddressTests {
  @Test func secretsAreNotShown() throws {
    let address = try #require(
      RemoteURL("HTTPS://me:secret@Example.org:8443/a/b%20c.mov?X-Signature=secret#part"))
    #expect(address.name == "https://example.org:8443/a/b c.mov")
    #expect(address.fileName == "b c.mov")
    #expect(address.origin == "https://example.org:8443")
    #expect(address.text == "https://me:secret@Example.org:8443/a/b%20c.mov?X-Signature=secret")
  }

  @Test(arguments: [
    ("http://a/..%2f..%2fetc%2fpasswd", ".._.._etc_passwd"), ("http://a/b/..", "a"),
    ("http://a", "a"), ("http://a:80/?x=b.mov", "a:80"), ("http://a/x/", "x"),
    ("http://a/%00%0Aa.mov", "__a.mov"), ("http://a/ä b.heic", "ä b.heic"),
  ]) func fileNamesAreNames(text: String, name: String) throws {
    #expect(try #require(RemoteURL(text)).fileName == name)
  }

  @Test func otherSchemesAreNotRead() {
    for text in [
      "file:///etc/passwd", "ftp://a/b", "http:/a", "http://", "https://?a", "a.mov", "http://a/\n",
    ] {
      #expect(RemoteURL(text) == nil)
    }
    #expect(RemoteURL.isURL("file:///etc") && RemoteURL.isURL("https://a"))
    #expect(
      !RemoteURL.isURL("a/b://c") && !RemoteURL.isURL("://")
        && !RemoteURL.isURL("C:\\a"))
  }

  @Test func referencesAreResolved() throws {
    let base = try #require(RemoteURL("https://u:p@example.org/live/list.m3u8?token=1"))
    #expect(try base.resolving("seg-1.m4s").text == "https://u:p@example.org/live/seg-1.m4s")
    #expect(try base.resolving("../a.mp4?b").text == "https://u:p@example.org/a.mp4?b")
    #expect(try base.resolving("//other.org/x").text == "https://other.org/x")
    #expect(throws: RemoteError.self) { try base.resolving("file:///etc/passwd") }
    #expect(throws: RemoteError.self) { try base.resolving("gopher://example.org/") }
  }

  @Test func rangesAreWithinTheFile() {
    #expect(ContentRange("bytes 0-499/1234")?.range == 0..<500)
    #expect(ContentRange("Bytes 0-0/*")?.count == nil)
    #expect(ContentRange("bytes */0")?.count == 0)
    for text in [
      "", "bytes", "bytes 5-4/10", "bytes 0-10/10", "bytes -1-5/10", "bytes 0-5", "items 0-1/2",
      "bytes 0-99999999999999999999/*", "bytes +0-1/2", "bytes 0-1/2/3",
    ] {
      #expect(ContentRange(text) == nil, "\(text)")
    }
  }

  @Test func datesAreThoseOfTheCalendar() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for seconds in stride(from: 0, to: 4_000_000_000, by: 86_400 * 13 + 4_321) {
      let text = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
      #expect(HTTPDate.nanoseconds(text) == Int64(seconds) * 1_000_000_000, "\(text)")
    }
    #expect(HTTPDate.nanoseconds("yesterday") == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("10.1.2.3", true), ("192.168.1.1", true), ("172.31.0.1", true),
    ("172.32.0.1", false), ("169.254.169.254", true), ("100.64.0.1", true), ("0.0.0.0", true),
    ("224.0.0.1", true), ("8.8.8.8", false), ("93.184.216.34", false), ("198.19.0.1", true),
    ("::1", true), ("::", true), ("fe80::1", true), ("fd00::1", true), ("ff02::1", true),
    ("2606:2800:220:1::1", false), ("::ffff:10.0.0.1", true), ("::ffff:8.8.8.8", false),
    ("64:ff9b::a00:1", true), ("64:ff9b::808:808", false), ("2002:7f00:1::", true),
    ("2002:808:808::", false), ("::7f00:1", true),
  ]) func privateAddressesAreKnown(text: String, isPrivate: Bool) throws {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    // The array has as many bytes as such an address.
    let isRead = unsafe inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes)
    #expect(isRead == 1)
    // The array is as long as is stated.
    #expect(unsafe boxwalk_address_is_private(bytes, bytes.count) == (isPrivate ? 1 : 0))
  }
}
