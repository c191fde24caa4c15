import { josa } from 'es-hangul'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { shownRows, type TablePart } from '#contract/chat/answer.ts'
import type { Query } from '#contract/records/query.ts'
import { isDate } from '#contract/records/values.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { searchAsOwner } from './answer-from-records.ts'
import { answerWithText } from './answer-how-to.ts'
import type { EngineStep, FoundRecords, OfficeData, OfficeRecord } from './knowledge.ts'
import { narrowToWholeNumbers, type PlannedCall, resolveCollection } from './planned-calls.ts'
import { defaultFields } from './reading/default-fields.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import type { RequestedChange } from './reading/read-change.ts'
import { readForBook } from './reading/read-for-book.ts'
import { readQuestion } from './reading/read-question.ts'
import { type ResolvedWords, resolveWords } from './reading/resolve-words.ts'
import { createListLink, createRecordLink, formatConditions, formatRecordCount } from './tools/format-answer.ts'
import { formatChangeValue, proposeChange, proposeValue } from './tools/propose-change.ts'
import { toQuery } from './tools/record-question.ts'
import { createCandidateTable } from './tools/record-tools.ts'

/**
 * Proposes the change if exactly one record of all books it may mean matches, and shows the records
 * if there are several.
 */
export async function* proposeRequestedChange(
  changes: readonly RequestedChange[],
  office: OfficeData,
  talked: readonly PlannedCall[] = [],
): AsyncGenerator<EngineStep> {
  const noun = changes.length === 1 && changes[0] ? getBook(changes[0].collection).noun : '사건'
  const words = changes.flatMap(({ rest }) => listLeftoverWords(rest))
  const isForAll = changes.some(({ rest }) => allWords.test(rest))
  const sets = isForAll || words.length > 0 ? await findSets(changes, office) : []
  if (isForAll && sets.length > 0) return yield* referToBulkEdit(sets)
  const ofTalk = words.length === 0 ? await findTalked(changes, talked, office) : []
  const [single] = ofTalk
  if (single && ofTalk.length === 1 && single.found.count === 1) return yield* proposeForRecord(single, office)
  if (single && ofTalk.every(({ found }) => found.count <= shownRows)) return yield* offerChoice(ofTalk, office)
  if (words.length === 0) return yield* answerWithText(`어느 ${noun}인지 이름이나 사업구간을 함께 적어 주세요.`)
  const label = changes.map(({ collection }) => getBook(collection).label).join(', ')
  yield { kind: 'tool', name: proposeChange.name, label: `${label}에서 찾고 있습니다.` }
  const candidates = await findCandidates(changes, office)
  const count = candidates.reduce((sum, { found }) => sum + found.count, 0)
  const [candidate] = candidates
  if (!candidate && sets.length > 0) return yield* referToBulkEdit(sets)
  if (!candidate)
    return yield* answerWithText(
      `${quoteWords(listLeftoverWords(changes[0]?.rest ?? ''))} ${josa(noun, '을/를')} 찾지 못했습니다. 아무것도 바꾸지 않았습니다.`,
    )
  if (count > 1) yield* offerChoice(candidates, office)
  else yield* proposeForRecord(candidate, office)
}

const allWords = /전부|모두|전체|싹|둘\s?다|셋\s?다|다\s/

/** The records of a request that names none, but their state or day: 보류 사건 전부 완료로. */
async function findSets(changes: readonly RequestedChange[], office: OfficeData) {
  const sets = await Promise.all(
    changes.map(async ({ collection, rest }) => {
      const query = readForBook(readQuestion(rest, office), collection, office)
      const { filters, search } = await resolveWords(office, query)
      const all = toQuery({ collection, filters: [...query.filters, ...filters], search, sort: [] })
      const isSet = query.filters.length > 0 && query.unknown.length === 0
      return {
        collection,
        query: all,
        count: isSet ? (await office.sum(collection, all, { sums: [], by: null })).count : 0,
      }
    }),
  )
  return sets.filter(({ count }) => count > 0)
}

/** Leads to the list of the records, where they are changed together. */
async function* referToBulkEdit(sets: Awaited<ReturnType<typeof findSets>>): AsyncGenerator<EngineStep> {
  const found = sets.map(({ collection, query, count }) => {
    const conditions = formatConditions(collection, query)
    return `${conditions}: ${formatRecordCount(collection, count)}`
  })
  yield* answerWithText(
    `${found.join(', ')}입니다. 대화에서는 한 건씩만 바꿉니다. 아무것도 바꾸지 않았습니다. 아래의 ‘같은 조건으로 열기’로 목록을 열어 행을 체크하고 ‘일괄 수정’을 눌러 주세요.`,
  )
  const links = sets.map(({ collection, query }) => createListLink(collection, query, null))
  yield { kind: 'part', part: { kind: 'sources', title: '출처', links } }
}

/** Lists the matching records; each row offers the change of its record. */
async function* offerChoice(candidates: readonly Candidates[], office: OfficeData): AsyncGenerator<EngineStep> {
  const offers = await Promise.all(
    candidates.map(async ({ change, query, found }) => {
      const { collection, field } = change
      const proposals = await Promise.all(found.rows.map((row) => proposeFor(change, row, office)))
      const table = createCandidateTable({ collection, query }, found, { changed: field, today: office.today })
      return { ...table, rowChanges: proposals.map((proposal) => (proposal === 'invalid' ? null : proposal)) }
    }),
  )
  const isForAll = candidates.some(({ change }) => allWords.test(change.rest))
  yield { kind: 'delta', text: describeChoice(offers, isForAll) }
  for (const { rowChanges, ...table } of offers)
    yield { kind: 'part', part: rowChanges.some((change) => change !== null) ? { ...table, rowChanges } : table }
}

function describeChoice(
  offers: readonly Pick<TablePart, 'count' | 'rows' | 'rowChanges'>[],
  isForAll: boolean,
): string {
  const [count, shown] = [offers.map((offer) => offer.count), offers.map(({ rows }) => rows.length)].map((numbers) =>
    numbers.reduce((sum, number) => sum + number, 0),
  )
  const isSettled =
    shown === count && offers.every(({ rowChanges = [] }) => rowChanges.every((change) => change === null))
  if (isSettled) return `맞는 기록 ${formatNumber(count ?? 0)}건이 모두 이미 그 값입니다. 아무것도 바꾸지 않았습니다.`
  const more = shown === count ? '' : '더 자세히 적어 주시거나 '
  const choose = `${more}바꿀 기록을 아래에서 선택해 주세요.`
  if (isForAll)
    return `맞는 기록이 ${formatNumber(count ?? 0)}건입니다. 대화에서는 한 건씩만 바꿉니다. 아무것도 바꾸지 않았습니다. 아래의 ‘같은 조건으로 열기’로 목록을 열어 행을 체크하고 ‘일괄 수정’을 누르시거나, ${choose}`
  return `맞는 기록이 ${formatNumber(count ?? 0)}건이라 어느 것인지 알 수 없습니다. 아무것도 바꾸지 않았습니다. ${choose}`
}

interface Candidates {
  readonly change: RequestedChange
  readonly query: Query
  readonly found: FoundRecords
}

/** The records of the answer before a change that names none: 2026-0795 공탁, then 보류로 바꿔줘. */
async function findTalked(
  changes: readonly RequestedChange[],
  talked: readonly PlannedCall[],
  office: OfficeData,
): Promise<Candidates[]> {
  const known = talked.flatMap((call) =>
    changes.filter(({ collection }) => collection === resolveCollection(call)).map((change) => ({ call, change })),
  )
  const found = await Promise.all(
    known.map(async ({ call, change }) => {
      const { collection } = change
      const query = toQuery({ sort: [], ...call.input, collection })
      return { change, query, found: await office.find(collection, query, { limit: shownRows, sums: [] }) }
    }),
  )
  return found.filter(({ found: { count } }) => count > 0)
}

/** The records that a change names, for the change after it. */
export async function findChanged(
  changes: readonly RequestedChange[],
  office: OfficeData,
): Promise<readonly PlannedCall[]> {
  const naming = changes.filter(({ rest }) => listLeftoverWords(rest).length > 0)
  return (await findCandidates(naming, office)).map(({ change: { collection }, query: { filters, search } }) => ({
    tool: 'find_records',
    input: { collection, filters: [...filters], search, sort: [], limit: shownRows, show: [], sums: [] },
  }))
}

/**
 * Finds the records that match, by book. If the words name a section, only the books with it count.
 */
async function findCandidates(changes: readonly RequestedChange[], office: OfficeData): Promise<Candidates[]> {
  const resolved = await Promise.all(
    changes.map(async (change) => {
      const { collection, rest } = change
      const words = listNamedWords(rest, collection)
      const resolvedWords = await resolveWords(office, { collection, words })
      const { sections, ...owned } = await preferOwner(office, collection, resolvedWords)
      const { filters, search } = await narrowToWholeNumbers({ ...owned, collection }, office)
      return { change, sections, query: toQuery({ collection, filters: [...filters], search, sort: [] }) }
    }),
  )
  const named = resolved.filter(({ sections }) => sections.length > 0)
  const all = await Promise.all(
    (named.length > 0 ? named : resolved)
      .filter(({ query }) => query.filters.length > 0 || query.search !== '')
      .map(async ({ change, query }) => ({
        change,
        query,
        found: await office.find(change.collection, query, { limit: shownRows, sums: [] }),
      })),
  )
  return all.filter(({ found }) => found.count > 0)
}

/** The names with the role before them (소유자 홍길동), which says whose name it is. */
function listNamedWords(text: string, collection: CollectionName) {
  const { owner, person } = defaultFields[collection] ?? {}
  // 임달래 차장 구간: the name alone.
  return listLeftoverWords(text.replace(/(?<=\s)구간(?=\s|$)/g, '  ')).map((word) => {
    const role = /(소유자|소유주|토지주)(?:가|는|이)?\s*$|(담당자?)(?:가|는|이)?\s*$/.exec(text.slice(0, word.at))
    const path = role?.[1] ? owner : role?.[2] ? person : undefined
    return { ...word, path: path ?? null, isBeforeField: false }
  })
}

/** A bare name of a manager means the owner of that name, if there is one. */
async function preferOwner(
  office: OfficeData,
  collection: CollectionName,
  words: ResolvedWords,
): Promise<ResolvedWords> {
  const asOwner = searchAsOwner(words, collection)
  if (!asOwner) return words
  const { filters, search } = asOwner
  const { count } = await office.sum(collection, { filters: [...filters], search, sort: [] }, { sums: [], by: null })
  return count > 0 ? { ...asOwner, sections: words.sections } : words
}

/** Spells a colleague's name as the book does, with the job title. */
async function spellName({ collection, field, value }: RequestedChange, office: OfficeData) {
  if (typeof value !== 'string' || field.isPerson !== true) return value
  const known = await office.listValues(collection, field.key)
  return known.find((name) => removeJobTitle(name) === removeJobTitle(value)) ?? value
}

/** Moves a day; an empty one stays empty. */
function moveDay(day: unknown, days: number): string | null {
  return typeof day === 'string' && isDate(day) ? addDays(day, days) : null
}

async function proposeFor(change: RequestedChange, found: OfficeRecord, office: OfficeData) {
  const { collection, field, isAppended } = change
  const old = found.record[field.key]
  const value = change.days === undefined ? await spellName(change, office) : moveDay(old, change.days)
  const isMore = isAppended && typeof old === 'string' && old !== ''
  return proposeValue(collection, field, { found, value: isMore ? `${old}\n${value}` : value })
}

async function* proposeForRecord({ change, query, found }: Candidates, office: OfficeData): AsyncGenerator<EngineStep> {
  const { collection, field } = change
  const [only] = found.rows
  if (!only) return
  const part = await proposeFor(change, only, office)
  if (part === null) {
    const label = `${bookRules[collection].captionOf(only.record)}의 ${field.label}`
    const value = formatChangeValue(field, only.record[field.key] ?? null)
    yield {
      kind: 'delta',
      text: `${josa(label, '은/는')} ${change.days === undefined ? '이미 ' : ''}${value === '' ? '비어 있습니다' : `${value}입니다`}. 아무것도 바꾸지 않았습니다.`,
    }
    const links = [createRecordLink(collection, only.record.id)]
    yield { kind: 'part', part: { kind: 'sources', title: '출처', links } }
    return
  }
  const follows = part === 'invalid' ? [] : (part.follows ?? []).map(({ label }) => label)
  const also = follows.length > 0 ? ` ${follows.join(', ')}도 함께 바뀝니다.` : ''
  yield { kind: 'delta', text: `이렇게 바꿀까요?${also} ‘적용’을 누르기 전에는 아무것도 바뀌지 않습니다.` }
  yield {
    kind: 'part',
    part:
      part === 'invalid' ? { kind: 'sources', title: '문의', links: [createListLink(collection, query, null)] } : part,
  }
}

function quoteWords(words: readonly { word: string }[]): string {
  return `‘${words.map(({ word }) => word).join(' ')}’에 맞는`
}
