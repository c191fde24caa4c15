import type { Filter } from '#contract/records/query.ts'
import { type CardPurpose, cardPurposes, parsePurpose } from '#domain/card-usage/card-usage.ts'
import { firstDay } from '#domain/dates/office-date.ts'
import type { PlannedCall } from './planned-calls.ts'
import type { BookQuery } from './reading/read-for-book.ts'
import type { ParsedQuestion } from './reading/read-question.ts'

/**
 * Sums by purpose (점심 카드값) or lists the uses themselves, as their amounts are texts: 만원 넘게 쓴 내역.
 */
export function buildCardCall(
  parsed: ParsedQuestion,
  {
    query,
    filters,
    search,
    today,
    unsupported,
    unknown,
  }: {
    query: BookQuery
    /** The values that its words name. */
    filters: readonly Filter[]
    search: string
    today: string
    unsupported: readonly string[]
    unknown: readonly string[]
  },
): PlannedCall {
  const { measure, amount } = parsed
  const [only] = parsed.days
  const { from, to } = only?.range ?? {}
  const kinds = filters.filter(isOfKind).flatMap((filter) => {
    if (filter.op === 'one_of') return filter.values.map(String)
    return filter.op === 'contains' ? [filter.text] : filter.op === 'equals' ? [String(filter.value)] : []
  })
  const isEach = kinds.length > 1 && /각각|따로|별로/.test(parsed.text)
  const by = isEach
    ? ('kind' as const)
    : asksForCardUses(parsed)
      ? ('use' as const)
      : detectCardGroup(measure.groupWord)
  const firstOfYear = `${today.slice(0, 4)}-01-01`
  return {
    tool: 'card_totals',
    unsupported: unsupported.filter((words) => words !== '순서' && words !== amount?.words && by === null),
    unknown,
    input: {
      from: from ?? (by === 'use' || measure.kind === 'count' ? firstDay : firstOfYear),
      to: to ?? today,
      search,
      // The days and the amounts have their own places.
      filters: [
        ...query.filters.filter(({ field, op }) => op === 'equals' || !ownPlaces.has(field)),
        ...filters.filter((filter) => !isOfKind(filter)),
      ],
      by,
      ...readKinds(kinds, parsed),
      average: measure.kind === 'average',
      amount: amount?.range ?? null,
      order: measure.isSortedByDay ? null : measure.order,
      limit: measure.limit ?? 10,
    },
  }
}

const ownPlaces: ReadonlySet<string> = new Set(['created_at', 'pay'])

/** The general purpose or the own kinds of the uses that are meant. */
function readKinds(kinds: readonly string[], parsed: ParsedQuestion): { purpose: CardPurpose | null; kinds: string[] } {
  const [only, second] = kinds
  // 점심 is also what Lunch and 점심식대 are.
  if (only !== undefined && second === undefined && mealKind.test(only))
    return { purpose: parsePurpose(only), kinds: [] }
  const purpose = detectCardPurpose(parsed)
  if (purpose === null && only === undefined && meals.test(parsed.text)) return { purpose, kinds: ['점심', '저녁'] }
  if (purpose === null || only === undefined) return { purpose, kinds: [...kinds] }
  // 야근 저녁 is one kind; 점심, 주차 are two.
  const isOneKind = kinds.some((kind) => parsed.text.includes(`${kind.replace(purpose, '').trim()} ${purpose}`))
  return isOneKind ? { purpose, kinds: [...kinds] } : { purpose: null, kinds: [...new Set([purpose, ...kinds])] }
}

/** Meals in general. */
const meals = /(?<![가-힣])(?:식대|식비|밥값)/
const mealKind = /^(?:점심|저녁)(?:값|식대|식비|밥)?$/

function isOfKind({ field }: Filter): boolean {
  return field === 'purpose'
}

/** Whether the question asks for the uses rather than for sums: 카드 내역, 5만원 넘게 쓴 거. */
function asksForCardUses({ text, measure }: ParsedQuestion): boolean {
  return (
    measure.kind === 'list' && measure.groupWord === null && !/점심|저녁|값|식대|식비|사용액|대금|쓴\s*돈|총/.test(text)
  )
}

/** The one purpose that the question asks about: 점심값, 저녁에 쓴 카드. */
function detectCardPurpose({ text }: ParsedQuestion): CardPurpose | null {
  const named = cardPurposes.filter((purpose) => text.split(' ').some((word) => word.startsWith(purpose)))
  return named.length === 1 ? (named[0] ?? null) : null
}

function detectCardGroup(by: string | null): 'store' | 'month' | 'kind' | null {
  if (/구분|종류|유형|용도|항목/.test(by ?? '')) return 'kind'
  if (/사용처|가맹점|가게|곳|^데$|어디/.test(by ?? '')) return 'store'
  return /^(?:월|달|매월)$/.test(by ?? '') ? 'month' : null
}
