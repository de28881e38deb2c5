export { itemName } from "./names";
export * from "./packet";
export { readPacket } from "./read-packet";
export { type Scaffold, scaffold, spanRef } from "./scaffold";
export { upgradePacket } from "./upgrade";
