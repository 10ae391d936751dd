/** The storage fails in each way that a browser can produce. WebKit's did, and the app stood still. */
import { faults } from "../storage-faults";
import { walk } from "../storage-table";
import { test } from "./stage";

// A page that WebKit keeps for Back can hold the database, which would be another fault than that of the row.
test.use({ arePagesKept: false });

for (const fault of faults) {
  test(`a person loses nothing while ${fault.name}`, async ({ network, person, server }) => {
    await walk(fault, { engine: "WebKit", network, person, server });
  });
}
