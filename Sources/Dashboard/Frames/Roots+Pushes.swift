import Activities
import Mustache

extension Roots {
    /// One receipt: it never changes, so it is rendered once.
    func push(_ receipt: PushReceipt) throws -> [UInt8] {
        try kept("push", "", receipt.number) { roots in
            let site = roots.site
            return try site.library.render("roots/push", .object(["push": site.value(PushView(receipt, site: site))]))
        }
    }

    /// The link to the receipts below a number; nil: there are none.
    func olderPushes(than number: UInt64?) throws -> [UInt8] {
        let view = OlderPushesView(url: number.map { "/pushes?before=\($0)" })
        return try site.library.render("roots/pushes-older", .object(["older": site.value(view)]))
    }
}
