import type { PartDraft } from '#app/records/parts/part-draft.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { computeCompensation } from '#domain/compensation/compensation.ts'
import { parseNumberEntry } from '#domain/entry/number-entry.ts'
import { formatWon, parseWon } from '#domain/money/won.ts'

/** 편입면적 × 단가 as currently typed; undefined if it equals 보상액. */
export function formatCompensationHint(key: string, texts: PartDraft['texts']): string | undefined {
  const computed = key === 'compensation' ? computeTakenCompensation(texts) : null
  if (computed === null || parseAmountText(texts[key]) === computed) return undefined
  return `편입면적 × 단가 ${formatWon(computed)}원`
}

/**
 * Total 보상액 of lands or buildings. Computed amounts take precedence over entered ones, as in 보상금
 * 산정.
 */
export function formatTotal(parts: readonly PartDraft[]): string | null {
  const amounts = parts.map(({ texts }) => computeTakenCompensation(texts) ?? parseAmountText(texts['compensation']))
  const enteredAmounts = amounts.filter((amount) => amount !== null)
  if (enteredAmounts.length === 0) return null
  const amount = enteredAmounts.reduce((sum, value) => sum + value, 0)
  return formatTotalAmount({ amount, missingCount: amounts.length - enteredAmounts.length })
}

/** `missingCount`: number of parts without an amount. */
export function formatTotalAmount({ amount, missingCount }: { amount: number; missingCount: number }): string {
  const missingText = missingCount > 0 ? ` (금액이 없는 ${formatNumber(missingCount)}건 제외)` : ''
  return `보상액 합계 ${formatWon(amount)}원${missingText}`
}

function computeTakenCompensation(texts: PartDraft['texts']): number | null {
  const area = parseNumberEntry(texts['taken_area'] ?? '', '편입면적(㎡)')
  return area.ok && area.value !== null ? computeCompensation(area.value, parseAmountText(texts['unit_price'])) : null
}

function parseAmountText(text: string | undefined): number | null {
  const parsed = parseWon(text ?? '')
  return parsed.ok ? parsed.value : null
}
