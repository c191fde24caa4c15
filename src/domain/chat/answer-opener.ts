import { formatDay } from '#domain/dates/office-date.ts'
import { findGuides } from '#domain/help/find-guides.ts'
import { answerFromRecords } from './answer-from-records.ts'
import { answerWithGuide } from './answer-how-to.ts'
import type { EngineStep, Knowledge, OfficeData } from './knowledge.ts'
import { caseBooks } from './reading/book-words.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { readDays } from './reading/read-days.ts'
import { readQuestion } from './reading/read-question.ts'

type StaffKnowledge = Knowledge & { readonly office: OfficeData }

/**
 * Answers a question about the work to do (오늘 뭐 급한 거 있어, 이번 주에 할 일, 뭐부터 하면 돼) with what is due
 * and what waits for somebody. Null for any other question.
 */
export function answerOpener(question: string, knowledge: StaffKnowledge): AsyncIterable<EngineStep> | null {
  const opener = openerWords.exec(question)
  if (!opener || /려면|방법|하는\s?법/.test(question)) return null
  const { office } = knowledge
  const days = readDays(question, office.today)
  const rest = (days?.rest ?? question).replace(openerWords, ' ')
  const parsed = readQuestion(rest, office)
  const namesMore = parsed.namesBook || parsed.fields.length > 0 || listLeftoverWords(parsed.rest).length > 0
  return namesMore || parsed.isAboutReceivables ? null : listDuties(days?.range ?? null, knowledge)
}

const work = '(?:일들?|거|것|게|건|업무|사건)'
const openerWords = new RegExp(
  [
    String.raw`(?:뭐|무슨|뭔가|먼저|제일|가장|당장|빨리)? ?(?:급한|급하게|시급한|바쁜|밀린|챙길|챙겨야 ?(?:할|하는|되는)|살필|신경 ?쓸|놓친|놓치면 ?안 ?되는|해야 ?(?:할|하는|되는|될)|처리해야 ?(?:할|하는|되는)|할) ?${work}(?! ?(?:기한|마감))`,
    String.raw`(?:뭐|무엇|무슨 ?일|뭘|어떤 ?거|어떤 ?일) ?(?:부터|먼저|을|를)? ?(?:하면|해야|할까|하지|해요|처리하면|처리해야|챙겨야|시작하)`,
    String.raw`(?:오늘|내일|이번 ?주|다음 ?주|금주)(?:은|는|에|의)? ?(?:뭐|무슨|어떤) ?(?:일|일정|거|것)? ?(?:있|해야|하면)`,
    String.raw`(?:오늘|내일|이번 ?주|다음 ?주|금주)(?:의|은)? ?(?:일정|스케줄|업무|할일)`,
    String.raw`할 ?일(?! ?기한)`,
  ].join('|'),
)

async function* listDuties(
  range: { readonly from: string | null; readonly to: string | null } | null,
  knowledge: StaffKnowledge,
): AsyncGenerator<EngineStep> {
  const { office } = knowledge
  const [screen] = findGuides('오늘화면')
  if (screen) yield* answerWithGuide(screen, { question: screen.title, office })
  if (await isEmptyOffice(office)) return yield { kind: 'delta', text: emptyOffice }
  for (const question of [`${phraseDays(range, office.today)}마감이 다가오는 사건`, '새 문의']) {
    const answer = await answerFromRecords(question, knowledge)
    if (answer) yield* answer
  }
}

/** What is overdue is due in this week, too. Today alone is the usual list of what comes up. */
function phraseDays(range: { readonly from: string | null; readonly to: string | null } | null, today: string): string {
  if (!range || range.to === null || (range.from === today && range.to === today)) return ''
  const includesToday = range.from === null || range.from <= today
  return includesToday ? `${formatDay(range.to)}까지 ` : `${formatDay(range.from)}부터 ${formatDay(range.to)}까지 `
}

async function isEmptyOffice(office: OfficeData): Promise<boolean> {
  const everything = { filters: [], search: '', sort: [] }
  const books = caseBooks.filter((book) => office.collections.has(book))
  const counts = await Promise.all(books.map((book) => office.sum(book, everything, { sums: [], by: null })))
  return counts.every(({ count }) => count === 0)
}

const emptyOffice =
  '아직 적힌 사건이 없습니다. ‘오늘’ 화면의 순서대로 사무소 정보를 적고, 사업구간을 만든 다음 첫 사건을 추가해 주세요. 엑셀에 적어 둔 사건은 사건부의 ‘엑셀 가져오기’로 한꺼번에 넣습니다.'
