/**
 * Groups the modules into chunks: fewer chunks compress better and take fewer requests. A group takes
 * along everything that its modules import and that no group with a higher priority has. Saved until
 * usable, in kB gzip (home / form, of 141.9 / 228.3 without groups): `react` 1.2 / 1.3, `shell` with
 * the home page 9 / 10, `form` 0 / 6. `summary` keeps 34 kB of the form out of the profile page.
 */

const rooms =
  /\/web\/src\/(api|app|core|guards|lib|liff|logger|navigation|overlays|person|routes|session|storage|toasts|version)\//;
const home = /\/web\/src\/pages\/index-page/;
/** The files of these rooms that load on demand. */
const onDemand =
  /\/liff\/(flows|mock|whole-sdk)|\/api\/(avatar|introductions|matches|mock-[a-z]+|news|preferences|privacy|profile-changes|registration|resubmission|safety|upload|work-email)|\/storage\/(usage|unsent)|\/core\/without|\/confirm-dialog|\/overlay-area/;

/** The answers as a list and as a card, for the last page of the form and for the profile page. */
const summary = /\/registration\/summary\/(summary|preview)\./;

/** The controls that the form shares with pages and dialogs of members, which would load its 37 kB with them. */
const fields = /\/ui\/fields\/(choice|select|switch|text)-|\/ui\/fields\/field-frame\./;

/** The frame of a dialog, which the form would take along, too. A conversation needs its keyboard's height. */
const dialog = /\/ui\/(dialog|use-keyboard-height)\./;

const form = /\/web\/src\/(features\/registration\/|pages\/register-page)/;
const formOnDemand =
  /-dialog|\/(drag-order|verification-page|earlier-builds)\.|\/registration\/(resubmission|work-email)\//;

export const chunks = [
  { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  {
    name: "shell",
    test: (id: string) => home.test(id) || (rooms.test(id) && !onDemand.test(id)),
    priority: 3,
  },
  { name: "summary", test: summary, priority: 2 },
  { name: "fields", test: fields, priority: 2 },
  { name: "dialog", test: dialog, priority: 2 },
  { name: "form", test: (id: string) => form.test(id) && !formOnDemand.test(id), priority: 1 },
];
