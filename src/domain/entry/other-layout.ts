import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'

/**
 * What the same keys write in the other keyboard layout (두벌식): Latin letters as Hangul (`rlarkdhs`
 * → 김가온), or Hangul as Latin letters (`ㅗ디ㅣㅐ` → hello). A mixed text is read as Hangul. Null when
 * both layouts give the same.
 */
export function otherLayout(text: string): string | null {
  const typed = text.normalize('NFC')
  const read = /[a-z]/i.test(typed) ? typed.replace(/[a-z]+/gi, inHangul) : convertHangulToQwerty(typed)
  return read === typed ? null : read
}

/**
 * Shift changes letters (R → ㄲ, r → ㄱ), Caps Lock does not: a word in capitals was typed with Caps
 * Lock.
 */
function inHangul(word: string): string {
  const isCapsLock = word.length > 1 && word === word.toUpperCase()
  return convertQwertyToHangul(isCapsLock ? word.toLowerCase() : word)
}
