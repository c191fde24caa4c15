/** 〓, the printers' mark for a missing letter. */
export const missingMark = '〓'

/**
 * The printable form of a text: composed (NFC), tabs as spaces, without invisible characters
 * (controls, joiners, variation selectors). A character without a glyph becomes 〓, and its code is
 * added to `missing`.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean, missing: Set<string>): string {
  const shaped = text
    .normalize('NFC')
    .replace(/\t/g, '    ')
    .replace(/[\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu, '')
  return Array.from(shaped, (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (hasGlyph(codePoint)) return character
    missing.add(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`)
    return missingMark
  }).join('')
}
