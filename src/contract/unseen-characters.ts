/**
 * Characters nobody sees: zero-width spaces and joiners, word joiner, byte order mark, soft hyphen, marks of direction, variation selectors, Hangul fillers. Pasted text is
 * full of them, and two texts that look the same are then not equal.
 */
const unseen =
  /[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc]|\udb40[\udc00-\uddef]/g

export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}
