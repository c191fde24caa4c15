/**
 * Invisible characters: zero-width spaces and joiners, word joiner, byte order mark, soft hyphen,
 * direction marks, variation selectors, Hangul fillers and annotation marks (Unicode, UAX #44).
 * They are common in pasted text and make texts that look the same unequal.
 */
const invisible = /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffc]/gu

/**
 * Normalizes a name: removes invisible characters and turns every blank into a plain one. Invisible
 * characters between emoji stay, because they decide how these are drawn.
 */
export function normalizeCharacters(text: string): string {
  return (/\p{Extended_Pictographic}/u.test(text) ? text : removeInvisible(text)).replace(otherBlanks, ' ')
}

const otherBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

export function removeInvisible(text: string): string {
  return text.replace(invisible, '')
}
