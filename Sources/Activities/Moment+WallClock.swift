import Foundation

extension Moment {
    /// The instant, to the nearest millisecond, with the time of day in the clock's zone.
    public init(_ date: Date, clock: WallClock) {
        let (day, millisecond) = date.milliseconds.floorDivided(by: 86_400_000)
        self.init(
            day: Int(day), millisecond: Int(millisecond), iso: ISO8601.string(date), unix: Int(date.milliseconds),
            clock: clock.timeOfDay(date))
    }
}

extension WallClock {
    /// "18:42", by arithmetic on the zone's offset at that instant.
    public func timeOfDay(_ date: Date) -> String {
        let (_, second) = (date.milliseconds / 1000 + Int64(timeZone.secondsFromGMT(for: date))).floorDivided(by: 86_400)
        let hours = second / 3600
        let minutes = second / 60 % 60
        return (hours < 10 ? "0" : "") + "\(hours)" + (minutes < 10 ? ":0" : ":") + "\(minutes)"
    }
}
