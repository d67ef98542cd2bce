import Activities
import Foundation
import Kinds
import Routing
import Testing

@testable import Gateway

@Suite struct KindsListTests {
    private func kinds(as role: Role) throws -> [JSON] {
        guard case .array(let kinds)? = try OpenAPIHouse().get("/api/kinds", as: role)["kinds"] else { return [] }
        return kinds
    }

    @Test func `every kind is told with a name, a sentence and two schemas that stand by themselves`() throws {
        let kinds = try kinds(as: .anyone)
        #expect(kinds.map { $0["kind"]?.string } == KindRegistry(Kinds.all).all.map(\.kind))
        for kind in kinds {
            #expect(kind["attributesType"]?.string?.isEmpty == false && kind["name"]?.string?.isEmpty == false)
            let sentence = try #require(kind["description"]?.string)
            #expect(sentence.hasSuffix(".") && !sentence.contains("\n") && sentence.count > 20)
            for name in ["attributesSchema", "contentStateSchema"] {
                #expect(kind[name]?["$schema"] == .string("https://json-schema.org/draft/2020-12/schema"))
                #expect(kind[name]?["type"] == .string("object"))
                #expect(kind[name].map { !String(decoding: $0.bytes, as: UTF8.self).contains("$ref") } == true)
            }
        }
    }

    @Test func `the push-to-start token is told to operators, and to nobody else`() throws {
        for role in Role.allCases {
            for kind in try kinds(as: role) {
                #expect((kind["pushToStartToken"]?.string?.count == 64) == (role == .operator), "\(role)")
                #expect((kind["pushToStartToken"] == nil) == (role != .operator), "\(role)")
            }
        }
    }

    @Test func `the token told is the one that starts activities of its kind`() throws {
        let house = try OpenAPIHouse()
        guard case .array(let kinds)? = try house.get("/api/kinds", as: .operator)["kinds"] else { return }
        for kind in kinds {
            #expect(kind["pushToStartToken"]?.string == house.center.pushToStartTokens[kind["kind"]?.string ?? ""])
        }
    }

    @Test func `what is answered fits what the description says of it`() throws {
        let house = try OpenAPIHouse()
        let document = try house.get("/openapi.json")
        let schema = document["paths"]?["/api/kinds"]?["get"]?["responses"]?["200"]?["content"]?["application/json"]?["schema"]
        let validator = OpenAPIValidator(document: document)
        for role in [Role.anyone, .operator] {
            #expect(validator.complaints(try house.get("/api/kinds", as: role), try #require(schema)) == [])
        }
    }
}
