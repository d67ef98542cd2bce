import Mustache
import Testing

private let ride: Shape = [
    "title": .scalar, "subtitle": .optional(.scalar), "done": .boolean, "driver": ["name": .scalar, "car": .optional(["plate": .scalar])],
    "stops": .array(["place": .scalar]), "tags": .array(.scalar), "extra": .dictionary(.scalar), "free": .anything,
]

private let layout = "<title>{{$title}}{{title}}{{/title}}</title>\n{{#driver}}{{$content}}{{/content}}{{/driver}}"

private func mistake(_ source: String, _ others: [String: String] = [:], _ shape: Shape = ride) throws -> TemplateError? {
    let library = try Library(templates: others.merging(["page": source, "layout": layout]) { $1 })
    do {
        try library.check("page", against: shape)
        return nil
    } catch {
        return error
    }
}

struct CheckTests {
    @Test(
        "what the shape has is accepted",
        arguments: [
            "{{title}}{{{title}}}{{subtitle}}{{done}}",
            "{{driver.name}}{{driver.car.plate}}{{#driver}}{{name}}{{title}}{{#car}}{{plate}}{{name}}{{/car}}{{/driver}}",
            "{{#stops}}{{place}}{{title}}{{/stops}}{{^stops}}{{title}}{{/stops}}", "{{#tags}}{{.}}{{/tags}}",
            "{{#subtitle}}{{.}}{{/subtitle}}{{^subtitle}}-{{/subtitle}}",
            "{{#done}}{{title}}{{/done}}", "{{extra.anything}}{{#extra}}{{some}}{{/extra}}", "{{free.a.b}}{{#free}}{{x}}{{/free}}",
            "{{>layout}}",
            "{{<layout}}{{$title}}{{title}}{{/title}}{{$content}}{{name}}{{/content}}{{/layout}}", "{{>*title}}",
            "{{#stops}}{{>page}}{{/stops}}",
        ])
    func accepted(_ source: String) throws {
        #expect(try mistake(source) == nil)
    }

    @Test(
        "each kind of mistake is found at its tag",
        arguments: [
            ("a\n {{titel}}", 2, 2), ("{{{titel}}}", 1, 1), ("{{#dnoe}}{{/dnoe}}", 1, 1), ("{{^dnoe}}{{/dnoe}}", 1, 1),
            ("{{^done}}\n  {{x}}{{/done}}", 2, 3),
            ("{{name}}", 1, 1), ("{{#driver}}{{/driver}}{{name}}", 1, 23), ("{{driver.nam}}", 1, 1), ("{{title.name}}", 1, 1),
            ("{{driver}}", 1, 1),
            ("{{#stops}}{{.}}{{/stops}}", 1, 11), ("{{stops}}", 1, 1), ("{{stops.place}}", 1, 1), ("{{driver.title}}", 1, 1),
            ("{{#driver.car}}{{plat}}{{/driver.car}}", 1, 16),
            ("{{>nobody}}", 1, 1), ("{{<nobody}}{{/nobody}}", 1, 1), ("{{>*nobody}}", 1, 1), ("{{#tags}}{{place}}{{/tags}}", 1, 10),
            ("{{.}}", 1, 1),
            ("{{<layout}}\n{{$contnet}}{{/contnet}}{{/layout}}", 2, 1), ("{{<layout}}{{$content}}\n{{place}}{{/content}}{{/layout}}", 2, 1),
            ("{{$mine}}\n{{x}}{{/mine}}", 2, 1), ("{{#stops}}\n{{#place}}{{nothing}}{{/place}}{{/stops}}", 2, 11),
        ])
    func mistakes(_ source: String, _ line: Int, _ column: Int) throws {
        let error = try mistake(source)
        #expect(error?.file == "page.mustache")
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test("a mistake in a partial or a parent is found there")
    func elsewhere() throws {
        #expect(
            try mistake("{{>part}}", ["part": "\n{{titel}}"])?.description.hasPrefix(
                "part.mustache:2:1: Nothing here is named \"titel\"; there are done, driver") == true)
        #expect(try mistake("{{#stops}}{{>part}}{{/stops}}", ["part": "{{place}}"]) == nil)
        #expect(try mistake("{{#stops}}{{>part}}{{/stops}}{{>part}}", ["part": "{{place}}"])?.file == "part.mustache")
        #expect(try mistake("{{>part}}", ["part": "{{>gone}}"])?.file == "part.mustache")
        #expect(try mistake("{{<part}}{{$a}}{{x}}{{/a}}{{/part}}", ["part": "{{$a}}{{/a}}"])?.file == "page.mustache")
        #expect(try mistake("{{<part}}{{/part}}", ["part": "{{$a}}{{x}}{{/a}}"])?.file == "part.mustache")
    }

    @Test("the second inclusion with other arguments is checked, too")
    func argumentsDiffer() throws {
        let source = "{{<p}}{{$a}}{{title}}{{/a}}{{/p}}{{<p}}{{$a}}{{x}}{{/a}}{{/p}}"
        #expect(try mistake(source, ["p": "{{$a}}{{/a}}"])?.column == 46)
    }

    @Test("templates that contain each other come to an end")
    func recursion() throws {
        let tree: Shape = ["name": .scalar, "children": .array(["name": .scalar, "children": .array(.anything)])]
        #expect(try mistake("{{name}}{{#children}}{{>page}}{{/children}}", [:], tree) == nil)
        #expect(
            try mistake("{{#a}}{{>other}}{{/a}}", ["other": "{{#b}}{{>page}}{{/b}}{{y}}"], ["a": ["b": ["a": .boolean, "c": .scalar]]])?
                .file == "other.mustache")
        #expect(try mistake("{{<page}}{{$x}}{{<page}}{{$x}}{{/x}}{{/page}}{{/x}}{{/page}}{{$x}}{{/x}}") == nil)
    }
}
