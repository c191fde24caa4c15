import { topUpMemoLength, topUpStep } from '#contract/records/quick-delivery.ts'
import { isTopUp } from './quick-balance.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields a person fills in for a ride, in the order of the form. */
export const quickEntryKeys = ['rider', 'sender', 'receiver', 'amount', 'memo'] as const

/** Top-ups say their own thing about a wrong amount (spec 3 §5). */
export const wrongTopUpAmount = '올바른 금액을 입력하세요.'

/**
 * What speaks against a record, beyond what its fields accept by themselves (spec 3 §4, §5); the same on the screen, in a plain call and in sync. `before` is null for a
 * new record, `after` all its fields. A top-up is written once: whoever mistyped it deletes it and tops up anew, so that nobody finds another amount than was paid.
 */
export function quickRuleBroken(write: {
  before: Fields | null
  after: Fields
}): { field: string; message: string } | undefined {
  const { before, after } = write
  if (before && isTopUp({ status: textOf(before['status']) })) {
    return { field: 'status', message: '충전 기록은 수정할 수 없습니다.' }
  }
  if (before && before['status'] !== after['status']) {
    return { field: 'status', message: '구분은 바꿀 수 없습니다.' }
  }
  return isTopUp({ status: textOf(after['status']) }) ? topUpRuleBroken(after) : deliveryRuleBroken(after)
}

function topUpRuleBroken(after: Fields): { field: string; message: string } | undefined {
  const { amount, memo } = after
  if (typeof amount !== 'number' || amount <= 0) return { field: 'amount', message: wrongTopUpAmount }
  if (amount % topUpStep !== 0) return { field: 'amount', message: '1,000원 단위로 입력해 주세요.' }
  if (typeof memo === 'string' && memo.length > topUpMemoLength) {
    return { field: 'memo', message: `${topUpMemoLength}자 이하로 입력해 주세요.` }
  }
  const named = (['rider', 'sender', 'receiver'] as const).find((key) => hasContent(after[key]))
  return named && { field: named, message: '충전 기록에는 금액과 메모만 적습니다.' }
}

function deliveryRuleBroken(after: Fields): { field: string; message: string } | undefined {
  if (quickEntryKeys.some((key) => hasContent(after[key]))) return undefined
  return { field: 'rider', message: '내용을 한 가지 이상 입력해 주세요.' }
}

/** 저장 is possible once any field has content (spec 3 §4 "Quick form"). */
export function hasContent(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
