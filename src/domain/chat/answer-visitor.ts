import type { AnswerPart, SiteLink } from '#contract/chat/answer.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { isOtherWork } from '#domain/site-search/rank-sections.ts'
import { isEnglish } from '#domain/site-search/read-english.ts'
import { stripOpening } from '#domain/site-search/strip-opening.ts'
import { correctEverydaySpelling } from '#domain/text/everyday-spelling.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'
import { withParticle } from '#domain/text/with-particle.ts'
import { answerEnglish } from './answer-english.ts'
import type { ChatQuestion, EngineStep, FoundPassage, Knowledge, PageSearch } from './knowledge.ts'

type VisitorKnowledge = Pick<Knowledge, 'pages' | 'contact'>

/**
 * Answers a visitor from the office's public texts, quoting the best passage with links to it and
 * its neighbors; says nothing that no page says. Without a network it runs on the visitor's device.
 */
export async function* answerVisitor(request: ChatQuestion, knowledge: VisitorKnowledge): AsyncGenerator<EngineStep> {
  yield* answerDirectly(request.question, knowledge) ?? answerFromPages(request, knowledge)
}

/** Answers what needs no page: a greeting, the wish for a person, a question for a judgement. */
export function answerDirectly(question: string, knowledge: VisitorKnowledge): AsyncIterable<EngineStep> | null {
  const courtesy = answerCourtesy(question, exampleQuestions)
  if (courtesy) return courtesy
  const rest = stripOpening(question)
  if (rest === '' && question.trim() !== '') return greet(courtesies[0].answer, exampleQuestions)
  if (shortReply.test(question.trim())) return greet(askInSentence, exampleQuestions)
  if (isEnglish(rest)) return answerEnglish(rest, knowledge)
  if (isComplaint(rest)) return apologize(knowledge)
  if (asksForPerson(rest)) return introducePerson(knowledge)
  return isJudgementQuestion(rest) ? referToPerson(knowledge) : null
}

/** 네, 응, 다시: no question, and the rules ask nothing that it could answer. */
const shortReply =
  /^(?:네+|넵|예|응|아니[요오]?|아뇨|몰라요?|모르겠[가-힣]*|글쎄요?|다시|음+|그래요?|[ㅋㅎㅠㅜ]+|알겠[가-힣]*|오케이|ok)[.!?~ ]*$/i
const askInSentence = '궁금한 점을 한 문장으로 적어 주시면 찾아 드립니다. 예를 들어 이렇게 물어보실 수 있습니다.'

/** The answer to a greeting or thanks; null for a question. */
function answerCourtesy(question: string, examples: readonly string[]): AsyncIterable<EngineStep> | null {
  const courtesy = courtesies.find(({ words }) => words.test(question.trim()))
  return courtesy ? greet(courtesy.answer, examples) : null
}

async function* greet(text: string, examples: readonly string[]): AsyncGenerator<EngineStep> {
  yield { kind: 'delta', text }
  yield { kind: 'part', part: { kind: 'suggestions', questions: [...examples] } }
}

export const searchStep: EngineStep = { kind: 'tool', name: 'search_pages', label: '공개된 안내에서 찾고 있습니다.' }

export async function* answerFromPages(request: ChatQuestion, knowledge: VisitorKnowledge): AsyncGenerator<EngineStep> {
  yield searchStep
  const found = await searchPages(request, knowledge.pages)
  const [best] = found
  if (!best) return yield* answerNotFound(request, knowledge)
  yield* quotePassages(found, knowledge.contact)
  if (best.isGeneral || isOtherWork(best.link)) yield { kind: 'part', part: contactLink }
}

export function searchPages({ question, history }: ChatQuestion, pages: PageSearch): Promise<readonly FoundPassage[]> {
  const earlier = history.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
  return pages.search(question, 3, earlier)
}

export async function* quotePassages(
  found: readonly FoundPassage[],
  contact: Knowledge['contact'],
): AsyncGenerator<EngineStep> {
  const shown = found[0]?.isReply ? found : found.slice(0, 1)
  const missing = found[0]?.missing ?? []
  const remark =
    missing.length === 0
      ? ''
      : `\n\n${withParticle(missing.join('·'), '은/는')} 공개된 안내에 없습니다. ${describeReach(contact)} 물어봐 주세요.`
  yield { kind: 'delta', text: shown.map(quotePassage).join('\n\n') + remark }
  yield { kind: 'part', part: { kind: 'sources', title: '출처', links: listLinks(found) } }
}

/**
 * Refers to a person, and to the pages about the matters that the question names. Examples only
 * after the first question without an answer: they don't get nearer to it.
 */
async function* answerNotFound(
  { question, history }: ChatQuestion,
  { pages, contact }: VisitorKnowledge,
): AsyncGenerator<EngineStep> {
  const near = await findNearPages(question, pages)
  const hasMissedBefore = history.some(({ role, text }) => role === 'assistant' && text.startsWith(notFound))
  const text = hasMissedBefore ? notFoundAgain : `${notFound} ${notFoundLimits}`
  yield { kind: 'delta', text: `${text} ${describeContact(contact)}` }
  if (near.length > 0) yield { kind: 'part', part: { kind: 'sources', title: '혹시 이것을 찾으셨나요', links: near } }
  yield { kind: 'part', part: contactLink }
  if (near.length === 0 && !hasMissedBefore)
    yield { kind: 'part', part: { kind: 'suggestions', questions: [...exampleQuestions] } }
}

/** The best page for each matter named, then the second best ones. */
async function findNearPages(question: string, pages: PageSearch): Promise<SiteLink[]> {
  const words = normalizeForSearch(question.slice(0, maxReadLength)).replace(/[^가-힣a-z0-9]+/g, ' ')
  const named = [...new Set(words.match(namedMatters))]
  const specific = named.filter((matter) => !generalMatters.has(matter))
  const matters = (specific.length > 0 ? specific : named).slice(0, maxNearPages)
  const found = await Promise.all(matters.map((matter) => pages.search(matter, 2)))
  return listLinks([0, 1].flatMap((rank) => found.flatMap((passages) => passages[rank] ?? [])))
}

const maxNearPages = 3

/** Say little if another matter is named. */
const generalMatters: ReadonlySet<string> = new Set(['등기', '부동산', '아파트', '빌라', '오피스텔', '법인', '회사'])

/** Matters of the pages, as people write them. */
const namedMatters =
  /상속포기|한정승인|상속|증여|매매|신탁|근저당|저당|임차권|보증금|월세|임대|가압류|강제집행|말소|수용|보상금|공탁|출급|법인|회사|설립|임원|이사회|본점|증자|해산|등기필증|권리증|지급명령|소장|소송|재판|빌려[준주가]|유언|취득세|세금|인감증명서?|등본|초본|명의|재개발|잔금|부동산|아파트|빌라|오피스텔|등기|주차|예약|상담|방문|견적|외국/g

/** Questions for a legal judgement: who wins, who is punished, what a claim is worth. */
const judgementPatterns = [
  /(?:이길|이기는|승소할?|패소할|질) ?(?:수 ?있|까|가능|확률|것 ?같|겠|하나)/,
  /(?:승산|승소 ?가능성|유리|불리)[은는이가]? ?(?:있|얼마|한가|할까|합니까)/,
  /(?:처벌|구속|기소|유죄|무죄|징역|집행 ?유예)[을를이가은는도]? ?(?:받|되|될|돼|당|나오|인가|일까|살)/,
  /(?:위법|불법|합법|(?<!(?:통지|편지|문자|전화|우편|안내)[가-힣 ]{0,12})사기|횡령|배임|무효)(?:죄)?(?:인가|일까|인지|인데|이에요|예요|입니까|아닌가|가 ?되|가 ?될)/,
  /(?:위자료|합의금|배상금|배상액)[은는이가을를]? ?얼마/,
  /누구(?:의)? ?(?:잘못|책임)|(?:제|저의|내|상대방|상대) ?(?:잘못|책임)(?:인가|일까|인지|이에요|입니까)/,
]

function isJudgementQuestion(question: string): boolean {
  const beginning = question.slice(0, maxReadLength)
  return judgementPatterns.some((words) => words.test(beginning))
}

/** What somebody is displeased with: the office, its work or this chat. */
const complaintPatterns = [
  /불친절|(?<!(?:금액|액수|보상금|판결|결정|재결)[에이]? ?)불만(?:이|을|도|스| |$)|불쾌|항의|컴플레인|클레임|민원|성의 ?없|무성의|답답|실망|화가? ?나|짜증|어이 ?없|최악|엉망|못 ?믿겠|불편(?:해|했|합|하네|신고)/,
  /(?:담당자|직원|법무사|사무[실소]|여기|일 ?처리|답변|답장|회신|연락|전화)(?:님|분)?[이가은는도을를]? ?(?:너무 ?|왜 ?이렇게 ?|정말 ?|아직도? ?|하나도 ?|전화[를도]? ?|연락[을도]? ?)*(?:늦[어네는게]|느[리려린]|안 ?[와오줘받]|없[어네]|대충|틀[렸리]|별로)/,
  /^(?:(?:돈|비용|수수료|보수|선금|계약금)[을를도]? ?)?(?:다시 ?)?(?:환불|돌려) ?(?:해 ?)?(?:주세요|줘요?|받고 ?싶[가-힣]*|되나요|해 ?달라[가-힣]*)$/,
  /제대로 ?(?:좀 ?)?(?:대답|답|알려|말)|(?:말|답변?)[이을]? ?(?:안 ?통|이상)|동문서답|엉뚱한 ?(?:말|답|소리)|헛소리|딴소리/,
  /바보|멍청|병신|쓸모 ?없|쓰레기|꺼져/,
]

function isComplaint(question: string): boolean {
  const words = normalizeForSearch(question.slice(0, maxReadLength)).replace(/[?!.,~]+/g, ' ')
  const text = correctEverydaySpelling(words.trim())
  // A case tells of other people: 집주인이 연락이 안 와요.
  if (text.length > maxPersonRequest || otherParties.test(text)) return false
  return complaintPatterns.some((pattern) => pattern.test(text))
}

const otherParties =
  /주인|임대인|임차인|세입자|상대방?|채무자|채권자|매도인|매수인|은행|법원|등기소|구청|시청|회사|형제|(?<= |^)형[이은]|누나|동생|남편|아내|판매|쇼핑|이웃|옆집|보증금|공탁|상속|소송|소장|지급명령/

async function* apologize({ contact }: VisitorKnowledge): AsyncGenerator<EngineStep> {
  const reach = contact ? `전화(${contact.telephone}, ${contact.hours})나 문의하기로` : '전화나 문의하기로'
  yield { kind: 'delta', text: `${apology} ${reach} 알려 주시면 담당자가 확인하고 답해 드립니다.` }
  yield { kind: 'part', part: contactLink }
}

const apology = '불편을 드려 죄송합니다. 여기서는 공개된 안내만 찾아 드릴 수 있으니,'

/** Requests for a person instead of this chat: 상담원 연결, 사람이랑 얘기하고 싶어요, 전화 주세요. */
const personPatterns = [
  /^(?:진짜 ?|실제 ?)?(?:상담[원사]|사람|담당자|직원|법무사)(?:님|분)?(?:[을를이가은는좀]|이?랑|하고|[과와])?(?: ?(?:있|계[세신시]|주세요|좀|요|부탁|나와|나오|불러|해 ?주세요)[가-힣 ]{0,12})?$/,
  /(?:상담[원사]|사람|담당자|실무자|직원|법무사)(?:님|분)?(?:[을를이가은는의좀]|이?랑|하고|[과와]|한테|에게|께|으로|로)? ?(?:좀 ?)?(?:직접 ?|전화로 ?|바로 ?|다시 ?|나중에 ?|이따가? ?|따로 ?)*(?:상담(?!료|비|시간| ?(?:비용|시간|예약))|통화|전화|연결|연락|바꿔|바꾸|얘기|이야기|대화|말씀|말하|말할|물어|문의)/,
  /(?:챗봇|로봇|기계|봇|인공지능|ai)(?:이|은|는)? ?(?:말고|싫|아닌|대신)/,
  /^(?:직접 ?|전화로? ?)*(?:통화|대화)[가-힣]* ?(?:하|원|가능|할|해|되|부탁|요청|희망|싶)/,
  /^(?:통화|전화 ?연결|전화 ?상담|콜백|상담 ?연결|연결)(?: ?(?:좀|요|주세요|요청|신청|부탁|원|하고|가능|되|돼|해)[가-힣 ]*)?$/,
  /^(?:저(?:한테|에게)? ?|제게 ?|좀 ?|빨리 ?|지금 ?|다시 ?|나중에 ?|이따가? ?|오늘 ?|내일 ?|(?:아까|방금)? ?(?:물어본|문의한|질문한) ?[거것건][은는을를이가도]? ?)*(?:전화|연락)[을를]? ?(?:좀 ?)?(?:한번 ?)?(?:해 ?)?(?:다시 ?)?(?:주[세실시]|줘|줄|부탁|바랍|받고 ?싶|요망)[가-힣 ]*$/,
  /(?:직접|전화로|말로|통화로) ?(?:만나서 ?|뵙고 ?)?(?:얘기|이야기|대화|말씀|통화|상담)[가-힣]* ?(?:하|나누|싶|원|받|드리|가능|할)/,
]

function asksForPerson(question: string): boolean {
  const words = normalizeForSearch(question.slice(0, maxReadLength)).replace(/[^가-힣a-z0-9]+/g, ' ')
  const corrected = correctEverydaySpelling(words.trim())
  return corrected.length <= maxPersonRequest && personPatterns.some((pattern) => pattern.test(corrected))
}

/** Longer texts describe a case, in which 전화 and 상담 are about other people. */
const maxPersonRequest = 40

async function* introducePerson({ contact }: VisitorKnowledge): AsyncGenerator<EngineStep> {
  const text = contact
    ? `${withParticle(formatScrivener(contact), '이/가')} 직접 상담해 드립니다.\n전화: ${contact.telephone}\n상담 시간: ${contact.hours}\n전화하시기 어려우면 문의하기에 남겨 주세요. 읽고 답해 드립니다.`
    : '전화나 문의로 남겨 주시면 담당자가 답해 드립니다.'
  yield { kind: 'delta', text }
  yield { kind: 'part', part: contactLink }
}

async function* referToPerson({ contact }: VisitorKnowledge): AsyncGenerator<EngineStep> {
  yield {
    kind: 'delta',
    text: `${noJudgement} 사정을 ${describeReach(contact)} 알려 주시면 도와드릴 수 있는 일인지 말씀드립니다.`,
  }
  yield { kind: 'part', part: contactLink }
}

const noJudgement =
  '사건의 결과를 내다보거나 법률 판단을 하는 일은 여기서 하지 않습니다. 법무사는 법원에 내는 서류를 작성하고 제출을 대행하며, 소송을 대리하거나 결과를 약속하지 않습니다.'

const contactLink: AnswerPart = { kind: 'sources', title: '문의', links: [{ label: '문의하기', href: '/contact' }] }

/** Maximum letters of a question to examine. */
const maxReadLength = 2000

/** Each is answered by a public page. */
export const exampleQuestions = [
  '소유권이전등기 비용은 어떻게 정해지나요?',
  '등기필증을 잃어버렸어요',
  '토지 수용 보상금도 공탁해 주나요?',
  '상담 시간과 전화번호를 알려 주세요',
] as const

const notFound = '공개된 안내에서 답을 찾지 못했습니다.'
const notFoundAgain = '공개된 안내에서 답을 찾지 못했습니다. 직접 물어보시는 것이 빠릅니다.'
const notFoundLimits = '확인되지 않은 내용은 말씀드리지 않으며, 사건에 대한 법률 판단은 하지 않습니다.'

function describeReach(contact: Knowledge['contact']): string {
  return contact ? `전화(${contact.telephone}, ${contact.hours})나 문의로` : '전화나 문의로'
}

/** Refers the visitor to the person who answers, with telephone and hours. */
function describeContact(person: Knowledge['contact']): string {
  if (!person) return '다른 말로 다시 물어보시거나, 전화나 문의로 남겨 주시면 담당자가 답해 드립니다.'
  const { telephone, hours } = person
  return `다른 말로 다시 물어보시거나, 전화 또는 문의로 남겨 주시면 ${withParticle(formatScrivener(person), '이/가')} 답해 드립니다(전화 ${telephone}, ${hours}).`
}

const courtesies = [
  {
    words:
      /^(?:안녕|안뇽|반가|방가|하이|ㅎㅇ|ㅎ2|hello|hi\b)[^?\s]{0,8}(?:\s(?:반갑|반가|여러분|there|하세요)[^?\s]{0,8})?$/i,
    answer: '안녕하세요. 등기와 공탁, 법인과 민사 서류에 관해 궁금한 점을 물어보세요.',
  },
  {
    words:
      /^(?:정말 ?|너무 ?|네,? ?)?(?:고마|고맙|감사|땡큐|수고|고생|ㄱㅅ|ㄳ|thank)[^?\s]{0,8}(?:\s(?:정말|많이|도움|됐|되|합니다|해요|드|you)[^?\s]{0,8}){0,2}$/i,
    answer: '도움이 되셨다니 다행입니다. 더 궁금한 점이 있으면 물어보세요.',
  },
  {
    words:
      /^(?:ai|에이아이|챗봇|로봇|봇)(?:이?야|인가요|이에요|예요|임|냐)?\?*$|^(너|넌|당신|누구|뭐 ?하는|사람)[^.]{0,8}(누구|뭐|뭔|사람|로봇|ai|봇)|^(?:이거 |이건 |여기 |지금 )?(?:사람|ai|로봇|기계|챗봇|컴퓨터)[이가]? ?(?:직접 ?)?(?:답|대답)[가-힣? ]*$|^사람(?:이에요|이야|인가요|이신가요|입니까|맞)/i,
    answer:
      '저는 사람이 아니라 정해진 규칙에 따라 답하는 안내 도우미입니다. 이 사이트에 공개된 안내에서 찾은 내용과 그 출처만 알려 드립니다.',
  },
] as const

function quotePassage(passage: FoundPassage): string {
  const note = passage.note === undefined ? '' : `${passage.note}\n\n`
  return `${note}**${passage.link.label}**\n${cutExcerpt(passage)}`
}

/** Whole lines and sentences, up to a length suited to a chat. */
function cutExcerpt({ text }: FoundPassage): string {
  if (text.length <= excerptLength) return text
  const cut = text.slice(0, excerptLength)
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('. ') + 1)
  return `${cut.slice(0, end > 0 ? end : undefined).trim()} …`
}

const excerptLength = 500

function listLinks(passages: readonly FoundPassage[]): SiteLink[] {
  const byTarget = new Map(passages.map(({ link }) => [link.href + link.label, link]))
  return [...byTarget.values()].slice(0, 3)
}
