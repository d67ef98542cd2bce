// KindsTests
