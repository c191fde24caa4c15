/**
 * Characters nobody sees: zero-width spaces and joiners, word joiner, byte order mark, soft hyphen, marks of direction, variation selectors, Hangul fillers. Pasted text is
 * full of them, and two texts that look the same are then not equal.
 */
const unseen =
  /[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc]|\udb40[\udc00-\uddef]/g

/** As a name is kept: nothing unseen in it, every blank a plain one. Between pictures the unseen says how they are drawn, and stays. */
export function withoutDisguise(text: string): string {
  return (/\p{Extended_Pictographic}/u.test(text) ? text : withoutUnseen(text)).replace(otherBlanks, ' ')
}

const otherBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}
