import { listReferences } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { OfficeData } from './knowledge.ts'
import { isGrouped, type PlannedCall, type ReducedCall, resolveCollection, toFind } from './planned-calls.ts'
import { findFieldsOf } from './reading/read-bare-field.ts'
import { getReadableLabel } from './tools/format-answer.ts'
import { toQuery } from './tools/record-question.ts'
import { listRanked, readReferred, sortGroups } from './tools/record-tools.ts'

/** A record of the list that was shown, by its place, and what is asked of it: 첫번째 내용. */
interface PickedRecord {
  readonly calls: readonly ReducedCall[]
  readonly rest: string
}

const numerals = ['첫', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const noun = '(?:거|것|건|꺼|게|줄|분|사람|사건|문의|세대|기록|회사|은행|주소|휴가|공탁|등기)'
const placePattern = new RegExp(
  `^(?:그럼 ?|그중 ?|그 ?중에 ?)?(?:(?:(?<numeral>${numerals.join('|')}|둘|셋|넷) ?번?째|(?<digits>\\d{1,2}) ?번(?: ?째)?|맨 ?(?<first>위|앞|처음)|(?:맨 ?)?(?<last>마지막|아래|끝|밑)(?= ?(?:에 ?)?(?:있는 ?)?${noun}|$))(?: ?줄)?)(?:에)?(?: ?있는)?(?: ?${noun})?(?:[의은는이가도만]|요)?(?: |$)`,
)
const related: Readonly<Record<string, number>> = { 둘: 2, 셋: 3, 넷: 4 }

/** Reads a follow-up about one record of the list before it; null for any other. */
export async function pickRecord(
  question: string,
  calls: readonly ReducedCall[],
  office: OfficeData,
): Promise<PickedRecord | { readonly gap: string } | null> {
  const text = question.trim().replace(/[?？.!]{1,4}$/, '')
  const match = placePattern.exec(text)
  const { numeral, digits, last } = match?.groups ?? {}
  if (!match || calls.length === 0) return null
  const listed = calls.filter(({ call, isUnread }) => call.tool !== 'card_totals' && !isGrouped(call) && !isUnread)
  const [reduced, second] = listed
  if (!reduced) return { gap: '앞의 답은 기록의 목록이 아니어서 몇 번째인지로 고를 수 없습니다.' }
  if (second) return { gap: '앞의 답에 목록이 둘입니다. 어느 장부의 몇 번째인지 함께 적어 주세요.' }
  const { call } = reduced
  const collection = resolveCollection(call)
  const input = { sort: [], ...call.input, collection }
  const { rows, count } =
    call.tool === 'find_records'
      ? await listRanked(office, call.input, { limit: maxPlace })
      : await office.find(collection, toQuery(input), { limit: maxPlace, sums: [] })
  const shown = call.tool === 'find_records' ? Math.min(call.input.limit, count) : count
  const at =
    last === undefined
      ? digits
        ? Number(digits)
        : (related[numeral ?? ''] ?? numerals.indexOf(numeral ?? '첫') + 1)
      : shown
  const row = rows[at - 1]
  if (!row) return { gap: `앞의 답은 ${getReadableLabel(collection)} ${count}건이어서 ${at}번째가 없습니다.` }
  const caption = bookRules[collection].captionOf(row.record)
  const picked: ReducedCall = {
    dropped: '',
    call: {
      tool: 'find_records',
      notes: [`앞의 목록에서 ${at}번째 ‘${caption}’입니다.`],
      input: {
        collection,
        filters: [{ op: 'equals', field: 'id', value: row.record.id }],
        search: '',
        sort: [],
        limit: 1,
        show: [],
        sums: [],
      },
    },
  }
  return { calls: [picked], rest: text.slice(match[0].length).trim() }
}

const maxPlace = 99

const groupPattern =
  /^(?:거기|그 ?(?:곳|데|(?:사업)?구간|현장|단지|사람|분|담당자|회사|은행|소유자|공탁자|기사|가게))(?:의|은|는|이|가|에서?|도)? +(?=\S)/

/** 거기 담당자 전화번호, after the group with the most: its records, and what is asked of them. */
export async function pickFirstGroup(
  question: string,
  calls: readonly ReducedCall[],
  office: OfficeData,
): Promise<PickedRecord | null> {
  const match = groupPattern.exec(question.trim())
  const [{ call, dropped } = { call: null, dropped: '' }, second] = calls
  if (!match || second || call?.tool !== 'sum_records' || !call.input.by || call.input.by.part || !call.input.largest)
    return null
  const { input } = call
  const { collection, sums, by } = call.input
  const { groups } = await office.sum(collection, toQuery(input), { sums, by })
  const [first] = sortGroups(groups, input)
  if (!first || first.value === null) return null
  const label = first.label
  const reference = listReferences(collection).find(({ key }) => key === by?.field)
  const filter: Filter = reference?.labelKey
    ? { op: 'equals', field: `${reference.key}.${reference.labelKey}`, value: label }
    : { op: 'equals', field: call.input.by.field, value: first.value }
  const filters = [...input.filters.filter(({ field }) => field !== by?.field), filter]
  const found = toFind({ ...call, input: { ...input, filters } }, { sums })
  return { calls: [{ call: found, dropped }], rest: question.trim().slice(match[0].length) }
}

const similarPattern =
  /^(?:(?:그 ?)?같은 |그 ?(?=[가-힣]{2,6} 다른 ))(?<word>[가-힣]{2,6}?)(?:의|인|에)? ?(?<other>다른 ?)?(?:공탁 ?|등기 ?)?(?:사건|기록|거|것|건|세대|집|문의|주소지?|배송|휴가)(?:들)?(?:은|는|이|도|만)?(?: (?=\S)|$)/

/** 같은 사업구간 다른 사건, after a single record: those with its value of the field. */
export async function pickSimilar(
  question: string,
  calls: readonly ReducedCall[],
  office: OfficeData,
): Promise<PickedRecord | { readonly gap: string } | null> {
  const text = question.trim().replace(/[?？.!]{1,4}$/, '')
  const match = similarPattern.exec(text)
  const [reduced, second] = calls
  if (!match || !reduced || second || reduced.call.tool === 'card_totals') return null
  const { word = '', other } = match.groups ?? {}
  const collection = resolveCollection(reduced.call)
  const [path] = findFieldsOf(collection, word)
  if (path === undefined) return null
  const query = toQuery({ sort: [], ...reduced.call.input, collection })
  const { rows, count } = await office.find(collection, query, { limit: 1, sums: [] })
  const [row] = rows
  if (!row || count > 1)
    return { gap: `앞의 답은 ${getReadableLabel(collection)} ${count}건이어서 어느 것과 같은지 알 수 없습니다.` }
  const reference = listReferences(collection).find(
    ({ key, labelKey }) => path === key || path === `${key}.${labelKey}`,
  )
  const [referred] = await readReferred(office, collection, { paths: [path], rows })
  const value = reference ? row.names[reference.key] : referred?.record[path]
  const field = reference ? `${reference.key}.${reference.labelKey}` : path
  if (value === null || value === undefined || value === '')
    return { gap: `그 ${getReadableLabel(collection)}에는 ‘${word}’${pickParticle(word, '이/가')} 비어 있습니다.` }
  const filters: Filter[] = [
    { op: 'equals', field, value },
    ...(other === undefined ? [] : [{ op: 'none_of' as const, field: 'id', values: [row.record.id] }]),
  ]
  const call = toFind({ ...reduced.call, input: { ...reduced.call.input, filters, search: '' } } as PlannedCall, {})
  return {
    calls: [{ call: { ...call, notes: [] }, dropped: '' }],
    rest: text.slice(match[0].length).trim(),
  }
}
