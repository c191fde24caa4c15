import { removeInvisible } from '#contract/text/invisible-characters.ts'

type NumberEntry =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly message: string }

/**
 * Parses a number as people and sheets write it: `1,084.5`, `84.97㎡` in a ㎡ column, `(12.3)` and
 * `△12.3` as negative, `1.2E-3`, `-` for none. `label` ends in the unit, as in `전용면적(㎡)`.
 */
export function parseNumberEntry(text: string, label = ''): NumberEntry {
  const normalizedText = removeUnit(normalizeEntry(text), label).replace(/^([+\-△▲]?)[₩\\]/, '$1')
  if (isEmptyEntry(normalizedText)) return { ok: true, value: null }
  const digits = removeThousands(normalizedText.replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, ','))
  if (digits === null) return { ok: false, message: `${misplacedComma} 1,084.56처럼 입력해 주세요.` }
  const signed = digits
    .replace(/^\(([^()+-]+)\)$/, '-$1')
    .replace(/^[△▲]/, '-')
    .replace(/^([+-])\s+/, '$1')
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(E[+-]?\d{1,2})?$/i.test(signed)
    ? { ok: true, value: Number(signed) + 0 }
    : { ok: false, message: '숫자로 입력해 주세요.' }
}

/** Removes the column's unit; another unit (평 in a ㎡ column) is not accepted. */
function removeUnit(normalizedText: string, label: string): string {
  const unit = /\(([^()]+)\)$/.exec(label.normalize('NFKC'))?.[1] ?? ''
  const spelled = [unit, ...(otherSpellings[unit] ?? [])].find(
    (spelling) => spelling !== '' && normalizedText.endsWith(spelling),
  )
  return spelled === undefined ? normalizedText : normalizedText.slice(0, -spelled.length).trim()
}

const otherSpellings: Readonly<Record<string, readonly string[]>> = {
  m2: ['M2', 'm^2', '제곱미터', '평방미터'],
  '%': ['퍼센트', '프로'],
}

/** Longer than any number, sum, day or time. */
const maxEntryLength = 1000

/**
 * Normalizes typed numbers, days and times to ASCII: half-width, one kind of dash, no invisible
 * characters. A text that is too long is cut and marked, so that it can't be read as one and no
 * pattern has to scan all of it.
 */
export function normalizeEntry(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length > maxEntryLength) return `${normalizeEntry(trimmed.slice(0, maxEntryLength))}…`
  return removeInvisible(trimmed)
    .normalize('NFKC')
    .replace(/[‐-―−]/g, '-')
    .trim()
}

/** Nothing or a dash means empty; Excel's accounting format shows `₩ -`. */
export function isEmptyEntry(normalizedText: string): boolean {
  return normalizedText === '' || /^[₩\\]?\s*-{1,3}$/.test(normalizedText)
}

/**
 * The text without thousands separators; null when a comma is elsewhere. `12,50` may be twelve and
 * a half and `1,2,3` three numbers, so removing their commas could change the meaning.
 */
export function removeThousands(text: string): string | null {
  const runs = (text.match(/[\d,.]+/g) ?? []).filter((run) => run.includes(','))
  return runs.filter((run) => /\d/.test(run)).every((run) => /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(run))
    ? text.replaceAll(',', '')
    : null
}

export const misplacedComma = '쉼표는 천 단위마다 찍어 주세요.'
