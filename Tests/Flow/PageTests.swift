import Activities
import Foundation
import HTTP
import Testing

@testable import islet

extension FlowTests {
    /// Deep links, logins, and what is answered where nothing is.
    @Suite struct Pages {
        @Test func `a driver's telephone stands on the contact page as a link`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "ANA", phone: "+1 (555) 0100")
                let page = try house.get("/activities/\(id)/contact", as: .nobody)
                #expect(page.status == 200 && page.text.contains("href=\"tel:+15550100\"") && Markup.text(page.text).contains("Call ANA?"))
                #expect(!(try house.get("/activities/\(try house.start())/contact", as: .nobody).text.contains("href=\"tel:")))
            }
        }

        @Test func `deep links lead to what they name`() async throws {
            try await House.open { house in
                let older = try house.start(driver: "TIM 👨🏻‍🍳")
                let newer = try house.start(driver: "TIM 👨🏻‍🍳")
                func opened(_ url: String, as visitor: House.Visitor = .operator) throws -> Answer {
                    try house.get("/open?" + Form([.init("url", url)]).encoded, as: visitor)
                }
                #expect(try opened("web+islet:activities/\(older)", as: .nobody).location == "/activities/\(older)")
                #expect(try opened("http://127.0.0.1:\(house.port)/activities/\(older)", as: .nobody).location == "/activities/\(older)")
                #expect(try opened("pizza://contact+TIM 👨🏻‍🍳").location == "/activities/\(newer)/contact")
                #expect(try opened("pizza://contact+NOBODY").status == 404)
                #expect(try opened("pizza://cancelOrder").location == "/activities/end?kind=pizza-delivery")
                #expect(try opened("pizza://cancelOrder", as: .nobody).location?.hasPrefix("/login?next=") == true)
                for url in [
                    "", "x", "javascript:alert(1)", "https://evil.example/", "http://127.0.0.1:\(house.port).evil.example/", "pizza://",
                    "pizza://other", "web+islet:activities/../x", "//evil.example",
                ] {
                    let answer = try opened(url)
                    #expect(answer.status == 400 && answer.text.contains("<h1>") && answer.text.contains("href=\"/\""), "\(url)")
                }
                #expect(try opened("http://127.0.0.1:\(house.port)//evil.example").location == "/")
                let asked = try house.get("/activities/end?kind=pizza-delivery")
                #expect(asked.text.contains("href=\"/activities/\(older)\"") && asked.text.contains("href=\"/activities/\(newer)\""))
                #expect(house.serving.center.board.counts(kind: "pizza-delivery").all == 2, "it asks, and ends nothing")
            }
        }

        @Test func `a driver's name is found as it was written, bare or encoded`() async throws {
            try await House.open { house in
                let half = try house.start(driver: "50% Bob")
                let literal = try house.start(driver: "A%20B")
                let plus = try house.start(driver: "A+B")
                func opened(_ url: String) throws -> String? { try house.get("/open?" + Form([.init("url", url)]).encoded).location }
                #expect(try opened("pizza://contact+50% Bob") == "/activities/\(half)/contact")
                #expect(try opened("pizza://contact+50%25%20Bob") == "/activities/\(half)/contact")
                #expect(try opened("pizza://contact+A%20B") == "/activities/\(literal)/contact", "a name that somebody has comes first")
                #expect(try opened("pizza://contact+A%2520B") == "/activities/\(literal)/contact")
                #expect(try opened("pizza://contact+A+B") == "/activities/\(plus)/contact")
                let decoded = try house.start(driver: "A B")
                #expect(try opened("pizza://contact+A%20B") == "/activities/\(literal)/contact")
                #expect(try opened("pizza://contact+A B") == "/activities/\(decoded)/contact")
                let nobody = try house.get("/open?" + Form([.init("url", "pizza://contact+60% Bob")]).encoded)
                #expect(nobody.status == 404 && Markup.text(nobody.text).contains("60% Bob has no running pizza delivery."))
            }
        }

        @Test func `a login link opens a page whose one button spends the code, once`() async throws {
            try await House.open { house in
                let link = house.serving.newLoginLink()
                let path = try #require(link.firstRange(of: "/login")).lowerBound
                for _ in 0..<3 {
                    let page = try house.get(String(link[path...]), as: .nobody)
                    // Beside it stands the layout's own, which is hidden until a sound is refused.
                    let main = page.text.components(separatedBy: "</main>")[0]
                    #expect(page.status == 200 && main.components(separatedBy: "<button").count == 2)
                }
                let code = try #require(link.split(separator: "=").last.map(String.init))
                let first = try house.post(
                    "/login", ["code": code, "next": "/activities/end?kind=pizza-delivery"], as: .nobody, house.origin)
                #expect(first.status == 303 && first.location == "/activities/end?kind=pizza-delivery")
                let cookie = try #require(first.fields["Set-Cookie"])
                #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.hasPrefix("islet-\(house.port)="))
                #expect(try house.get("/", as: .nobody, "Cookie: " + String(cookie.prefix { $0 != ";" })).status == 200)
                #expect(try house.post("/login", ["code": code], as: .nobody, house.origin).status == 401)
                #expect(try house.post("/login", ["token": "wrong"], as: .nobody, house.origin).status == 401)
                #expect(
                    try house.post("/login", ["token": try house.token(.watcher), "next": "//evil.example"], as: .nobody, house.origin)
                        .location == "/")
            }
        }

        @Test func `a watcher sees the dashboard without forms`() async throws {
            try await House.open { house in
                let id = try house.start()
                let page = try house.get("/", as: .watcher)
                #expect(page.status == 200 && page.text.contains("id=\"lock-screen-\(id)\""))
                #expect(!page.text.contains("controls-") && !page.text.contains("method=\"post\""))
                let options = try house.get("/").text.components(separatedBy: ">All</option>").count - 1
                #expect(options == 2, "one for the kinds, one for the states")
            }
        }

        @Test func `HEAD says what GET would, without a body`() async throws {
            try await House.open { house in
                let id = try house.start()
                for path in [
                    "/", "/activities/\(id)", "/activities/\(id)/embed", "/activities/\(id)/journey.svg", "/login", "/healthz", "/readyz", "/nothing",
                    "/open?url=x",
                ] {
                    let (get, head) = (try house.get(path), try house.ask("HEAD", path))
                    #expect(get.status == head.status && get.fields["Content-Type"] == head.fields["Content-Type"], "\(path)")
                    #expect(get.fields["Content-Length"]?.count == head.fields["Content-Length"]?.count, "\(path)")
                }
            }
        }

        @Test func `where nothing is, and where a method is not taken, a page says so`() async throws {
            try await House.open { house in
                let nothing = try house.get("/nothing", as: .nobody)
                #expect(nothing.status == 404 && nothing.text.contains("<!doctype html>"))
                let id = try house.start()
                let wrong = try house.ask("DELETE", "/activities/\(id)/update")
                #expect(wrong.status == 405 && wrong.fields["Allow"] == "POST, OPTIONS" && wrong.text.contains("<!doctype html>"))
                #expect(try house.ask("POST", "/healthz", body: "").status == 405)
                let alive = try house.get("/healthz", as: .nobody)
                #expect(alive.status == 200 && alive.text == "ok\n")
                let ready = try house.get("/readyz", as: .nobody)
                #expect(ready.status == 200 && ready.text == "ready\n")
            }
        }

        @Test func `pages carry their policy, and activity pages stay out of indexes`() async throws {
            try await House.open { house in
                let id = try house.start()
                let page = try house.get("/activities/\(id)", as: .nobody)
                #expect(page.fields["Cache-Control"] == "no-store" && page.fields["X-Robots-Tag"] == "noindex")
                #expect(page.fields["Content-Security-Policy"]?.hasSuffix("frame-ancestors 'none'") == true)
                #expect(try house.get("/activities/\(id)/embed").fields["Content-Security-Policy"]?.hasSuffix("frame-ancestors *") == true)
                #expect(try house.get("/activities/\(id)/journey.svg").fields["Cross-Origin-Resource-Policy"] == "cross-origin")
                for answer in [page, try house.get("/nothing"), try house.get("/style.css")] {
                    #expect(answer.fields["X-Content-Type-Options"] == "nosniff" && answer.fields["Referrer-Policy"] == "same-origin")
                }
            }
        }

        @Test func `an activity's history says what each update changed`() async throws {
            try await House.open { house in
                let id = try house.start(driver: "ANA")
                _ = try house.post("/activities/\(id)/update", ["driverName": "JOHN <3", "minutes": "60"])
                let page = try house.get("/activities/\(id)", as: .nobody).text
                #expect(page.contains("<b>Started</b> <time"))
                #expect(page.contains("<b>Updated</b> <span dir=\"auto\">Driver: JOHN &lt;3, Delivery time: 08:00–09:00</span>"))
            }
        }
    }
}
