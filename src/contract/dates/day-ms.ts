/** A day in ms. Korea has no summer time, so no day of the office is longer or shorter. */
export const dayMs = 86_400_000
