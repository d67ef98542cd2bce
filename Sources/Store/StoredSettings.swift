import Activities

/// The settings as a row keeps them; a setting that a row does not have yet stands at its default.
enum StoredSettings {
    static func encode(_ settings: Settings) -> JSON {
        var object: [String: JSON] = [
            "activitiesEnabled": .boolean(settings.activitiesEnabled), "timerColor": .string(settings.timerColor),
            "stopwatchColor": .string(settings.stopwatchColor),
        ]
        object["timeZone"] = settings.timeZone.map { .string($0) }
        return .object(object)
    }

    static func decode(_ json: JSON) -> Settings {
        let row = StoredObject(json)
        var settings = Settings()
        settings.activitiesEnabled = row.boolean("activitiesEnabled") ?? settings.activitiesEnabled
        settings.timeZone = row.optionalString("timeZone")
        settings.timerColor = row.optionalString("timerColor") ?? settings.timerColor
        settings.stopwatchColor = row.optionalString("stopwatchColor") ?? settings.stopwatchColor
        return settings
    }
}
