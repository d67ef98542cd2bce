// GzipTests
