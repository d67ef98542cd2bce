"""What the browser tests stand on: the server as a process, HTTP and event streams as bytes, proxies, and reading HTML."""
