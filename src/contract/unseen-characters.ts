/**
 * Characters nobody sees: zero-width spaces and joiners, word joiner, byte order mark, soft hyphen, marks of direction, variation selectors, Hangul fillers. Pasted text is
 * full of them, and two texts that look the same are then not equal (Unicode, UAX #44, and the marks of annotations).
 */
const unseen = /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffc]/gu

/** As a name is kept: nothing unseen in it, every blank a plain one. Between pictures the unseen says how they are drawn, and stays. */
export function withoutDisguise(text: string): string {
  return (/\p{Extended_Pictographic}/u.test(text) ? text : withoutUnseen(text)).replace(otherBlanks, ' ')
}

const otherBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}
