// DashboardTests
