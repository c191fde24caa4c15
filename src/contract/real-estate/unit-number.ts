import { removeInvisible } from '#contract/text/invisible-characters.ts'

/**
 * Normalizes 동호수: `101-1203`, `101 1203`, `101동1203호`, `제101동 제1203호` all become `101동 1203호`; a
 * single number is a 호. Other forms (지하1층, 상가동 2층 일부) are kept with single spaces.
 */
export function normalizeUnitNumber(typed: string): string {
  const text = removeInvisible(typed)
    .normalize('NFKC')
    .replace(/[‐-―−~]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
    .replace(/(?<!제)제+(?=\d)/g, '')
    // A spreadsheet read 10-1 as a date, and copies it in this form.
    .replace(/^0?(\d{1,2})월 ?0?(\d{1,2})일$/, '$1-$2')
  const [, dong = '', ho = ''] = /^([0-9A-Z]+|[가-힣])(?: ?동)?[ -]+([0-9A-Z]+) ?호?$/.exec(text) ?? []
  if (dong !== '') return `${dong}동 ${ho}호`
  const [, before = '', after = ''] = /^(.+?) ?동(?:[ -]*([^ -].*))?$/.exec(text) ?? []
  if (before === '') return formatHo(text)
  return after === '' ? `${before}동` : `${before}동 ${formatHo(after)}`
}

/** The two halves of a normalized 동호수; null for a missing half. */
export function splitUnitNumber(text: string): { readonly dong: string | null; readonly ho: string | null } {
  const [, dong = null, ho = null] = /^(.+?동)(?: (.+))?$/.exec(text) ?? []
  return dong === null ? { dong: null, ho: text === '' ? null : text } : { dong, ho }
}

function formatHo(text: string): string {
  return /^[0-9A-Z]+(?:-\d+)?$/.test(text) ? `${text}호` : text.replace(/ 호$/, '호')
}
