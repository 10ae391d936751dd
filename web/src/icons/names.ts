/** Every icon the app draws, but for the employers' logos: the build takes these and no others along. */
export const iconNames = [
  "lucide:ban",
  "lucide:briefcase",
  "lucide:camera",
  "lucide:circle-check",
  "lucide:circle-x",
  "lucide:clock",
  "lucide:map-pin",
  "lucide:message-circle",
  "lucide:pencil",
  "lucide:search",
  "lucide:shield-check",
] as const;

export type IconName = (typeof iconNames)[number];
