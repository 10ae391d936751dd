/**
 * The origin of a failed call: no server answered ("network"), a gateway in front of our server answered, or our server
 * answered. An error of another kind, such as a fault of the app, counts as "server".
 */
export type FailureSource = "network" | "gateway" | "server";
