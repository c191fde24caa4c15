import { findGuides, type Guide } from '#domain/help/find-guides.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { EngineStep, OfficeData } from './knowledge.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { findAskedLabel, isAskedField, readFields } from './reading/read-fields.ts'
import { readHeadNoun } from './reading/read-head-noun.ts'
import { describeGuide, findOwnGuides, findScreen } from './tools/find-screen.ts'

/**
 * Finds the guide for a question on how or where to do something in the app; null for legal
 * procedure.
 */
export function findAskedGuide(question: string): Guide | null {
  if (asksToCalculate(question)) return findGuides('취득세 계산')[0] ?? null
  // 잘못 지웠는데: what was deleted comes back, and is not corrected.
  const restored = /지[웠운워]|삭제[했한된됐]/.test(question) && /되돌|되살|복구|살릴/.test(question)
  const guides = findGuides(restored ? '삭제한 기록 되살리기' : question)
  const changes = guides.find(({ title }) => title === '등기 변동 확인')
  if (changes && readHeadNoun(question) === null) return changes
  const [best] = guides
  // 직원 명단, 우리 직원 연락처: the office's own people, unless a company is named.
  const [staff] = staffWords.test(question) ? findGuides('사용자 관리') : []
  if (staff && listWords(question.replace(staffWords, ' ')).length === 0) return staff
  if (asksHow(question) || isHowToQuestion(question)) {
    const guide = guides.find(({ kind }) => kind === 'how-to') ?? best
    if (guide?.isOfficeWork) return guide
  }
  // 인터넷 끊겨도 입력돼
  const isAskedOf = asksWhetherPossible.test(question) && !/얼마|몇|언제|어떻게|누가|어디/.test(question)
  if (best?.kind === 'how-to' && isAskedOf) return best
  // 조보람 등기 사건 열어 줘: a record, not a screen.
  const opensRecord = asksToOpen(question) && best?.covers(listWords(question)) === false
  return best && isScreenQuestion(question) && !opensRecord && !asksForValue(question) ? best : null
}

const staffWords =
  /(?<![가-힣])(?:직원|동료)(?:들)?[의은는이]? ?(?:명단|목록|리스트|연락처|전화|휴대폰|핸드폰|이?메일|누구|몇 ?명)[가-힣]{0,4}/

const asksWhetherPossible = /(?:돼|되나|되니|되냐|될까|됩니까|가능해|가능한가)요?\s*[?？]?$/

/** Asks for something to be opened: a screen or a record. */
export function asksToOpen(question: string): boolean {
  return /(?:열어|띄워|펼쳐)(?:\s?(?:줘|주세요|줄래|봐|보여|라)|\s?[.!?]?\s?$)/.test(question)
}

/**
 * A request for the history and the records of a name (누가 조보람 사건 고쳤어); null for any other question.
 */
export function readHistoryRequest(question: string): ScreenRequest | null {
  if (
    !/(?:누가|누구)[^?]{0,60}(?:고쳤|고친|바꿨|바꾼|수정했|수정한|변경했|변경한)|언제[^?]{0,60}(?:수정됐|바뀌었|바뀐|변경됐|고쳐졌)/.test(
      question,
    )
  )
    return null
  const [guide] = findGuides('이력 변경')
  return guide ? { guide, search: listWords(readFields(question).rest).join(' ') } : null
}

/** The steps of a guide with links to its screens, or who may do it. */
export async function* answerWithGuide(
  guide: Guide,
  { question, office }: { readonly question: string; readonly office: OfficeData },
): AsyncGenerator<EngineStep> {
  yield { kind: 'tool', name: findScreen.name, label: findScreen.label({ words: question }) }
  const { kind, title } = guide
  if (guide.isForSuperusers && !office.asker.isSuperuser) {
    const text =
      kind === 'screen'
        ? `‘${title}’ 화면은 최고관리자만 열 수 있습니다. ${guide.text}`
        : `‘${title}’${pickParticle(title, '은/는')} 최고관리자만 할 수 있습니다. 최고관리자에게 부탁해 주세요.`
    return yield* answerWithText(text)
  }
  for (const part of describeGuide(guide, findOwnGuides(question, { office })))
    if (part.kind === 'text') yield { kind: 'delta', text: part.text }
    else yield { kind: 'part', part }
}

/**
 * Finds the guide for a request for a file or paper, which come from the screens: 이거 엑셀로 뽑아 줘,
 * 목록 인쇄해 줘.
 */
export function readExportRequest(question: string): Guide | null {
  const isFile = /엑셀|xlsx?|csv|피디에프|pdf|프린트|인쇄|종이|출력|한글\s*파일|hwp/i.test(question)
  const isRequest =
    /(?:뽑|내려|다운|내보내|저장|변환|만들|출력|인쇄|프린트)[가-힣]{0,4} ?(?:좀 ?)?(?:해 ?)?(?:받아 ?)?(?:줘|주|달라|될까|되나|돼|가능|볼래|둬|놔)|(?:으로|로) ?(?:좀 ?)?(?:해|줘|주세요|보내)|(?:인쇄|출력|프린트|엑셀) ?(?:좀|부탁[가-힣]{0,5}|요) ?[?.!]?$|(?:뽑|다운|내보내)[가-힣]{0,5} ?[?.!]?$|(?:으로|로) ?(?:저장|출력|받기)(?:하기)? ?[?.!]?$/.test(
      question,
    )
  if (!isFile || !isRequest) return null
  return findGuides(question).find(({ kind }) => kind === 'how-to') ?? findGuides('엑셀 내보내기')[0] ?? null
}

/** A request for something that is done on a screen: 새 사건 추가해 줘, 홍길동 삭제해 줘. */
export interface ScreenRequest {
  readonly guide: Guide
  /** The words that name the record; empty for a new one. */
  readonly search: string
}

/**
 * Reads a request for work that is done on a screen, not by the chat; null for any other question.
 */
export function readRequest(question: string): ScreenRequest | null {
  const decision = readDecision(question)
  if (decision) return { guide: decision, search: '' }
  const verb = requestVerb.exec(question) ?? readEntryVerb(question)
  if (!verb || secretWords.test(question)) return null
  const isDeletion = deletionVerb.test(verb[0])
  const isAddition = /추가|등록|생성|만들|입력/.test(verb[0])
  // 김하나 비고 지워 줘 is a change of a field.
  if (isDeletion && readFields(question).fields.length > 0) return null
  const usual = isDeletion ? '기록 삭제' : isAddition ? '사건 추가' : ''
  const guide = [...findGuides(question), ...findGuides(usual)].find(({ kind }) => kind === 'how-to')
  return guide ? { guide, search: isDeletion ? listWords(question.replace(requestVerb, ' ')).join(' ') : '' } : null
}

/** Requests are decided on their screen, whatever is named: 김가온 거 승인해 줘. */
export function readDecision(question: string): Guide | null {
  const isDecision = /(?:승인|반려|결재) ?(?:처리 ?)?(?:좀 ?)?해 ?(?:줘|주세요|줄래|주라)[.!~]?\s*$/.test(question)
  return isDecision ? (findGuides('휴가 승인').find(({ kind }) => kind === 'how-to') ?? null) : null
}

/** Work without 해 줘 (공탁 신규 등록), or an entry of a ledger with its values: 점심 12000원 카드 입력해 줘. */
function readEntryVerb(question: string): RegExpExecArray | null {
  const verb =
    /(?:추가|등록|입력|기록|작성|출력|인쇄|발급|복구|복원|신청|넣어|적어|올려)\s?(?:해|하기|하자|할게|할래|요|좀)?\s?(?:줘|주세요|줄래|놔)?\s?[.!]?$/.exec(
      question,
    )
  if (!verb || /(?:어디|어떻게|누가|몇|얼마|목록|내역|현황)/.test(question)) return null
  const [guide] = findGuides(question).filter(({ kind }) => kind === 'how-to')
  if (!guide) return null
  const isEntry = /^(?:카드 내역 추가|퀵 배송 기록|휴가 신청)$/.test(guide.title)
  const isBare = !/\d|오늘|어제|내일|이번|지난|다음|신청$/.test(question) && !/^(?:넣어|적어|올려|기록)/.test(verb[0])
  return (isEntry && /\d\s?원|천원|만원|연차|반차|병가|휴가|배송/.test(question) && !/^신청$/.test(verb[0])) || isBare
    ? verb
    : null
}

/**
 * A wish without a request, of work that is done on a screen: 12월 24일 연차 쓸게, 퀵 하나 추가 - 등기과 12,500원.
 * `isAhead`: it names one day from today on.
 */
export function readWish(question: string, isAhead: boolean): ScreenRequest | null {
  if (/어떻게|어디|누가|누구|얼마|몇|언제|왜|[?？]\s*$/.test(question)) return null
  const [, head = ''] =
    /^([^-–—:]*(?:추가|등록|입력|기록))(?:\s?(?:해|좀)\s?(?:줘|주세요)?)?\s*[-–—:]\s*\S/.exec(question) ?? []
  const isLeave =
    /휴가|연차|반차|병가/.test(question) && (leaveWish.test(question) || (isAhead && /신청 ?[.!~]?$/.test(question)))
  const guide = findGuides(isLeave ? '휴가 신청' : head).find(({ kind }) => kind === 'how-to')
  return guide ? { guide, search: '' } : null
}

const leaveWish =
  /(?:(?:쓸|낼|갈|올릴|신청할) ?(?:게|래|거)|(?:쓰|내|신청하)겠|(?:내|올려) ?(?:줘|주세요)|신청합니다)[가-힣]{0,3} ?[.!~]?$/

const deletionVerb = /삭제|제거|지워|없애/
const requestVerb =
  /(?:추가|등록|생성|삭제|제거|취소|작성|발급|인쇄|출력|신청|초대|승인|반려|충전|복구|복원|실행\s?취소)\s?(?:좀\s?)?(?:해\s?)?(?:줘|주세요|줄래|주라|주십시오|부탁)|(?:(?<!표[로를]?\s?)만들어|지워|없애|되살려|되돌려|돌려\s?놔)\s?(?:줘|주세요|줄래|주라|주십시오)/

function isScreenQuestion(question: string): boolean {
  // 미수금이 가장 많은 구간은 어디야? asks for records, not for a screen.
  if (
    /(?:어디|어느|누)[가-힣]{0,4} ?(?:더|많|적)|얼마|썼|긁었|가장|제일|최고|최대|많은|큰\s*순|어디(?:로|라고)?\s*(?:돼|되)/.test(
      question,
    )
  )
    return false
  // Deleted records are in no book.
  if (/삭제(?:한|된|했)|지(?:운|웠)/.test(question)) return true
  return /어디(?:서|에서|에|로)?(?:\s|$|[가-힣?])|화면|메뉴|페이지|열어|열기|이동|바로\s*가기|들어가(?:는\s*(?:곳|데|법|메뉴)|려)|(?:리포트|보고서)[를을]?\s*(?:보고|보여|볼|띄)/.test(
    question,
  )
}

/**
 * Whether the question asks to calculate, which the forms do and not the chat: 취득세 계산해 줘 3억 아파트.
 */
function asksToCalculate(question: string): boolean {
  const isPriced = /\d\s?(?:억|천만|만)/.test(question) && !/사건|이상|이하|미만|초과|넘|건(?:\s|$)/.test(question)
  return (
    /(?:취득세|등록세|등록면허세|교육세|인지세|채권)[은는을를]?\s?(?:[^?\s]{1,8}\s){0,3}(?:좀\s?)?계산\s?(?:좀\s?)?(?:해|하|$)/.test(
      question,
    ) ||
    (isPriced && /(?:취득세|등록세|등록면허세)[은는이가]?\s?(?:얼마|몇|어떻게)/.test(question))
  )
}

/** Whether a question asks how to do what it names. */
function asksHow(question: string): boolean {
  return /[가-힣]려면|는\s?법(?=[\s?.!은을이]|$)|(?<![보알]|찾)고\s?싶|(?<!수령\s?)방법|어떻게\s?하|(?<![볼알]|찾을)\s수\s?있|너무\s[가-힣]|(?:어디|뭘)\s?눌러|[하되치꾸우리나뀌기]면(?:요|은| ?어떻게 ?[가-힣]{0,5}| ?어떡[가-힣]{0,5})? ?[?？]?$|면\s[^?]{0,20}(?:바뀌|되|돼|어떻게)/.test(
    question,
  )
}

/**
 * Whether a question asks how something is done or what it means, which the public pages explain.
 */
export function isHowToQuestion(question: string): boolean {
  // 휴가 왜 반려됐어: the reason is in the record.
  if (asksForValue(question) || recordReason.test(question)) return false
  if (
    /(?:사건|건)(?:의|은|는)?\s.*(?:뭐|무엇|언제)|(?:사건|건|거|것|게)[이가은는]?\s*뭔|몇\s*[건개명곳번]|건수|합계|평균|총액|(?:사건|건|거|것|게)[이가은는]?\s*(?:뭐|무엇)|가장|제일|최대|최고|해야\s*(?:할|하는|되는)\s*(?:일|사건|것|게|건|거|등기|공탁|업무)|어떻게\s*(?:돼|되|됐|되었|된)/.test(
      question,
    )
  )
    return false
  return /어떻게|어디(?:에)?다가?\s|(?<!수령\s?)방법(?!원)|절차|무엇인가|뭔가요|뭐(?:예요|에요|야|죠)|무슨\s*뜻|뜻이|이란|필요한\s*서류|준비\s*서류|준비물|(?<!얼마나\s?)되나요|될까요|할\s*수\s*있|가능한가|왜\s|해야\s*하/.test(
    question,
  )
}

const recordReason = /(?:왜|이유)[^?]{0,20}(?:반려|거절|보류|취소|지연|늦)|(?:반려|거절|보류|지연)[^?]{0,12}(?:왜|이유)/

/** Whether it asks for the value of a field of a named record: 장하람 공탁번호 뭐야. */
function asksForValue(question: string): boolean {
  const text = question.replace(/[?？!.~]$/, '')
  const { fields, rest } = readFields(text)
  const asksForContact = /(?:메일|연락처|전화|번호|대표자?|회사)[은는이가]?\s?(?:뭐|무엇|몇)/.test(text)
  const asksForLabel = valueBooks.some((book) => findAskedLabel(book, text))
  const isAsked =
    asksForContact ||
    asksForLabel ||
    fields.some((field) => isAskedField(text, field) && /뭐|무엇|언제|얼마|누구|어디/.test(text.slice(field.end)))
  return isAsked && !/뜻|어떻게|절차|왜/.test(text) && listLeftoverWords(rest).length > 0
}

const valueBooks = ['projects', 'real-estate-groups', 'companies', 'banks', 'managers', 'inquiries'] as const

/** Numbers that the chat never reveals. */
export const secretWords = /주민(?:\s*등록)?\s*번호|비밀\s*번호|여권\s*번호|암호/

/** The words of a text that may be names. */
export function listWords(text: string): string[] {
  return listLeftoverWords(text).map(({ word }) => word)
}

export async function* answerWithText(text: string): AsyncGenerator<EngineStep> {
  yield { kind: 'delta', text }
}
