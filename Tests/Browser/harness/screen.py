"""What a browser does with a stream, done to a tree: put, remove, reset by element id (http.md, live streams)."""

from harness.events import Event
from harness.markup import Node, canonical, is_root, parse, roots


class Screen:
    def __init__(self, html: str):
        self.document = parse(html)
        body = next(node for node in self.document.walk() if node.tag == "body")
        self.revision = body.attributes.get("data-revision")

    def apply(self, event: Event) -> None:
        if event.name == "put":
            for node in parse(event.data).elements:
                self.put(node)
        elif event.name == "remove":
            if node := self.document.find(event.data.strip()):
                node.detach()
        elif event.name == "reset":
            kept = set(event.data.split("\n"))
            for node in roots(self.document):
                if node.id not in kept:
                    node.detach()

    def put(self, node: Node) -> None:
        assert node.id, f"a put of an element without an id: {node.tag} {node.attributes}"
        assert is_root(node), f"a put of what is no root: {node.tag} {node.attributes}"
        if there := self.document.find(node.id):
            siblings = there.parent.children
            siblings[siblings.index(there)] = node
            node.parent, there.parent = there.parent, None
            return
        into = self.document.find(node.attributes.get("data-into", ""))
        if into is None:
            return
        later = (child for child in into.elements if "data-order" in child.attributes and child.attributes["data-order"] > node.attributes["data-order"])
        place = next(later, None)
        into.children.insert(into.children.index(place) if place else len(into.children), node)
        node.parent = into

    def shown(self) -> list[tuple[str, list[str]]]:
        return [(node.id, canonical(node)) for node in roots(self.document)]
