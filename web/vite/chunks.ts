/**
 * Groups the modules into chunks. Fewer chunks compress better and take fewer requests; React is
 * apart, because it changes with its version and the others with every deploy. A chunk takes along
 * everything that its modules import and that no chunk with a higher priority has. Without the last
 * three groups, the home page weighs 9.3 kB more (gzip) and the form 16.2 kB more.
 */

const rooms =
  /\/web\/src\/(api|app|core|guards|lib|liff|logger|navigation|overlays|person|routes|session|storage|toasts|version)\//;
const home = /\/web\/src\/pages\/index-page/;
/** The files of these rooms that load on demand. */
const onDemand =
  /\/liff\/(flows|mock|whole-sdk)|\/api\/(avatar|registration|resubmission|upload|work-email)|\/storage\/usage|\/core\/without|-dialog|overlay-area/;

/** The files of the form that the profile page needs too. */
const formAndProfile = /\/registration\/(form\/answers|draft\/aside|photos\/stored-picks)/;

const form = /\/web\/src\/(features\/registration\/|pages\/register-page)/;
const formOnDemand =
  /-dialog|\/(drag-order|forget-|verification-page|warm-pictures)|\/registration\/(resubmission|work-email)\//;

export const chunks = [
  { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  {
    name: "shell",
    test: (id: string) => home.test(id) || (rooms.test(id) && !onDemand.test(id)),
    priority: 3,
  },
  { name: "form-profile", test: formAndProfile, priority: 2 },
  { name: "form", test: (id: string) => form.test(id) && !formOnDemand.test(id), priority: 1 },
];
