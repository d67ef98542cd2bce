import Activities
import Foundation
import HTTP
import Routing

/// Pushes as Apple's provider API takes them (activitykit.md, "APNs-compatible push").
struct Push: Sendable {
    private let backend: Backend
    private let configuration: PushConfiguration
    private let targets: PushTargets
    private let rate = PushRate()
    private let receipts: PushReceipts

    init(backend: Backend, configuration: PushConfiguration, receipts: PushReceipts) {
        self.backend = backend
        self.configuration = configuration
        self.receipts = receipts
        targets = PushTargets(backend)
    }

    var routes: [Route] {
        ["/3/device", "/3/device/", "/3/device/{token}"].map { pattern in
            Route(.post, pattern, .anyone, .push, .deferred { await answer($0) })
        }
    }

    /// Every push that gets here leaves a receipt, whatever becomes of it.
    private func answer(_ context: Context) async -> Response {
        let given = PushID.given(by: context.request.fields)
        var push = Attempt(apnsID: PushID.echo(of: context.request.fields) ?? PushID.made(), now: backend.clock(), size: context.request.body.count)
        do throws(PushFault) {
            if given == nil, context.request.fields["apns-id"] != nil {
                throw .refused(.badMessageID, "apns-id is not a UUID such as 123e4567-e89b-12d3-a456-42665544000a.")
            }
            try await deliver(context, &push)
        } catch {
            push.fail(error)
            // Headers are refused before the token is looked at; in the log it is known all the same.
            if push.receipt.kind == nil, let target = try? targets.target(of: PushTargets.canonical(context.parameters["token"] ?? "")) { push.isFor(target) }
        }
        receipts.add(push.receipt)
        return push.answer.response
    }

    private func deliver(_ context: Context, _ push: inout Attempt) async throws(PushFault) {
        let request = context.request
        guard let text = context.parameters["token"] else {
            throw .refused(.missingDeviceToken, "The path names no device token: it is /3/device/ and the token.")
        }
        try configuration.checkProvider(request.fields)
        let bundle = try PushHeaders.check(request.fields)
        let token = try PushTargets.canonical(text)
        let target = try targets.target(of: token)
        push.isFor(target)
        if let own = configuration.bundleID, bundle != own {
            throw .refused(.deviceTokenNotForTopic, "apns-topic is of \(bundle); this server's tokens are for \(own).")
        }
        if case .activity(let record, _) = target { try record.checkTakesPushes() }
        guard rate.admits(token, at: push.now) else {
            throw .refused(.tooManyRequests, "More than \(PushRate.perSecond) pushes within a second to one token.")
        }
        let payload = try PushPayload(request.body)
        push.isAbout(payload.event)
        try await perform(PushCommand(payload, to: target, now: push.now), target, &push)
    }

    private func perform(_ command: PushCommand, _ target: PushTarget, _ push: inout Attempt) async throws(PushFault) {
        do throws(ActivityError) {
            push.succeed(try await backend.center.perform(command.command), command)
        } catch {
            // It ended meanwhile.
            if case .over = error, case .activity(let record, _) = target { try (try? targets.record(record.id))?.checkTakesPushes() }
            throw PushOutcome.fault(error, of: command.command, to: target)
        }
    }
}

/// One push on its way: the answer and the receipt grow with it.
private struct Attempt {
    let now: Date
    var answer: PushAnswer
    var receipt: PushReceipt

    init(apnsID: String, now: Date, size: Int) {
        self.now = now
        answer = PushAnswer(apnsID: apnsID, outcome: "")
        receipt = PushReceipt(date: now, size: size, status: Status.ok.code, apnsID: apnsID, outcome: "")
    }

    mutating func isFor(_ target: PushTarget) {
        receipt.kind = target.kind.kind
        if case .activity(let record, _) = target { receipt.activityID = record.id }
    }

    mutating func isAbout(_ event: String?) { receipt.event = event.map { PushReceipt.cut($0, PushReceipt.wordBytes) } }

    mutating func succeed(_ outcome: Outcome, _ command: PushCommand) {
        receipt.changed = outcome.changed
        if case .request = command.command, let id = outcome.activities.first?.id {
            receipt.activityID = id
            answer.activityID = id
        }
        let warnings = outcome.isIgnored ? [] : command.warnings
        say(([PushOutcome.sentence(outcome, of: command.command)] + warnings).joined(separator: " "))
    }

    mutating func fail(_ fault: PushFault) {
        if case .refused(let reason, _, let since) = fault {
            answer.reason = reason
            answer.since = since
            receipt.status = reason.status.code
            receipt.reason = reason.rawValue
        }
        say(fault.sentence)
    }

    private mutating func say(_ outcome: String) {
        answer.outcome = outcome
        receipt.outcome = PushReceipt.cut(outcome, PushReceipt.outcomeBytes)
    }
}

extension PushReceipt {
    /// The text as far as so many bytes hold it, on one line.
    static func cut(_ text: String, _ bytes: Int) -> String {
        var cut = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += scalar.utf8.count
            guard count <= bytes else { break }
            cut.append(scalar.value < 0x20 || scalar.value == 0x7f ? " " : scalar)
        }
        return String(cut)
    }
}
