/**
 * Groups the modules into chunks, because fewer chunks compress better and take fewer requests. A group also
 * takes everything that its modules import, unless a group with a higher priority has it.
 *
 * Without groups, the home page needs 141.9 kB (gzip) until it is usable, and the form 228.3 kB. When the group
 * `react` had React too, it saved 1.2 kB of the home page and 1.3 kB of the form, `shell` (with the home page) 9 and
 * 10 kB, and `form` 0 and 6 kB. `summary` keeps 34 kB of the form out of the profile page. `start` costs 2.5 kB, and
 * the app calls LINE 1.4 seconds earlier on a network with 400 kbit/s, because React DOM is not in the way.
 */

/** Returns a test for the modules whose path below `web/src` begins with one of these places. */
const within =
  (...places: string[]) =>
  (id: string) =>
    places.some((place) => id.includes(`/web/src/${place}`));

/** The code before the first page. It has no React DOM, so that it calls LINE while React is still on its way. */
const start = within(
  "api/",
  "app/start.",
  "app/start-up",
  "core/",
  "guards/",
  "lib/",
  "liff/",
  "logger/",
  "person/",
  "routes/page-parts",
  "session/",
  "storage/",
  "toasts/toasts.",
  "version/",
);

/** The parts of every page, and the home page. */
const shell = within("app/", "navigation/", "overlays/", "pages/index-page", "routes/", "toasts/");

/** The modules in these folders that load on demand. */
const afterShell = within(
  // In a chunk of its own, `draw` requests the shell and React DOM at once, and not one after the other.
  "app/draw",
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

/** The member's answers as a list and as a card: for the last page of the form and for the profile page. */
const summary = within("profile-form/summary/summary.", "profile-form/summary/preview.");

/** The controls that the form shares with other pages. Without this group, those would load the form's 37 kB. */
const fields = within(
  "ui/fields/choice-",
  "ui/fields/field-frame.",
  "ui/fields/select-",
  "ui/fields/switch-",
  "ui/fields/text-",
);

/** The dialog's frame, and the keyboard's height, which a conversation needs. Otherwise the form would have both. */
const dialog = within("ui/dialog.", "ui/use-keyboard-height.");

const form = within("features/registration/", "profile-form/", "pages/register-page");
/**
 * The modules of the form that load on demand: only members have a stored profile, work e-mail needs a mail
 * server, and crops, dragging and dialogs need a tap.
 */
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
  { name: "react", test: /\/node_modules\/(react-dom|scheduler)\//, priority: 4 },
  { name: "start", test: (id: string) => start(id) && !afterShell(id), priority: 5 },
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
