import HTTP
import Testing

@testable import Gateway

@Suite struct RevisionTagTests {
    @Test("a tag is read back as it was written")
    func roundTrip() throws {
        let tag = RevisionTag(epoch: "e1", sequence: 42, digest: "0123abcdef")
        #expect(tag.entityTag?.description == "\"e1-42-0123abcd\"")
        let written = try #require(tag.entityTag)
        #expect(RevisionTag(written) == tag)
    }

    @Test(
        "what this server does not write is no tag of its own",
        arguments: [
            "", "x", "e1-42", "e1-42-0123abc", "e1-42-0123abcde", "e1-42-0123ABCD", "e1-x-0123abcd", "-42-0123abcd", "e1-042-0123abcd",
        ])
    func foreign(_ text: String) throws {
        let tag = try #require(EntityTag(opaque: text))
        #expect(RevisionTag(tag) == nil)
    }
}
