import Foundation
import Routing
import Server

extension Configuration {
    /// What a single flag cannot tell: whether the values fit together and mean anything here; throws `UsageError` before anything is touched.
    func check() throws(UsageError) {
        _ = try access(port: port)
        _ = try proxies
    }

    /// Who may do what, once the port is known.
    func access(port: Int) throws(UsageError) -> AccessConfiguration {
        do {
            let access = try AccessConfiguration(
                noLogin: noLogin, baseURL: baseURL, allowHosts: allowedHosts, port: port, machineName: ProcessInfo.processInfo.hostName)
            try access.validate(listeningOn: host)
            return access
        } catch {
            throw UsageError(error.description)
        }
    }

    var proxies: [AddressRange] {
        get throws(UsageError) {
            var ranges: [AddressRange] = []
            for text in trustedProxies {
                guard let range = AddressRange(text) else {
                    throw UsageError("--trusted-proxy takes an address or a range such as 10.0.0.0/8, not \u{201C}\(text)\u{201D}")
                }
                ranges.append(range)
            }
            return ranges
        }
    }
}
