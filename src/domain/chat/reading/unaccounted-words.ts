import { josa } from 'es-hangul'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { parsePurpose } from '#domain/card-usage/card-usage.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { type PlannedCall, resolveCollection } from '../planned-calls.ts'
import { findFieldByPath, isDay } from '../record-filters.ts'
import { getReadableLabel } from '../tools/format-answer.ts'
import { bookNouns } from './book-words.ts'
import { listWords } from './leftover-words.ts'
import type { NamedField } from './read-fields.ts'
import type { BookQuery } from './read-for-book.ts'
import type { ParsedQuestion } from './read-question.ts'

/**
 * The content words of a question that a call takes up in no way: not as its book, a condition, a
 * figure, an order or a grouping. The answer names them and gives no figure, because a figure
 * about the other words would answer another question.
 */
export function findUnaccountedWords(parsed: ParsedQuestion, query: BookQuery, call: PlannedCall): string[] {
  const collection = resolveCollection(call)
  const used = listUsedPaths(call)
  const shown = listShownPaths(call)
  const labels = getBook(collection).fields.map(({ label }) => label)
  const isUsed = ({ paths: known, word, end }: NamedField) => {
    const path = known.get(collection) ?? ''
    const after = parsed.text.slice(end)
    // 사업구간 몇 개: no field to show, but what is counted.
    const isCounted = parsed.measure.kind === 'count' && /^\s*몇\s*(?:개|곳|건|명)/.test(after)
    return (
      used.has(path) ||
      used.has(path.split('.')[0] ?? '') ||
      (shown.has(path) && !isCounted) ||
      // 서류는 들어왔는데: a verb of another field.
      /^(?:들어[온왔]|온$)/.test(word) ||
      // 비용 합계, 비용 제일 큰: money in general is whatever is added up.
      (/^(?:금액|비용|요금|매출)/.test(word) && (query.sums.length > 0 || parsed.amount !== null)) ||
      // 문의 처리 상태: the book's own 상태.
      (shown.size > 0 && labels.some((label) => label.length > 1 && word.endsWith(label))) ||
      /^\s?(?:별|마다)/.test(after)
    )
  }
  const fields = parsed.fields.filter(
    (field) =>
      !isUsed(field) &&
      !query.restored.includes(field) &&
      !query.unknown.some((words) => words.includes(parsed.text.slice(field.at, field.end))),
  )
  const read = query.words.map(({ at }) => at)
  const terms = listWords(query.rest)
    .filter(({ at, word }) => !read.includes(at) && closedWords.has(word) && !isNounOf(collection, word))
    .filter(({ word }) => call.tool !== 'card_totals' || parsePurpose(word) !== word)
    .map(({ word }) => word)
  const [asked] = /(?:언제|며칠(?:날|에)?) [가-힣]{1,8}/.exec(parsed.text) ?? []
  const isUndated = asked !== undefined && isWholeBook(call, collection) && !/몇|얼마/.test(parsed.text)
  return [
    ...new Set([...fields.map(({ at, end }) => parsed.text.slice(at, end)), ...terms, ...(isUndated ? [asked] : [])]),
  ]
}

/** Whether a call lists all records, and no day of them: 등기부 언제 뗐어. */
function isWholeBook(call: PlannedCall, collection: CollectionName): boolean {
  if (call.tool !== 'find_records' || call.input.filters.length > 0 || call.input.search !== '') return false
  const { show, sort } = call.input
  return ![...show, ...sort.map(({ field }) => field)].some((path) => isDay(collection, path))
}

/** The fields that a call uses for its figure. */
function listUsedPaths(call: PlannedCall): ReadonlySet<string> {
  const filters = call.input.filters.map(({ field }) => field)
  if (call.tool === 'card_totals') return new Set([...filters, 'created_at', 'pay', 'purpose', 'store_name', 'note'])
  if (call.tool === 'case_states') return new Set(filters)
  const { sort, sums } = call.input
  const by = call.tool === 'sum_records' && call.input.by ? [call.input.by.field] : []
  return new Set([...filters, ...sort.map(({ field }) => field), ...sums, ...by])
}

/** The fields whose values are asked for, which the list of named records shows. */
function listShownPaths(call: PlannedCall): ReadonlySet<string> {
  const isNarrowed = call.input.filters.length > 0 || call.input.search !== ''
  return new Set(call.tool === 'find_records' && isNarrowed ? call.input.show : [])
}

/** Says that a number without a unit was read as 만원. */
export function describeWonHabit({ amount }: ParsedQuestion, call: PlannedCall): string[] {
  const collection = resolveCollection(call)
  const habit = amount?.inTenThousands
  const isRead = call.input.filters.some(
    (filter) =>
      filter.op === 'between' &&
      filter.from === habit?.from &&
      filter.to === habit.to &&
      findFieldByPath(collection, filter.field)?.kind === 'won',
  )
  return amount && isRead ? [`‘${amount.words}’${pickParticle(amount.words, '은/는')} 만원 단위로 읽었습니다.`] : []
}

/** Says which amount stands for a narrower one, which the book doesn't keep: 취득세 in 공과금. */
export function describeSynonyms({ fields }: ParsedQuestion, call: PlannedCall): string[] {
  const collection = resolveCollection(call)
  const used = listUsedPaths(call)
  return fields.flatMap(({ word, paths }) => {
    const path = paths.get(collection) ?? ''
    const { kind, label = '' } = findFieldByPath(collection, path) ?? {}
    const isNarrower = kind === 'won' && used.has(path) && narrowerWords.test(word) && !label.includes(word)
    if (!isNarrower) return []
    const others = listHolders(word)
    const place = others === '' ? '' : `${getReadableLabel(collection)}에 `
    const subject = `‘${word}’${pickParticle(word, '은/는')}`
    return [
      `${place}${subject} 따로 적지 않아 ${label}${josa.pick(label, '으로/로')} 답합니다.${others === '' ? '' : ` ${others}`}`,
    ]
  })
}

/** Says which of two states of a dwelling 미처리 is, and how the other one is asked for. */
export function describeFiling({ text }: ParsedQuestion, call: PlannedCall): string[] {
  const isOfTransfer = call.input.filters.some(({ field }) => field === 'transfer_ownership_status')
  return isOfTransfer && !/이전|설정|근저당/.test(text)
    ? ['이전 처리상태로 답합니다. 근저당권은 ‘설정 미처리 세대’처럼 적어 주세요.']
    : []
}

/** Says which books have an amount of this name: 세대에는 취득세·등록세가 있습니다. */
function listHolders(word: string): string {
  const holders = collectionNames.flatMap((name) => {
    const { fields }: { fields: readonly Field[] } = getBook(name)
    const field = fields.find(({ label, kind }) => kind === 'won' && label.split('·').includes(word))
    return field ? [`${getReadableLabel(name)}에는 ${josa(field.label, '이/가')} 있습니다.`] : []
  })
  return holders.join(' ')
}

const narrowerWords = /^(?:취득세|등록세|등록면허세|매출)$/

function isNounOf(collection: CollectionName, word: string): boolean {
  return (bookNouns[collection] ?? getBook(collection).label).includes(word)
}

/** The labels of all closed lists and the names of all books. */
const closedWords: ReadonlySet<string> = new Set(
  collectionNames.flatMap((name) => {
    const { label, fields }: { label: string; fields: readonly Field[] } = getBook(name)
    return [label, ...fields.flatMap(({ choices = [] }) => choices.map((choice) => choice.label))]
      .flatMap((text) => [text, text.replace(/\s/g, '')])
      .filter((text) => text !== '목록')
  }),
)
