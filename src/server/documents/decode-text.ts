/**
 * Decodes a text file: UTF-8 or UTF-16 with or without byte order marks, otherwise CP949, which
 * Korean Windows writes. Null when it is not text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  return readText(bytes)?.text ?? null
}

/** `decodeText`, also with the detected encoding. */
export function readText(bytes: Uint8Array): { text: string; encoding: string } | null {
  for (const encoding of guessEncodings(bytes)) {
    const text = encoding === 'cp949' ? decodeCp949(bytes) : decodeAs(encoding, bytes)
    if (text !== null && !text.includes('\u0000')) return { text: text.normalize('NFC'), encoding }
  }
  return null
}

function guessEncodings(bytes: Uint8Array): readonly string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  const zeros = [0, 1].map((odd) => bytes.filter((byte, index) => byte === 0 && index % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (even + odd > 0) return odd > even ? ['utf-16le'] : ['utf-16be']
  return ['utf-8', 'cp949']
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * CP949 (the WHATWG's `euc-kr`). HAZARD: Node's decoder of that name knows plain EUC-KR only and
 * silently drops the bytes of 똠, 샾, 믜 and 8819 more syllables, so they are decoded here.
 */
function decodeCp949(bytes: Uint8Array): string | null {
  const decoder = new TextDecoder('euc-kr')
  let text = ''
  let start = 0
  for (let index = 0; index < bytes.length;) {
    const lead = bytes[index] ?? 0
    if (lead < 0x80) {
      index += 1
      continue
    }
    const trail = bytes[index + 1] ?? 0
    const added = getAddedLetters().get(lead * 256 + trail)
    if (added === undefined && !(isHigh(lead) && isHigh(trail))) return null
    if (added !== undefined) {
      text += decoder.decode(bytes.subarray(start, index)) + added
      start = index + 2
    }
    index += 2
  }
  text += decoder.decode(bytes.subarray(start))
  return text.includes('\ufffd') ? null : text
}

/** Whether a byte is in the range of plain EUC-KR letters. */
function isHigh(byte: number): boolean {
  return byte >= 0xa1 && byte <= 0xfe
}

let addedLetters: ReadonlyMap<number, string> | undefined

/**
 * The letters CP949 adds to EUC-KR: all missing syllables in Unicode order on the free codes from
 * 0x8141, and two signs.
 */
function getAddedLetters(): ReadonlyMap<number, string> {
  if (addedLetters) return addedLetters
  const codes = listFreeCodes()
  const plainSyllables = new Set(decodePlainSyllables())
  const missing = Array.from({ length: 11_172 }, (_, index) => String.fromCodePoint(0xac00 + index)).filter(
    (syllable) => !plainSyllables.has(syllable),
  )
  addedLetters = new Map([
    ...missing.map((syllable, index) => [codes[index] ?? 0, syllable] as const),
    [0xa2e6, '€'],
    [0xa2e7, '®'],
  ])
  return addedLetters
}

/** The 2350 syllables of EUC-KR, in rows B0 to C8. */
function decodePlainSyllables(): string {
  const bytes = listRange(0xb0, 0xc8).flatMap((lead) => listRange(0xa1, 0xfe).flatMap((trail) => [lead, trail]))
  return new TextDecoder('euc-kr').decode(Uint8Array.from(bytes))
}

function listFreeCodes(): number[] {
  const low = [...listRange(0x41, 0x5a), ...listRange(0x61, 0x7a), ...listRange(0x81, 0xa0)]
  const all = [...low, ...listRange(0xa1, 0xfe)]
  return listRange(0x81, 0xc6).flatMap((lead) => (lead < 0xa1 ? all : low).map((trail) => lead * 256 + trail))
}

function listRange(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
