import { josa } from 'es-hangul'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { EngineStep, Knowledge } from './knowledge.ts'
import { type PlannedCall, type ReducedCall, resolveCollection } from './planned-calls.ts'
import { createListLink, findLabel, formatConditions, getReadableLabel } from './tools/format-answer.ts'
import { toQuery } from './tools/record-question.ts'
import { findRecords } from './tools/record-tools.ts'

/** Says what is not known instead of giving the figures of other records. */
export async function* refuseCall(
  call: PlannedCall,
  { dropped, isUnread, knowledge }: { dropped: string; isUnread: boolean; knowledge: Knowledge },
): AsyncGenerator<EngineStep> {
  const collection = resolveCollection(call)
  const book = getReadableLabel(collection)
  const figure = call.unknownFigure ?? ''
  const omission = (await knowledge.office?.hasStoppedRecords(collection)) ? ` ${stoppedLeftOutText}` : ''
  const text = isUnread
    ? (describeForeignState(dropped, collection) ??
      `‘${dropped}’${pickParticle(dropped, '이/가')} 들어 있는 ${josa(book, '은/는')} 없습니다. 이름이나 번호가 아니라 조건이라면 알아듣지 못했으니 다르게 적어 주세요.${omission}`)
    : `‘${figure}’${pickParticle(figure, '은/는')} ${book}에서 셀 수 있는 값이 아니어서 알 수 없습니다.`
  yield { kind: 'tool', name: findRecords.name, label: `${book}에서 찾고 있습니다.` }
  yield { kind: 'delta', text }
  const query = toQuery({ sort: [], filters: [], search: '', collection })
  yield { kind: 'part', part: { kind: 'sources', title: '출처', links: [createBookLink(collection, query)] } }
}

/**
 * Says that no record has these words, and how many there are without them. A word is no condition
 * on a field, so 0건 would claim more than was understood.
 */
export async function* describeNoMatch(
  call: PlannedCall,
  others: number,
  { office }: Knowledge,
): AsyncGenerator<EngineStep> {
  if (call.tool === 'card_totals' || call.tool === 'case_states') return
  const { filters, search } = call.input
  const collection = resolveCollection(call)
  const query = toQuery({ collection, filters, search: '', sort: [] })
  const conditions = formatConditions(collection, query)
  const book = getReadableLabel(collection)
  const omission = (await office?.hasStoppedRecords(collection)) ? ` ${stoppedLeftOutText}` : ''
  const named = await office?.sum(collection, { filters: [], search, sort: [] }, { sums: [], by: null })
  // The name is known, and it is the condition that none of its records meets.
  const alone = named && named.count > 0 ? `, 그 말만으로는 ${formatNumber(named.count)}건` : ''
  const rest = conditions === '' ? '' : ` 그 말을 빼면 ${formatNumber(others)}건${alone}입니다.`
  const text = `${conditions === '' ? '' : `${conditions}: `}‘${search}’${pickParticle(search, '이/가')} 들어 있는 ${josa(book, '은/는')} 없습니다.${rest}${omission}`
  yield { kind: 'tool', name: findRecords.name, label: `${book}에서 찾고 있습니다.` }
  yield { kind: 'delta', text }
  const link = conditions === '' ? createBookLink(collection, query) : createListLink(collection, query, null)
  yield { kind: 'part', part: { kind: 'sources', title: '출처', links: [link] } }
}

/**
 * Says what a call leaves out of the question (`gaps`), and gives no figure, but the way to what
 * was understood.
 */
export async function* explainGaps(
  call: PlannedCall,
  gaps: readonly string[],
  { office }: Knowledge,
): AsyncGenerator<EngineStep> {
  const collection = resolveCollection(call)
  const { filters, search } = call.input
  const query = toQuery({ collection, filters: [...filters], search, sort: [] })
  const conditions = formatConditions(collection, query)
  const book = getReadableLabel(collection)
  const rest = conditions === '' ? '' : ` 알아들은 조건: ${conditions}.`
  const omission = (await office?.hasStoppedRecords(collection)) ? ` ${stoppedLeftOutText}` : ''
  yield { kind: 'tool', name: findRecords.name, label: `${book}에서 찾고 있습니다.` }
  yield {
    kind: 'delta',
    text: `${gaps.join(' ')} 물으신 것과 다른 답이 될 수 있어 답하지 않습니다.${rest}${omission}\n`,
  }
  const link = conditions === '' ? createBookLink(collection, query) : createListLink(collection, query, null)
  yield { kind: 'part', part: { kind: 'sources', title: '출처', links: [link] } }
}

/** The list of the book without conditions. */
function createBookLink(collection: CollectionName, query: ReturnType<typeof toQuery>) {
  return { ...createListLink(collection, query, null), label: `${getReadableLabel(collection)} 열기` }
}

/** What of the question a call leaves out, in sentences; a figure without it would mislead. */
export function listGaps({ call, dropped, fragment }: ReducedCall): readonly string[] {
  const collection = resolveCollection(call)
  const book = getReadableLabel(collection)
  const quote = (words: string, ending: string) => `‘${words}’${ending}`
  return [
    ...(dropped === ''
      ? []
      : [
          describeForeignState(dropped, collection) ??
            quote(dropped, `${pickParticle(dropped, '이/가')} 들어 있는 ${josa(book, '은/는')} 없습니다.`),
        ]),
    ...(fragment === undefined ? [] : [`번호가 ${quote(fragment, ` 그대로인 ${josa(book, '은/는')} 없습니다.`)}`]),
    ...(call.unsupported ?? [])
      .filter((words) => !presentation.test(words))
      .map((words) =>
        words === claimWord ? noClaims : quote(words, `${pickParticle(words, '은/는')} ${book}에서 다룰 수 없습니다.`),
      ),
    ...(call.absent ?? []).map(({ path, text }) =>
      path === null
        ? quote(text, `${pickParticle(text, '을/를')} 알아듣지 못했습니다.`)
        : `${findLabel(collection, path)}에 ${quote(text, `${pickParticle(text, '이/가')} 들어 있는 ${josa(book, '은/는')} 없습니다.`)}`,
    ),
    ...(call.undated ?? []).map((words) => quote(words, `에 맞출 날짜가 ${book}에는 없습니다.`)),
    ...(call.unknown ?? []).map((words) =>
      quote(words, `${pickParticle(words, '은/는')} ${book}에 적는 항목이 아니어서 알 수 없습니다.`),
    ),
    ...(call.unread ?? []).map(
      (words) =>
        describeForeignState(words, collection) ?? quote(words, `${pickParticle(words, '을/를')} 알아듣지 못했습니다.`),
    ),
  ]
}

/** Says that a state is one of another book: 등기 조사중. Null for any other word. */
function describeForeignState(word: string, collection: CollectionName): string | null {
  const book = getReadableLabel(collection)
  return foreignStates.has(word) ? `${book}에는 ‘${word}’ 상태가 없습니다.` : null
}

/** The labels of all states; a book that has one reads it as a condition. */
const foreignStates: ReadonlySet<string> = new Set(
  collectionNames.flatMap((name) => {
    const { fields }: { fields: readonly Field[] } = getBook(name)
    return fields.flatMap(({ label, choices = [] }) =>
      label.endsWith('상태') ? choices.map((choice) => choice.label) : [],
    )
  }),
)

/** Says how an answer looks, and not what it is about. */
const presentation = /^(?:그래프|차트|순서)$/

export const claimWord = '미수금'
const noClaims = '등기 사건에는 비용청구일과 입금일이 없어 미수금을 알 수 없습니다.'
