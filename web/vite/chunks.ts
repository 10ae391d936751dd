/**
 * Which modules travel together. Fewer chunks are squeezed better and asked for in fewer requests; what
 * changes with a library's version stays apart from what changes with every deploy.
 */

/** The rooms that every page needs before it can be drawn. */
const shell =
  /\/web\/src\/(api|app|guards|lib|liff|logger|person|routes|session|storage|toasts|version)\//;
/** Of those, what is fetched only when it is asked for. */
const onDemand =
  /\/liff\/(flows|mock|whole-sdk)|\/api\/(avatar|registration|resubmission|send|work-email)|\/storage\/usage/;
export const chunks = [
  { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: "router", test: /\/node_modules\/@tanstack\//, priority: 3 },
  { name: "shell", test: (id: string) => shell.test(id) && !onDemand.test(id), priority: 1 },
];
