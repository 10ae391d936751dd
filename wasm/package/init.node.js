export * from "./NAME.node.js";

/** Returns at once, because Node has read the file. */
export async function init() {}
