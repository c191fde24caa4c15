import type { PaperColumn } from './paper.ts'

/**
 * Totals as one line, for figures wider than their columns: `합계 · 보수료 1,234,567,890 · 부가세
 * 123,456,789`.
 */
export function totalWords(columns: readonly Pick<PaperColumn, 'label'>[], total: readonly string[]): string {
  const [name = '', ...sums] = total
  const sumTexts = sums.flatMap((sum, at) => (sum === '' ? [] : [`${columns[at + 1]?.label ?? ''} ${sum}`]))
  return [name, ...sumTexts].join(' · ')
}
