import { topUpMemoLength, topUpStep } from '#contract/books/quick-delivery.ts'
import { formatWon } from '#domain/money/won.ts'
import { isTopUp } from '#domain/quick-delivery/quick-balance.ts'
import { type BookRules, type RecordWrite, textIn, type Values, type Violations } from './book-rules.ts'

/** Quick deliveries 퀵: rides and top-ups of one ledger. */
export const quickDeliveryRules = {
  violations: findQuickViolations,
  captionOf: formatQuickCaption,
  subjectOf: (record: Values) =>
    isTopUp({ status: textIn(record, 'status') })
      ? '충전'
      : ['rider', 'sender', 'receiver']
          .map((key) => textIn(record, key))
          .filter(Boolean)
          .join(' · '),
} satisfies BookRules

/** The fields a user fills in for a ride, in the order of the form. */
export const quickEntryKeys = ['rider', 'sender', 'receiver', 'amount', 'memo'] as const

/** The message for a wrong top-up amount. */
export const wrongTopUpAmount = '올바른 금액을 입력하세요.'

/**
 * A top-up can't be edited: a mistyped one is deleted and entered again, so that its amount is
 * always what was paid.
 */
function findQuickViolations({ before, after }: RecordWrite): Violations {
  if (before && isTopUpRecord(before)) return { status: '충전 기록은 수정할 수 없습니다.' }
  if (before && before['status'] !== after['status']) return { status: '구분은 바꿀 수 없습니다.' }
  return isTopUpRecord(after) ? findTopUpViolations(after) : findDeliveryViolations(after)
}

function findTopUpViolations(after: Values): Violations {
  const { amount, memo } = after
  if (typeof amount !== 'number' || amount <= 0) return { amount: wrongTopUpAmount }
  if (amount % topUpStep !== 0) return { amount: '1,000원 단위로 입력해 주세요.' }
  if (typeof memo === 'string' && memo.length > topUpMemoLength) {
    return { memo: `${topUpMemoLength}자 이하로 입력해 주세요.` }
  }
  const unexpectedKey = (['rider', 'sender', 'receiver'] as const).find((key) => hasContent(after[key]))
  return unexpectedKey === undefined ? {} : { [unexpectedKey]: '충전 기록에는 금액과 메모만 적습니다.' }
}

function findDeliveryViolations(after: Values): Violations {
  return quickEntryKeys.some((key) => hasContent(after[key])) ? {} : { rider: '내용을 한 가지 이상 입력해 주세요.' }
}

/** `김가온 · 사무소 → 해든등기소 · 12,000원`, `충전 50,000원`. */
function formatQuickCaption(record: Values): string {
  const amount = typeof record['amount'] === 'number' ? `${formatWon(record['amount'])}원` : ''
  if (isTopUpRecord(record)) return `충전 ${amount}`
  const route = [record['sender'], record['receiver']].filter(Boolean).join(' → ')
  const captionText = [textIn(record, 'rider'), route, amount].filter(Boolean).join(' · ')
  return captionText === '' ? textIn(record, 'memo') : captionText
}

function isTopUpRecord(record: Values): boolean {
  return isTopUp({ status: textIn(record, 'status') })
}

/** 저장 is enabled once any field has content. */
export function hasContent(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined
}
