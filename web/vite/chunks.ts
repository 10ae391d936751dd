/**
 * Groups the modules into chunks: fewer chunks compress better and take fewer requests. A group takes
 * along everything that its modules import and that no group with a higher priority has. Saved until
 * usable, in kB gzip (home / form, of 141.9 / 228.3 without groups): `react` 1.2 / 1.3, `shell` with
 * the home page 9 / 10, `form` 0 / 6. `summary` keeps 34 kB of the form out of the profile page.
 */

/** Returns a test for the modules whose path below `web/src` begins with one of these places. */
const within =
  (...places: string[]) =>
  (id: string) =>
    places.some((place) => id.includes(`/web/src/${place}`));

const shell = within(
  "api/",
  "app/",
  "core/",
  "guards/",
  "lib/",
  "liff/",
  "logger/",
  "navigation/",
  "overlays/",
  "pages/index-page",
  "person/",
  "routes/",
  "session/",
  "storage/",
  "toasts/",
  "version/",
);

/** The modules in the folders of the shell that load on demand. */
const afterShell = within(
  "api/avatar",
  "api/introductions",
  "api/matches",
  "api/mock-",
  "api/news",
  "api/preferences",
  "api/privacy",
  "api/profile-changes",
  "api/registration",
  "api/resubmission",
  "api/safety",
  "api/upload",
  "api/work-email",
  "liff/flows",
  "liff/mock",
  "liff/whole-sdk",
  "overlays/confirm-dialog",
  "overlays/overlay-area",
  "storage/usage",
);

/** The answers as a list and as a card, for the last page of the form and for the profile page. */
const summary = within("profile-form/summary/summary.", "profile-form/summary/preview.");

/** The controls that the form shares with pages and dialogs of members, which would load its 37 kB with them. */
const fields = within(
  "ui/fields/choice-",
  "ui/fields/field-frame.",
  "ui/fields/select-",
  "ui/fields/switch-",
  "ui/fields/text-",
);

/** The frame of a dialog, which the form would take along, too. A conversation needs its keyboard's height. */
const dialog = within("ui/dialog.", "ui/use-keyboard-height.");

const form = within("features/registration/", "profile-form/", "pages/register-page");
/** A stored profile is for members, work e-mail needs a mail server, and crops, dragging and dialogs need a tap. */
const afterForm = within(
  "features/registration/resubmission/",
  "profile-form/answers/core-for-fields",
  "profile-form/answers/stored-profile",
  "profile-form/pages/verification-page",
  "profile-form/photos/crop-area",
  "profile-form/photos/drag-order",
  "profile-form/work-email/",
);
const isDialog = (id: string) => id.includes("-dialog");

export const chunks = [
  { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: "shell", test: (id: string) => shell(id) && !afterShell(id), priority: 3 },
  { name: "summary", test: summary, priority: 2 },
  { name: "fields", test: fields, priority: 2 },
  { name: "dialog", test: dialog, priority: 2 },
  {
    name: "form",
    test: (id: string) => form(id) && !afterForm(id) && !isDialog(id),
    priority: 1,
  },
];
