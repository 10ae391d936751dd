/**
 * The part of the way on which a call failed: no server answered, a gateway in front of our server
 * answered in its place, or our server did. An error that is no answer to a call counts as ours.
 */
export type FailureSource = "network" | "gateway" | "server";
