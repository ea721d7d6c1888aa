/**
 * What a similarity of two pictures means. Measured on the sandbox's catalogue with the model in use: pictures of
 * unrelated things lie
 * at 0.57 in the middle and below 0.74 in 99 of 100 cases; other makes of the same kind of thing between 0.76 and 0.98;
 * the same good
 * at two sellers between 0.80 and 1, half of them above 0.94. So a picture alone tells the kind for certain, and the
 * good only when
 * hardly anything differs.
 */
const UNRELATED = 0.5
const SIMILAR = 0.65
const SHOWN = 0.9
const SURE = 0.97

/** 0 to 100 as it is shown: nothing in common to the same picture. */
export const matchOf = (similarity: number): number =>
  Math.max(0, Math.min(100, Math.round(((similarity - UNRELATED) / (1 - UNRELATED)) * 100)))

export const isSimilar = (similarity: number): boolean => similarity >= SIMILAR

/** The best match of all is taken for the thing in the picture from here on. */
export const isShown = (similarity: number): boolean => similarity >= SHOWN

/** Alike enough to be called the same good by looks alone. */
export const isSameByLooks = (similarity: number): boolean => similarity >= SURE
