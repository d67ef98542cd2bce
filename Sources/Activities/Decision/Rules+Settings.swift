import Foundation

extension Rules {
    func changeSettings(_ change: SettingsChange, _ draft: Draft, now: Date) throws(ActivityError) -> Decision {
        let errors = errors(in: change)
        guard errors.isEmpty else { throw .invalid(errors) }
        var settings = draft.settings
        if let isEnabled = change.activitiesEnabled { settings.activitiesEnabled = isEnabled }
        switch change.timeZone {
        case nil: break
        case .machine: settings.timeZone = nil
        case .named(let name): settings.timeZone = name
        }
        if let color = change.timerColor { settings.timerColor = color.lowercased() }
        if let color = change.stopwatchColor { settings.stopwatchColor = color.lowercased() }
        guard settings != draft.settings else { return Decision(outcome: Outcome(changed: false)) }
        return Decision(
            changes: [Change(sequence: draft.lastSequence + 1, event: .settings, date: now, settings: settings)]
                + endDatesMoved(by: settings, draft, now: now),
            outcome: Outcome(changed: true))
    }

    func errors(in change: SettingsChange) -> [FieldError] {
        var errors: [FieldError] = []
        if case .named(let name) = change.timeZone, !name.isTimeZone {
            errors.append(FieldError("timeZone", "\u{201C}\(name.prefix(40))\u{201D} is no time zone such as Europe/Berlin."))
        }
        for (name, color) in [("timerColor", change.timerColor), ("stopwatchColor", change.stopwatchColor)]
        where color?.isHexColor == false {
            errors.append(FieldError(name, "A colour is #rrggbb."))
        }
        return errors
    }
}

extension String {
    /// Foundation reads a name up to its first NUL and takes what precedes it: "UTC\0…" would be kept whole, and written into pages.
    fileprivate var isTimeZone: Bool {
        utf8.count <= 64 && utf8.allSatisfy { (0x21...0x7e).contains($0) } && TimeZone(identifier: self) != nil
    }

    /// `#rrggbb`: nothing else may be written into a style.
    fileprivate var isHexColor: Bool {
        utf8.count == 7 && utf8.first == UInt8(ascii: "#")
            && utf8.dropFirst().allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
            }
    }
}
