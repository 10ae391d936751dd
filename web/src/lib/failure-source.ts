/**
 * The origin of a failed call: no server answered ("network"), a gateway in front of our server answered, or our server
 * answered. An error that is no answer to a call counts as "server".
 */
export type FailureSource = "network" | "gateway" | "server";
