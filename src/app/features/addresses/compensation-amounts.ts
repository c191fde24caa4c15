import type { PartDraft } from '#app/records/parts/part-draft.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { calculateCompensation } from '#domain/compensation/compensation.ts'
import { readNumber } from '#domain/entry/number-entry.ts'
import { formatWon, readWon } from '#domain/money/won.ts'

/** 편입면적 × 단가 as currently typed; undefined if it equals 보상액. */
export function formatCompensationHint(key: string, texts: PartDraft['texts']): string | undefined {
  const computed = key === 'compensation' ? calculateTakenValue(texts) : null
  if (computed === null || parseWon(texts[key]) === computed) return undefined
  return `편입면적 × 단가 ${formatWon(computed)}원`
}

/**
 * Total 보상액 of lands or buildings. Computed amounts take precedence over entered ones, as in 보상금
 * 산정.
 */
export function formatAmounts(parts: readonly PartDraft[]): string | null {
  const amounts = parts.map(({ texts }) => calculateTakenValue(texts) ?? parseWon(texts['compensation']))
  const known = amounts.filter((amount) => amount !== null)
  if (known.length === 0) return null
  const amount = known.reduce((sum, value) => sum + value, 0)
  return formatTotalAmount({ amount, open: amounts.length - known.length })
}

/** `open`: number of parts without an amount. */
export function formatTotalAmount({ amount, open }: { amount: number; open: number }): string {
  const missingText = open > 0 ? ` (금액이 없는 ${formatNumber(open)}건 제외)` : ''
  return `보상액 합계 ${formatWon(amount)}원${missingText}`
}

function calculateTakenValue(texts: PartDraft['texts']): number | null {
  const area = readNumber(texts['taken_area'] ?? '', '편입면적(㎡)')
  return area.ok && area.value !== null ? calculateCompensation(area.value, parseWon(texts['unit_price'])) : null
}

function parseWon(text: string | undefined): number | null {
  const read = readWon(text ?? '')
  return read.ok ? read.value : null
}
