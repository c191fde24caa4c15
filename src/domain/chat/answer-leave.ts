import { type AnswerPart, shownRows } from '#contract/chat/answer.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { countLeaveDays } from '#domain/leave/leave.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { answerWithText, isHowToQuestion } from './answer-how-to.ts'
import type { EngineStep, Knowledge, OfficeData } from './knowledge.ts'
import { createDayRangeFilters } from './reading/day-filters.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { familyNames } from './reading/name-kinds.ts'
import { readDays } from './reading/read-days.ts'
import { readForBook } from './reading/read-for-book.ts'
import { readQuestion } from './reading/read-question.ts'
import { createListLink, formatConditions } from './tools/format-answer.ts'
import { leaveBalance } from './tools/ledger-tools.ts'
import { findRecords } from './tools/record-tools.ts'
import { runTool } from './tools/tool.ts'

type StaffKnowledge = Knowledge & { readonly office: OfficeData }

/**
 * Answers how many days of leave the asker has left, and who took the most; null for any other
 * question. Staff see no other person's requests.
 */
export async function answerAboutLeave(
  question: string,
  knowledge: StaffKnowledge,
): Promise<AsyncIterable<EngineStep> | null> {
  const { office } = knowledge
  const { isSuperuser } = office.asker
  if (isOwnLeaveQuestion(question))
    return (await namesColleague(question, office))
      ? answerWithText(isSuperuser ? onlyOwnLeave : ownLeaveOnly)
      : runTool(leaveBalance, {}, knowledge)
  if (!/휴가|연차|반차|병가|쉬[가-힣]|쉰/.test(question)) return null
  if (!isSuperuser && !isHowToQuestion(question) && (await namesColleague(question, office)))
    return answerWithText(ownLeaveOnly)
  return await rankByLeave(question, office)
}

const takers =
  /(?:가장|제일)\s*(많이|적게|오래)\s*(?:쓴|썼|쉰|쉬었|사용한|사용했|낸|냈|다녀온|다녀왔)|(?:쓴|쉰|사용한|낸) (?:사람|직원|분).{0,4}(?:가장|제일)/

/** Who took the most leave: by the days of what was approved, and not by the number of requests. */
async function rankByLeave(question: string, office: OfficeData): Promise<AsyncIterable<EngineStep> | null> {
  const taken = takers.exec(question)
  const days = readDays(question, office.today)
  if (!taken || !/누가|누구|사람|직원|분/.test(question)) return null
  const { rest } = readQuestion(question.replace(/연차|반차|병가/g, '휴가'), office)
  if (listLeftoverWords(rest).length > 0) return null
  const year = office.today.slice(0, 4)
  const { from, to } = days?.range ?? { from: `${year}-01-01`, to: `${year}-12-31` }
  if (from === null || to === null || from.startsWith('-') || to.startsWith('-')) return null
  const types = /반차/.test(question)
    ? ['half_day']
    : /병가/.test(question)
      ? ['sick']
      : /연차/.test(question)
        ? ['annual', 'half_day']
        : null
  const filters: Filter[] = [
    ...createDayRangeFilters('leave-requests', 'startDate', { from, to }),
    { op: 'equals', field: 'state', value: 'approved' },
    ...(types ? [{ op: 'one_of' as const, field: 'type', values: types }] : []),
  ]
  const query = { filters, search: '', sort: [] }
  const { rows, count } = await office.find('leave-requests', query, { limit: maxRequests, sums: [] })
  if (count > rows.length) return null
  const byName = new Map<string, number>()
  for (const { record } of rows) {
    const read = (key: string) => String(record[key] ?? '')
    const name = read('requester_name')
    // Only its days in the period.
    const startDate = read('startDate') < from ? from : read('startDate')
    const endDate = read('endDate') > to ? to : read('endDate')
    const length = countLeaveDays({ type: read('type'), half: read('half'), startDate, endDate })
    byName.set(name, (byName.get(name) ?? 0) + length)
  }
  const isLeast = taken[1] === '적게'
  const ranked = [...byName].toSorted(([, a], [, b]) => (isLeast ? a - b : b - a))
  const [, most] = ranked[0] ?? ['', 0]
  const first = ranked.filter(([, length]) => length === most).map(([name]) => `‘${name}’`)
  const leaders = `${first.join(', ')}${pickParticle(ranked[first.length - 1]?.[0] ?? '', '이/가')} ${most}일로 ${first.length > 1 ? '같고 ' : ''}가장 ${isLeast ? '적습니다' : '많습니다'}.`
  const note = office.asker.isSuperuser ? '' : '본인의 신청만 보입니다.\n'
  const period = `${formatDay(from)} ~ ${formatDay(to)}`
  const link = createListLink('leave-requests', query, null)
  return answerWithParts(
    ranked.length === 0
      ? `${note}${period}에 승인된 휴가가 없습니다.`
      : `${note}${formatConditions('leave-requests', query)}: 쉰 날은 ${leaders}`,
    ranked.length === 0
      ? { kind: 'sources', title: '출처', links: [link] }
      : {
          kind: 'table',
          title: '쉰 날',
          columns: [
            { label: '신청자', kind: 'text' },
            { label: '일수', kind: 'number' },
          ],
          rows: ranked.slice(0, shownRows).map(([name, length]) => [name, length]),
          count: ranked.length,
          link,
        },
  )
}

const maxRequests = 2000

async function* answerWithParts(text: string, part: AnswerPart): AsyncGenerator<EngineStep> {
  yield { kind: 'tool', name: findRecords.name, label: '휴가신청에서 찾고 있습니다.' }
  yield { kind: 'delta', text }
  yield { kind: 'part', part }
}

const onlyOwnLeave = '남은 연차는 본인의 것만 알려 드립니다. 다른 분의 휴가는 휴가신청 화면에서 보실 수 있습니다.'

/** Staff see no other person's requests. */
const ownLeaveOnly =
  '본인의 신청만 보입니다. 남은 연차는 본인의 것만 알려 드립니다. 다른 분의 휴가와 연차는 알 수 없습니다.'

/** A family name and two letters. */
const fullName = new RegExp(`^[${familyNames}][가-힣]{2}$`)

async function namesColleague(question: string, office: OfficeData): Promise<boolean> {
  const known = await Promise.all([
    office.listValues('leave-requests', 'requester_name'),
    office.listValues('deposit-cases', 'business_manager'),
    office.listValues('real-estate-groups', 'manager'),
  ])
  const colleagues = known
    .flat()
    .map(removeJobTitle)
    .filter((name) => name !== removeJobTitle(office.asker.name))
  const { words } = readForBook(readQuestion(question, office), 'leave-requests', office)
  return words.some(
    ({ word }) => colleagues.includes(word) || (fullName.test(word) && word !== removeJobTitle(office.asker.name)),
  )
}

function isOwnLeaveQuestion(question: string): boolean {
  if (/평균/.test(question)) return false
  return (
    /(?:연차|휴가)[^?]{0,8}(?:남|잔여|며칠(?!씩)|몇\s*일)/.test(question) ||
    /(?:남은|잔여)\s*(?:연차|휴가)(?!자|\s*신청)/.test(question) ||
    /연차[가-힣]?\s*(?:총\s*)?(?:몇\s*개|얼마나)/.test(question) ||
    (/(?:^|\s)내\s*(?:연차|휴가)(?!자|\s*신청)/.test(question) &&
      !/(?:이번|다음|지난)|오늘|내일|\d\s*월|내역|목록|기록|현황|언제|어떻게|어찌|승인|결재|반려|됐|되었|날짜|일정|신청/.test(
        question,
      ))
  )
}
