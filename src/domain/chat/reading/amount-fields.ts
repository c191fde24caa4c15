import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { Filter } from '#contract/records/query.ts'
import { findFieldByPath } from '../record-filters.ts'
import { caseBooks } from './book-words.ts'
import { defaultFields } from './default-fields.ts'
import type { AmountRange, ReadAmount } from './measures.ts'
import type { NamedBookField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'

/** Matches text that ends in the name of an amount other than a plain 금액 or 비용: 취득가액이. */
const unknownAmountPattern =
  /(?<![가-힣])(?!(?:총|청구)?(?:금액|총액|비용|합계)[이가은는을를\s])([가-힣]+(?:세|비|료|금|액))[이가은는을를]?\s*$/

/**
 * Applies the amount (1억 이상) to the nearest amount field it names, or to the book's usual
 * one.
 */
export function createAmountFilters(
  parsed: ParsedQuestion,
  collection: CollectionName,
  fields: readonly NamedBookField[],
): Filter[] {
  const { amount } = parsed
  if (!amount) return []
  const nearest = listAmountFields(collection, fields).toSorted(
    (a, b) => Math.abs(a.at - amount.at) - Math.abs(b.at - amount.at),
  )
  if (amount.unit !== undefined) return createBoundFilter(amount, collection, nearest)
  // 취득가액이 1억 이상: an amount of an unknown field is not applied to the default field.
  const [, noun = ''] = unknownAmountPattern.exec(parsed.text.slice(0, amount.at)) ?? []
  const isUnknownAmount = noun !== '' && (parsed.isAboutReceivables || !plainAmounts.test(noun))
  const likely = smallAmounts.has(collection) ? amount.range : (amount.inTenThousands ?? amount.range)
  const path = nearest[0]?.path ?? (isUnknownAmount ? undefined : guessAmountField(collection, likely))
  return path === undefined ? [] : [{ op: 'between', field: path, ...readWonByHabit(amount, collection, path) }]
}

/** Books whose amounts are thousands of won. */
const smallAmounts: ReadonlySet<CollectionName> = new Set(['quick-deliveries', 'card-usage'])
/** Fees of an authority, which are thousands of won, too. */
const smallFees: ReadonlySet<string> = new Set(['stamp', 'proof'])

/** The range of an amount, in 만원 if it has no unit and is far below any value of the field. */
export function readWonByHabit(
  { range, inTenThousands }: ReadAmount,
  collection: CollectionName,
  path: string,
): AmountRange {
  const least = smallAmounts.has(collection) || smallFees.has(path) ? 500 : 10_000
  const isWon = findFieldByPath(collection, path)?.kind === 'won'
  const highest = Math.max(range.from ?? 0, range.to ?? 0)
  return inTenThousands && isWon && highest > 0 && highest < least ? inTenThousands : range
}

/** A bound (84㎡ 이상) applies to the field that is named, or to the one with its unit. */
function createBoundFilter(amount: ReadAmount, collection: CollectionName, named: readonly NamedBookField[]): Filter[] {
  const { range, unit, isExclusive } = amount
  const { from, to } = range
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  const sign = /^[평건개명층세곳번장통]/.test(unit ?? '')
    ? null
    : unit?.replace('제곱미터', '㎡').replace(/퍼센트|프로/, '%')
  const withUnit = (label: string | undefined) => sign === '' || (sign != null && label?.endsWith(`(${sign})`) === true)
  const field =
    named.map(({ path }) => findFieldByPath(collection, path)).find((candidate) => withUnit(candidate?.label)) ??
    (sign === '' ? undefined : fields.find(({ kind, label }) => kind === 'number' && withUnit(label)))
  if (!field) return []
  const won = readWonByHabit(amount, collection, field.key)
  if (won !== range) return [{ op: 'between', field: field.key, ...won }]
  const step = isExclusive ? 10 ** -(field.scale ?? 0) : 0
  const round = (value: number) => Number(value.toFixed(field.scale ?? 0))
  const lower = from === null ? null : round(from + step)
  return [{ op: 'between', field: field.key, from: lower, to: to === null ? null : round(to - step) }]
}

/** The amount field that is likely meant; no fee is as high as a deposit: 1억 넘는 공탁. */
function guessAmountField(collection: CollectionName, { from, to }: AmountRange): string | undefined {
  const isHigh = Math.max(from ?? 0, to ?? 0) >= minDeposit
  return collection === 'deposit-cases' && isHigh ? 'deposit_amount' : defaultFields[collection]?.amount
}

const minDeposit = 10_000_000

function listAmountFields(collection: CollectionName, fields: readonly NamedBookField[]): NamedBookField[] {
  return fields.filter(({ path }) => ['won', 'number'].includes(findFieldByPath(collection, path)?.kind ?? ''))
}

/** The amount fields to add up: the named ones, the costs of a case, or the book's usual one. */
export function listSums(
  parsed: ParsedQuestion,
  collection: CollectionName,
  fields: readonly NamedBookField[],
): string[] {
  const { measure, text, isAboutReceivables } = parsed
  const named = listAmountFields(collection, fields).map(({ path }) => path)
  const isCase = caseBooks.some((book) => book === collection)
  const [addition] = named
  const { amount } = defaultFields[collection] ?? {}
  // 부가세 포함하면 얼마야: in addition to the fee.
  if (addition !== undefined && /포함/.test(text) && amount !== undefined) return [...new Set([amount, ...named])]
  if (addition !== undefined) return [...new Set(named)]
  if (isAboutReceivables) return measure.kind === 'count' ? [] : [...costKeys]
  if (
    isCase &&
    /입금(?=.*얼마)|얼마나?\s*(?:들어왔|받았)|비용|(?:들어온|받은|입금된)\s*돈|돈[이은]?\s*(?:얼마나?\s*)?(?:들어|받)|청구할|청구해야|미청구|청구(?:를|가)?\s*(?:아직\s*)?안|청구(?:한|된|할)?\s*(?:총\s*)?금?액|입금(?:된|한|받은)?\s*(?:총?액|금액|돈|합계)/.test(
      text,
    ) &&
    measure.kind !== 'count'
  )
    return [...costKeys]
  // 퀵 제일 많이 쓴 달: by money, like the card.
  const isSpent =
    collection === 'quick-deliveries' &&
    measure.order !== null &&
    /쓴|썼|지출/.test(text) &&
    !/기사|누구|누가|사람/.test(measure.groupWord ?? '')
  const isCompared = parsed.isComparison && measure.kind !== 'count' && asksForMoney(text)
  const isSum = measure.kind === 'sum' || measure.kind === 'average' || isCompared || isSpent
  return isSum && amount !== undefined ? [amount] : []
}

/** Whether a question that is about no named amount means money, and not how many records: 퀵비. */
export function asksForMoney(text: string): boolean {
  return /비(?:용|교|랑|를|는|가)?(?=\s|$)|값|요금|금액|매출|돈|쓴|썼|얼마(?!나)/.test(
    text.replace(/비교[가-힣]*/g, ' '),
  )
}

/** Money in general, and what the books call their own amounts. */
export const plainAmounts =
  /^(?:총|전체|합계|이번달|지난달)?\s*(?:금액|비용|청구금액|청구액|입금액|입금금액|요금|대금|미수금|잔액|현금|잔금|세금|사용액|사용금액|이용금액|이용액|지출액|결제금액|결제액|매출|매출액|보수료|수임료|퀵비|배송비|배달비|충전액|충전금|충전금액|카드대금|식비|식대비|점심식비|주유비|주차비|교통비|회식비|택배비|통신비|접대비|기름|보수비|총비용|총액|총금액|지금|조금|방금)$/
