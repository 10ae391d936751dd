/** The chapters of the privacy policy, in order; the words are in the area `privacy`. */
export const policySections = [
  "kept",
  "purpose",
  "seen",
  "place",
  "photos",
  "documents",
  "line",
  "device",
  "howLong",
  "rights",
] as const;
