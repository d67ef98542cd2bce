// ActivitiesTests
