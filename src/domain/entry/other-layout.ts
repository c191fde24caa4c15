import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'

/**
 * What the same keys write with the keyboard set the other way (두벌식): Latin letters as Hangul (`rlarkdhs` → 김가온), or Hangul as Latin letters (`ㅗ디ㅣㅐ` → hello).
 * A text with both is read as Hangul. Null where the keys write the same either way.
 */
export function otherLayout(text: string): string | null {
  const typed = text.normalize('NFC')
  const read = /[a-z]/i.test(typed) ? typed.replace(/[a-z]+/gi, inHangul) : convertHangulToQwerty(typed)
  return read === typed ? null : read
}

/** Shift writes other letters (R → ㄲ, r → ㄱ), Caps Lock does not: a word of capitals alone was typed with it. */
function inHangul(word: string): string {
  const isCapsLock = word.length > 1 && word === word.toUpperCase()
  return convertQwertyToHangul(isCapsLock ? word.toLowerCase() : word)
}
