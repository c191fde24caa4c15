import { josa } from 'es-hangul'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { firstDay } from '#domain/dates/office-date.ts'
import { findGuides } from '#domain/help/find-guides.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { proposeRequestedChange } from './answer-change.ts'
import { answerFromRecords, answerWithCalls } from './answer-from-records.ts'
import {
  answerWithGuide,
  answerWithText,
  findAskedGuide,
  isHowToQuestion,
  listWords,
  readExportRequest,
  readHistoryRequest,
  readRequest,
  readWish,
  type ScreenRequest,
  secretWords,
} from './answer-how-to.ts'
import { answerAboutLeave } from './answer-leave.ts'
import { answerOpener } from './answer-opener.ts'
import { combineAnswers } from './combine-answers.ts'
import { isUrgentAlone, namesState } from './continue-calls.ts'
import { correctChange, describeTalk, findTalkedRecords, followTalk, hasDeadlines, type Talk } from './follow-talk.ts'
import type { ChatQuestion, EngineStep, Knowledge, OfficeData } from './knowledge.ts'
import { caseBooks } from './reading/book-words.ts'
import { findHolders } from './reading/find-holders.ts'
import { readFollowUp } from './reading/follow-up.ts'
import { isFieldWord, readBareWord } from './reading/read-bare-field.ts'
import { findFixedField, readChanges, readUnsaidState, splitChanges } from './reading/read-change.ts'
import { readDays } from './reading/read-days.ts'
import { readFields } from './reading/read-fields.ts'
import { readSpoken } from './reading/spoken-forms.ts'
import { answerSmallTalk, isUndoRequest } from './small-talk.ts'
import { findOwnGuides, findScreen } from './tools/find-screen.ts'
import { cardUsageTotals, quickBalance } from './tools/ledger-tools.ts'
import { toQuery } from './tools/record-question.ts'
import { findRecords } from './tools/record-tools.ts'
import { runTool } from './tools/tool.ts'

/**
 * Answers a question about the office's own records by rules and with the asker's rights; null when
 * it is about none of them. Questions about legal procedure (어떻게, 절차) go to the public pages first.
 */
export async function answerForStaff(
  { question, history }: ChatQuestion,
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<AsyncIterable<EngineStep> | null> {
  const { office } = knowledge
  const earlier = listOwnQuestions(history, office)
  if (isUndo(question, earlier.at(-1), office)) return offerUndo()
  const asked = readContactQuestion(question)
  // Where the office is not known, the public pages say how it is reached.
  if (asked) return knowledge.contact ? answerWithContact(asked, knowledge.contact) : null
  const exported = readExportRequest(question)
  if (exported) return answerWithGuide(exported, { question, office })
  // 그 중에서 제일 급한 건: of what was found before, not of the day.
  const isFollowUp = readFollowUp(question) !== null || (await isUrgentOfList(question, earlier, knowledge))
  const opener = isFollowUp && earlier.length > 0 ? null : answerOpener(question, knowledge)
  if (opener) return opener
  const talk = await followTalk([...earlier, question], office)
  const { text: fullQuestion } = talk
  if (talk.gap !== undefined) return answerWithText(talk.gap)
  if (talk.combination) return combineAnswers(talk.combination, knowledge)
  if (talk.refused) return await answerWithCalls(talk.refused, fullQuestion, knowledge)
  if (talk.calls) return await answerWithCalls(talk.calls, fullQuestion, knowledge)
  const pastChanges = readHistoryRequest(fullQuestion)
  if (pastChanges) return referToScreen(pastChanges, knowledge, '')
  const both = splitChanges(fullQuestion, office)
  if (both) return proposeInTurn(both, office)
  const changes = readChanges(fullQuestion, office)
  const request = changes === null || changes === 'unclear' ? readScreenRequest(fullQuestion, office) : null
  if (request) return referToScreen(request, knowledge, `${onScreen}\n`)
  if (changes === 'unclear') return refuseChange(fullQuestion, knowledge)
  if (changes) return proposeRequestedChange(changes, office, await findTalkedRecords(talk, office))
  const leave = await answerAboutLeave(fullQuestion, knowledge)
  if (leave) return leave
  if (impossibleWords.test(fullQuestion)) return answerWithText(onlyReads)
  const guide = findAskedGuide(fullQuestion)
  if (guide) return answerWithGuide(guide, { question: fullQuestion, office })
  const asksForBalance = /^\s*잔액/.test(fullQuestion) || (fullQuestion.includes('퀵') && fullQuestion.includes('잔액'))
  // 퀵 잔액, then 이번 달 쓴 돈은: the balance has no days.
  const asksForSpending = readDays(fullQuestion, office.today) !== null && /쓴|썼|사용|충전|지출/.test(fullQuestion)
  if (asksForBalance && !asksForSpending) {
    const to = readDays(fullQuestion, office.today)?.range.to ?? office.today
    return runTool(quickBalance, to < office.today && !to.startsWith('-') ? { until: to } : {}, knowledge)
  }
  if (/(?:비밀\s*번호|비번|패스워드|암호).*(?:바꾸|바꿔|변경|재설정|찾|잊|잃|까먹)/.test(fullQuestion))
    return answerWithText(noPasswords)
  if (secretWords.test(fullQuestion)) return answerWithText(noSecrets)
  if (isHowToQuestion(fullQuestion))
    return whyWords.test(question)
      ? ((await answerWithinTalk(question, talk, knowledge)) ?? (await answerReason(fullQuestion, knowledge)))
      : null
  const recordAnswer = await answerFromRecords(
    asksForBalance ? fullQuestion.replace(/잔액[은는이가]?/, ' ') : fullQuestion,
    knowledge,
  )
  const [named] = findGuides(fullQuestion)
  if (recordAnswer !== null) return recordAnswer
  // 단축키 뭐 있어? names a how-to and nothing else.
  if (named?.isOfficeWork && named.covers(listWords(fullQuestion)))
    return answerWithGuide(named, { question: fullQuestion, office })
  return await answerWithinTalk(question, talk, knowledge)
}

/**
 * What follows records is about records, and never about what the public pages tell visitors. Null
 * if no records were talked about.
 */
async function answerWithinTalk(
  question: string,
  talk: Talk,
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<AsyncIterable<EngineStep> | null> {
  const conditions = asksForPages.test(question) ? null : await describeTalk(talk, knowledge.office)
  if (conditions === null) return null
  return (
    (await answerByWords(question, knowledge)) ??
    answerWithText(
      `‘${question.trim()}’${pickParticle(question.trim(), '을/를')} 알아듣지 못했습니다. 앞에서 답한 것: ${conditions}. 조건이나 항목, 합계처럼 그 기록에서 보실 것을 적어 주세요. 절차나 서류를 물으시려면 ‘어떻게’나 ‘절차’를 함께 적어 주세요.`,
    )
  )
}

/** 보류된 거 왜 보류인지: the notes of the cases in this state; null if no state is named. */
async function answerReason(
  question: string,
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<AsyncIterable<EngineStep> | null> {
  const { office } = knowledge
  const namesCases = caseBooks.some((book) => namesState(question, book, office))
  return namesCases ? await answerFromRecords(question, knowledge) : null
}

/** 왜 이렇게 많아: no page knows. */
const whyWords = /(?<![가-힣])왜(?![가-힣])/
const asksForPages = /절차|서류|안내|요건|자격|방법|어떻게|기간|뜻|이란/

/** 제일 급한 거 after cases: of these, unless the question before was about the day, too. */
async function isUrgentOfList(
  question: string,
  earlier: readonly string[],
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<boolean> {
  const last = earlier.at(-1)
  if (last === undefined || !isUrgentAlone(question) || answerOpener(last, knowledge)) return false
  return await hasDeadlines(await followTalk(earlier, knowledge.office), knowledge.office)
}

/** Whether the last of these questions was about records, which the public pages don't know. */
export async function isAfterRecords(history: ChatQuestion['history'], office: OfficeData): Promise<boolean> {
  const before = await followTalk(listOwnQuestions(history, office), office)
  return (await describeTalk({ text: '', calls: null, before }, office)) !== null
}

function listOwnQuestions(history: ChatQuestion['history'], office: OfficeData): readonly string[] {
  return history.reduce<readonly string[]>(
    (texts, { role, text }) =>
      role === 'user' && isOwnQuestion(text, texts, office) ? [...texts, readSpoken(text)] : texts,
    [],
  )
}

/** Whether a message asks or changes something, and neither undoes it nor only greets. */
function isOwnQuestion(text: string, earlier: readonly string[], office: OfficeData): boolean {
  const last = earlier.at(-1)
  const isField = last !== undefined && readBareWord(text).some(isFieldWord)
  return !isUndo(text, last, office) && (isField || !answerSmallTalk(text))
}

/** Whether a message takes back the last change, which may only have been proposed: 취소. */
function isUndo(text: string, last: string | undefined, office: OfficeData): boolean {
  const isAfterChange = last !== undefined && readChanges(last, office) !== null
  const isRequest = isUndoRequest(text) || (isAfterChange && withdrawal.test(text))
  return isRequest && (last === undefined || correctChange(text, last, office) === null)
}

const withdrawal = /^\s*(?:아니(?:야|요)?[,.]? ?)?(?:취소|하지 ?마(?:세요)?|그만(?:둬|두자)?|안 ?할래)(?:요)?[.!~]?\s*$/

/** The office's own number or address: 사무실 전화번호, 우리 팩스. */
function readContactQuestion(question: string): RegExp | null {
  const own =
    /(?<![가-힣])(?:(?:우리|저희|본)\s?)?(?:법무사\s?)?사무[소실](?:의|는|은)?\s?(?:대표\s?)?|(?<![가-힣])(?:우리|저희)\s?(?:대표\s?)?|^\s*대표\s?(?=전화|번호)|^\s*(?=팩스)/
  const match = own.exec(question)
  const noun =
    match &&
    /^(전화|팩스|주소|위치|이메일|메일|번호|연락처|사업자|등록\s?번호)(?:\s?번호)?[은는이가을를도]?\s*(?:좀|뭐|몇|어디|어떻게|알려|번호|등록|불러|[?？]|$)/.exec(
      question.slice(match.index + match[0].length),
    )
  const asked = contactFields.find(({ words }) => words.test(noun?.[1] ?? ''))
  return asked?.words ?? null
}

const contactFields = [
  { words: /전화|연락처|^번호/, label: '전화', key: 'telephone' },
  { words: /팩스|연락처/, label: '팩스', key: 'fax' },
  { words: /메일|연락처/, label: '이메일', key: 'email' },
  { words: /주소|위치/, label: '주소', key: 'address' },
  { words: /사업자|등록/, label: '사업자등록번호', key: 'registration_number' },
] as const

async function* answerWithContact(
  asked: RegExp,
  contact: NonNullable<Knowledge['contact']>,
): AsyncGenerator<EngineStep> {
  const lines = contactFields
    .filter(({ words }) => words === asked)
    .map(({ label, key }) => `사무소 ${label}: ${contact[key] || '적혀 있지 않습니다.'}`)
  yield* answerWithText(lines.join('\n'))
  yield {
    kind: 'part',
    part: { kind: 'sources', title: '출처', links: [{ label: '연락처와 오시는 길', href: '/contact' }] },
  }
}

function readScreenRequest(question: string, { today }: OfficeData): ScreenRequest | null {
  const { from = null, to = null } = readDays(question, today)?.range ?? {}
  return readRequest(question) ?? readWish(question, from !== null && from === to && from >= today)
}

/** Proposes the first of two changes and says how to ask for the second one. */
async function* proposeInTurn(
  { first, second }: NonNullable<ReturnType<typeof splitChanges>>,
  office: OfficeData,
): AsyncGenerator<EngineStep> {
  yield { kind: 'delta', text: `한 번에 한 가지씩 바꿉니다. 이것을 적용하신 뒤에 ‘${second}’라고 적어 주세요.\n` }
  yield* proposeRequestedChange(first, office)
}

async function* referToScreen(
  { guide, search }: ScreenRequest,
  knowledge: Knowledge & { readonly office: OfficeData },
  introduction: string,
): AsyncGenerator<EngineStep> {
  if (introduction !== '') yield { kind: 'delta', text: introduction }
  yield* answerWithGuide(guide, { question: guide.title, office: knowledge.office })
  const records = search === '' ? null : await searchRecords(search, knowledge)
  if (records) yield* records
}

/** Refuses a change that is not understood or is made on a screen, and finds its records. */
async function* refuseChange(
  question: string,
  knowledge: Knowledge & { readonly office: OfficeData },
): AsyncGenerator<EngineStep> {
  if (/등기/.test(question) && /(?:완료|취소|보류|대기|종결|진행|지연)/.test(question))
    return yield* answerWithText(derivedState)
  const unsaid = readUnsaidState(question)
  if (unsaid) return yield* askForState(unsaid, question)
  const label = findFixedField(question, knowledge.office)
  if (label === null) return yield* answerWithText(unclearChange)
  yield* answerWithText(
    `‘${label}’${pickParticle(label, '은/는')} 대화에서 바꾸지 않습니다. 기록을 열어 고쳐 주세요. 대화에서는 상태와 날짜, 금액, 담당자, 비고를 바꿀 수 있습니다.\n`,
  )
  const [name] = listWords(readFields(question).rest)
  const records = name === undefined ? null : await searchRecords(name, knowledge)
  if (records) yield* records
}

/** Asks which state a record is to have: after 보류 풀어줘, each that a record in progress may have. */
async function* askForState(
  { subject, words }: NonNullable<ReturnType<typeof readUnsaidState>>,
  question: string,
): AsyncGenerator<EngineStep> {
  const { fields }: { fields: readonly Field[] } = getBook(/문의/.test(question) ? 'inquiries' : 'deposit-cases')
  const states = fields.filter(({ label }) => label.endsWith('상태'))
  const labels = states.flatMap(({ choices = [] }) => choices).map(({ label }) => label)
  const others = labels.filter((label) => !words.includes(label) && !/취소|보류/.test(label))
  yield* answerWithText(
    `‘${words}’만으로는 어느 상태로 바꿀지 알 수 없어 아무것도 바꾸지 않았습니다. 상태는 ${labels.join(', ')}입니다.`,
  )
  const questions = others.map((label) => `${subject} ${label}${josa.pick(label, '으로/로')} 바꿔 줘`.trim())
  yield { kind: 'part', part: { kind: 'suggestions', questions } }
}

/** Offers to undo what was applied last; the screen shows it with a button. */
async function* offerUndo(): AsyncGenerator<EngineStep> {
  yield* answerWithText(undoText)
  yield { kind: 'part', part: { kind: 'undo' } }
}

const undoText =
  '실행 취소: 제안만 하고 적용하지 않은 것은 바뀌지 않습니다. 대화에서 마지막으로 적용한 변경은 ‘되돌리기’를 누르면 되돌아갑니다. 표에서 고친 것은 표 위의 화살표 단추로 되돌립니다.'

const onScreen = '추가와 삭제, 신청과 출력은 대화에서 하지 않습니다. 화면에서 해 주세요.'

/**
 * Searches records for the words of a question that no page answers, such as a bare name; null when
 * nothing is found.
 */
export async function answerByWords(
  question: string,
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<AsyncIterable<EngineStep> | null> {
  // 미수금은 어떻게 봐: no public page explains it, so the answer is its screen.
  if (isHowToQuestion(question))
    return findOwnGuides(question, knowledge).length > 0
      ? runTool(findScreen, { words: question.slice(0, 200) }, knowledge)
      : null
  const words = listWords(question)
  const nouns = words.filter((word) => !participle.test(word))
  const search = (nouns.length > 0 ? nouns : words).join(' ')
  const [guide] = findOwnGuides(question, knowledge).filter(({ kind, covers }) => kind === 'how-to' || covers(words))
  // 대위상속 빼고: a search would find just these.
  if (search !== '' && excluding.test(question)) return answerWithText(noWhole)
  if (search === '') return guide ? answerWithGuide(guide, { question, office: knowledge.office }) : null
  const records = await searchRecords(search, knowledge)
  const asksForRecords =
    /내역|기록|있[어나는니]|찾아|목록|썼|쓴/.test(question) && nouns.length > 0 && nouns.length <= 2
  if (records === null && guide && (!asksForRecords || guide.covers(words)))
    return answerWithGuide(guide, { question, office: knowledge.office })
  return records ?? (asksForRecords ? answerWithText(describeAbsence(search)) : null)
}

const excluding = /(?<=\S)\s?(?:빼고|제외|말고)(?:하고)?(?=\s|$)/
const noWhole = '무엇에서 빼고 찾을지 알 수 없습니다. 어느 장부의 기록인지 함께 적어 주세요.'

/** Words that find no record: 충전한, 변경된. */
const participle = /^[가-힣]{2,}(?:한|된|하는|되는|할|될)$/

function describeAbsence(words: string): string {
  return `‘${words}’${pickParticle(words, '이/가')} 들어 있는 기록은 사건과 세대, 주소, 문의, 퀵, 카드사용내역 어디에도 없습니다.`
}

async function searchRecords(
  search: string,
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<AsyncIterable<EngineStep> | null> {
  const books = (
    ['deposit-cases', 'real-estate', 'real-estate-units', 'inquiries', 'addresses', 'quick-deliveries'] as const
  ).filter((name) => knowledge.office.collections.has(name))
  const inputs = await Promise.all(
    books.map(async (collection) => ({
      ...(await placeWords(search, collection, knowledge.office)),
      collection,
      sort: [],
      limit: 20,
      show: [],
      sums: [],
    })),
  )
  const counts = await Promise.all(
    inputs.map((input) => knowledge.office.find(input.collection, toQuery(input), { limit: 1, sums: [] })),
  )
  const found = inputs.filter((_, index) => (counts[index]?.count ?? 0) > 0)
  const uses = knowledge.office.collections.has('card-usage')
    ? await knowledge.office.sum('card-usage', { filters: [], search, sort: [] }, { sums: [], by: null })
    : { count: 0 }
  const answers = [
    ...found.map((input) => runTool(findRecords, input, knowledge)),
    ...(uses.count > 0 ? [runTool(cardUsageTotals, listUses(search, knowledge.office), knowledge)] : []),
  ]
  return answers.length === 0 ? null : chainAnswers(answers)
}

/** The words as a search, or as conditions on the fields that the general search leaves out. */
async function placeWords(
  search: string,
  collection: CollectionName,
  office: OfficeData,
): Promise<{ readonly search: string; readonly filters: Filter[] }> {
  const same = { search, filters: [] }
  const { count } = await office.sum(collection, { ...same, sort: [] }, { sums: [], by: null })
  if (count > 0) return same
  const held = await Promise.all(search.split(' ').map((word) => findHolders(word, { collection }, office)))
  const filters = held.flatMap(([first]) => (first ? [first.filter] : []))
  return filters.length === held.length ? { search: '', filters } : same
}

function listUses(search: string, { today }: OfficeData) {
  return cardUsageTotals.parameters.parse({ from: firstDay, to: today, search, by: 'use', limit: 10 })
}

async function* chainAnswers(answers: readonly AsyncIterable<EngineStep>[]): AsyncGenerator<EngineStep> {
  for (const answer of answers) yield* answer
}

const noSecrets =
  '주민등록번호와 비밀번호는 대화로 알려 드리지 않습니다. 당사자의 주민등록번호는 그 기록에서 사유를 적고 한 건씩 확인해 주세요.'

/** Requests for what the chat cannot do: sending, calling, forecasting, translating. */
const impossibleWords =
  /(?:문자|카톡|카카오톡|알림톡|메일|팩스)[^?]{0,30}(?:보내|발송해|전송해)\s?(?:줘|주|라)|전화[^?]{0,20}걸어\s?(?:줘|주)|예측|전망|번역/

const onlyReads =
  '그 일은 대화에서 못 합니다. 장부의 기록을 찾고 세고 더하고 견주는 일, 화면과 방법을 알려 드리는 일, 상태와 날짜, 금액, 담당자, 비고의 변경을 제안하는 일을 합니다.'

const noPasswords =
  '이 앱에는 비밀번호가 없습니다. 카카오나 기아 계정으로 로그인하므로 비밀번호는 그 계정에서 바꿔 주세요. 로그인한 기기는 ‘로그인한 기기’ 화면에서 보고 내보낼 수 있습니다.'

const derivedState =
  '등기 사건의 상태는 직접 바꾸지 않고 날짜에서 나옵니다. 등기접수일을 적으면 진행중, 등기필증 수령일을 적으면 완료가 되며, 취소와 보류는 없습니다. ‘홍길동 등기 사건 등기필증 수령일을 오늘로 적어 줘’처럼 물어보시면 변경을 제안해 드립니다.'

const unclearChange =
  '무엇을 어떻게 바꿀지 알아듣지 못했습니다. ‘홍길동 공탁 사건 상태를 완료로 바꿔 줘’, ‘홍길동 사건 입금일을 오늘로 적어 줘’처럼 물어보시면 변경을 제안해 드립니다. 상태와 날짜, 금액, 담당자, 비고만 바꿀 수 있습니다.'
