import { bookRules } from '#domain/books/books.ts'
import type { OfficeData } from './knowledge.ts'
import { isGrouped, type ReducedCall, resolveCollection } from './planned-calls.ts'
import { getReadableLabel } from './tools/format-answer.ts'
import { toQuery } from './tools/record-question.ts'
import { listRanked } from './tools/record-tools.ts'

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
