import type { SiteSection } from '#contract/site/site-sections.ts'
import { buildVocabulary, type Vocabulary } from '#domain/text/forgiving-search.ts'
import { joinLooseLetters } from '#domain/text/search-text.ts'
import { findCircumstance, findTalk, isDeathOfParty, joinCircumstance, joinEach, type Talk } from './continue-talk.ts'
import { toOfficialNames } from './everyday-names.ts'
import { findDefinition, isAnswer, judgePassage, listUnanswered, readFigure } from './judge-passage.ts'
import { findOtherReadings } from './other-readings.ts'
import { findOtherRegistration, findOtherWork, registerChange } from './other-work.ts'
import { isOtherWork, type RankedSection, type RankSections, rankSections } from './rank-sections.ts'
import { aspectNames } from './read-aspects.ts'
import { translateMixed } from './read-english.ts'
import { listMatters, rootMatters } from './read-matters.ts'
import {
  asksAboutCircumstance,
  completeQuestion,
  listJoined,
  namesSubject,
  repeatAspects,
  repeatLast,
  splitQuestions,
} from './read-questions.ts'
import { type LabeledSections, labelSections, readSubject, type Subject, toPlainText } from './read-subject.ts'
import { searchLateness } from './search-lateness.ts'
import { answerSubject, estates, lacksPaper, type SubjectAnswer } from './search-subject.ts'
import { asksAboutLastMatter, generalizeQuestion } from './search-terms.ts'
import {
  addNote,
  addReplyNote,
  formatReplyNote,
  isOpening,
  listWithOthers,
  markAside,
  markGeneral,
  markOpening,
  type SectionPassage,
  toPassage,
} from './section-passages.ts'
import { stripOpening } from './strip-opening.ts'

/** Answers a question from the sections of the site; `earlier`: the questions before it. */
export type SearchSections = (question: string, limit: number, earlier?: readonly string[]) => SectionPassage[]

/**
 * A search by question over the texts of the site, for the chat of visitors and the search in the
 * page. The best passages first; none when nothing fits.
 */
export function createSectionSearch(sections: readonly SiteSection[]): SearchSections {
  const index = createIndex(sections)
  const answer = (asked: string, limit: number, askedEarlier: readonly string[]): SectionPassage[] => {
    const earlier = askedEarlier.map(stripOpening)
    const near = searchNear(index.rank, asked, limit)
    if (near.length > 0) return near
    const answered = joinEach(earlier.slice(-maxEarlier).filter(index.isAnswered))
    const talk = findTalk(answered)
    const joined = joinCircumstance(asked, talk)
    const question = joined === asked ? repeatAspects(asked, answered) : joined
    const continued = talk === null ? null : continueTalk(index, question, talk)
    if (continued !== null) return continued.slice(0, limit)
    const last = earlier.findLast(namesSubject)
    if (talk === null && last !== undefined && asksAboutLastMatter(question) && readSubject(last).topics.length === 0)
      return answered.includes(last) ? searchTogether(index, [last, question], limit) : []
    const rate = asksRate.test(question) || bareTax.test(question) ? searchRate(index, question, answered) : []
    if (rate.length > 0) return rate
    const subjectAnswer = findOtherWork(question) === null ? answerSubject(question, index.labeled, answered) : null
    if (subjectAnswer !== null && (asksSeveral(subjectAnswer) || subjectAnswer.sections.length === 0))
      return listReplies(subjectAnswer)
    const late = searchLateness(index.rank, question, answered)
    if (late.length > 0) return late.slice(0, limit)
    if (subjectAnswer !== null) return listAnswers(index, question, subjectAnswer).slice(0, limit)
    const told = createFilter(index, question, talk)
    const completed = completeQuestion(question, answered)
    const followed =
      completed === null
        ? []
        : (rankOtherWork(index.rank, completed.question, limit) ?? index.rank(completed.question, limit))
    const kept = followed.filter(({ section }) => told(section))
    if (completed !== null && kept.length > 0) return addReplyNote(kept, completed.shown)
    return searchJoined(index, question, { limit, answered, talk, told })
  }
  const search: SearchSections = (asked, limit, askedEarlier = []) => {
    const earlier = askedEarlier.map(toOfficialNames)
    const question = toOfficialNames(translateMixed(stripOpening(joinLooseLetters(asked) ?? asked)))
    const repeated = repeatLast(question, earlier.at(-1) ?? '')
    return repeated === null
      ? markUncovered(question, answer(question, limit, earlier), earlier.length === 0)
      : search(repeated, limit, earlier.slice(0, -1))
  }
  return search
}

/** 수수료는요 after 토지대장은요 asks for the fees of the paper. */
function searchTogether(index: SectionIndex, turns: readonly string[], limit: number): SectionPassage[] {
  const joined = turns.map((text) => text.replace(/(?:[은는도]요)?[?!.~ ]{0,9}$/, '')).join(' ')
  return addNote(searchIndex(index, joined, limit), joined)
}

/** 협동조합 설립: what a passage says of another thing is shown as that, or not at all. */
function markUncovered(question: string, passages: SectionPassage[], isFirst: boolean): SectionPassage[] {
  const [best, ...others] = passages
  if (best === undefined) return passages
  const isMarked = best.note !== undefined || best.isReply === true || isOtherWork(best.section)
  const judged = judgePassage(question, best.section, isFirst && !isMarked)
  if (judged === 'other') return []
  return isMarked || (judged === 'answer' && !lacksPaper(question))
    ? passages
    : [{ ...best, ...markGeneral(best.heading) }, ...others]
}

interface JoinContext {
  readonly limit: number
  readonly answered: readonly string[]
  readonly talk: Talk | null
  readonly told: SectionFilter
}

/** Answers a question by itself or, if that is about another matter, together with the talk. */
function searchJoined(
  index: SectionIndex,
  question: string,
  { limit, answered, talk, told }: JoinContext,
): SectionPassage[] {
  const isNamed = readSubject(question).matters.length > 0
  const lastMatters = isNamed ? [] : findLastNamed(answered)
  const own = searchIndex(index, question, limit).filter(
    ({ section }) => !index.labeled.isPeriodOfOther(section, lastMatters) && told(section),
  )
  const isSure = own.length > 0 && !own[0]?.isGeneral
  const last = talk?.question ?? answered.findLast(namesSubject)
  if (last === undefined || isNamed || (isSure && !asksAboutCircumstance(question)))
    return isNamed ? own : markAside(own, question, talk === null ? [] : index.labeled.listAbout(talk.matters).own)
  const found = listJoined(question, last)
    .map((joined) => ({
      joined,
      passages: searchIndex(index, joined, limit).filter(({ section }) => told(section)),
    }))
    .find(({ passages }) => passages.length > 0)
  const [best, ...others] = found?.passages ?? []
  if (found === undefined || best === undefined) return own
  const isNear = best.isGeneral === true || isOpening(best.section)
  if (isNear && isSure) return markOpening(own)
  if (best.isReply || isNear) return markOpening(found.passages)
  return [{ ...best, note: formatReplyNote(found.joined) }, ...others]
}

type SectionFilter = (section: SiteSection) => boolean

/** The sections that may answer: any but those about other matters, if the question names none. */
function createFilter({ labeled }: SectionIndex, question: string, talk: Talk | null): SectionFilter {
  if (talk === null || readSubject(question).matters.length > 0 || findOtherWork(question) !== null) return () => true
  const about = new Set(talk.work === null ? labeled.listAbout(talk.matters).all : [])
  // What the office says of itself holds for any matter.
  const elsewhere =
    readSubject(question).aspects.length > 0 ? /^\/(?:services|blog|#services|$)/ : /^\/(?:services|blog|#|$)/
  return (section) =>
    about.has(section)
      ? !labeled.isOtherAct(section, talk.matters)
      : !elsewhere.test(section.href) && !isOtherWork(section)
}

/**
 * What the talk's own passages say of a circumstance, or the section about other work. Null for a
 * question that names another matter, or that they don't answer.
 */
function continueTalk({ rank, labeled }: SectionIndex, question: string, talk: Talk): SectionPassage[] | null {
  const { matters, topics, aspects } = readSubject(question)
  if (topics.length > 0 || findOtherWork(question) !== null) return null
  if (talk.work !== null) {
    if (isDeathOfParty(question, talk)) return []
    const [best] = matters.length === 0 ? rank(talk.work, 1) : []
    if (best === undefined) return null
    const isSaid = findCircumstance(question, [], [best.section]) !== null
    const missing = aspects.filter((aspect) => !/^(?:procedure|place|proxy|self)$/.test(aspect))
    return aspects.length === 0 && !isSaid
      ? null
      : [{ ...toPassage(best.section, 1), isReply: true, missing: missing.map((aspect) => aspectNames[aspect]) }]
  }
  if (matters.length > 0 && !isDeathOfParty(question, talk)) return null
  const { own, all } = labeled.listAbout(talk.matters)
  const found = findCircumstance(question, talk.matters, matters.length > 0 ? own : all)
  return found !== null ? [{ ...toPassage(found, 1), isReply: true }] : matters.length > 0 ? [] : null
}

function findLastNamed(earlier: readonly string[]): Subject['matters'] {
  return earlier.map((text) => readSubject(text).matters).findLast((matters) => matters.length > 0) ?? []
}

/** What comes near a question that no page answers, with the note that says so. */
function searchNear(rank: RankSections, question: string, limit: number): SectionPassage[] {
  const text = toPlainText(question.slice(0, maxReadLength))
  const near = nearQuestions.find(([words]) => words.test(text))
  if (near === undefined) return []
  const [, searched, name] = near
  return rank(searched, limit).map(({ section, score }) => ({ ...toPassage(section, score), ...markGeneral(name) }))
}

/** The rate of the tax by its cause, or that no page says it: the examples are of sales. */
function searchRate(index: SectionIndex, question: string, answered: readonly string[]): SectionPassage[] {
  const { matters } = readSubject(question)
  const named = matters.length > 0 ? matters : findLastNamed(answered)
  const cause = named.find((matter) => /^(?:gift|inheritance|division)$/.test(matter))
  if (cause === undefined || findOtherWork(question) !== null) return []
  const isRate = (sentence: string) => sentence.includes('%') && listMatters(toPlainText(sentence)).includes(cause)
  const found = index.sections.find(({ text }) => text.split(/(?<=다)\. |\n/).some(isRate))
  if (found) return [toPassage(found, 1)]
  const described = bareTax.test(question) ? null : index.labeled.describe(cause)
  return described === null ? [] : [{ ...toPassage(described, 1), isReply: true, missing: ['취득세의 세율'] }]
}

/** After a question about its cause. */
const bareTax = /^(?:그럼 ?|그러면 ?)?(?:취득세|세금)[은는도]?요?\??$/
const asksRate = /세율|몇 ?(?:프로|퍼센트|%)|(?:취득세|세금)[은는이가도]? ?(?:얼마(?!나 ?(?:늦|걸))|몇)/

const nearQuestions: readonly (readonly [asked: RegExp, searched: string, name: string])[] = [
  // That the tax grows is said where the heirs' is.
  [
    /^(?!.*(?:매매|잔금|증여|상속|돌아가|법인|회사|언제|기한|며칠)).*(?:(?:취득세|세금).*(?:늦|[안못] ?내|넘[기으]|지[나났])|가산세)/,
    '상속 등기 기한',
    '상속 등기는 언제까지 해야 하나요?',
  ],
  // Whether the office files or pays the tax.
  [
    /(?:취득세|(?<= |^)세금)[을를은는도]? ?(?:신고|납부)?[을를은는도까지]* ?(?:대신 ?(?:내|납부|신고|해)|대행|내 ?주|납부 ?해 ?주|해 ?주[시세실나]|맡[기길])/,
    '취득세 계산',
    '취득세 계산',
  ],
  // How much capital a company should have.
  [
    /^(?!.*(?:등기|비용|수수료|세금|면허세))(?=.*자본금?[은는이가도을를]?(?: ?(?:보통|최소|최저))* ?(?:얼마|어느 ?정도|몇)[가-힣 ]*(?:해야|하면|하나|할|있어야|필요|적당|좋|넣|최소|되|돼|으로|로|부터)).*$/,
    '회사 설립',
    '회사 설립',
  ],
  [
    /^(?!.*(?:비용|얼마|서류|준비물|상속|증여|말소|설정|법인|설립|소송))(?=.*(?:셀프|나 ?홀로|혼자|스스로|직접) ?(?:[가-힣]{1,4} )?등기).*(?:도와|도움|봐 ?주|막[혔히힌혀]|(?:하|신청)?다가?(?= )|(?<= |하는)중|도중|진행|실패|포기|어려|모르|안 ?[돼되됐]|틀[렸려]|걸렸|보정)/,
    '셀프 등기',
    '셀프 등기',
  ],
  [/(?<= |^)팩스/, '사무소 위치', '오시는 길과 연락처'],
]

/** Whether a question asks for more than one thing, or for one that is only a part of it. */
function asksSeveral({ sections, missing }: SubjectAnswer): boolean {
  return sections.length + missing.length > 1
}

/** Each thing asked with its answer, and the names of those without one. */
function listReplies({ sections, missing, isCompared }: SubjectAnswer): SectionPassage[] {
  return sections.map((section, index) => ({
    ...toPassage(section, 1),
    ...(isCompared && index === 0 && { note: comparedNote }),
    isReply: true as const,
    missing: missing.map((aspect) => aspectNames[aspect]),
  }))
}

const comparedNote = '일에 따라 다르므로 나누어 보여 드립니다. 어떤 일인지 적어 주시면 그 일만 알려 드립니다.'

/** The section that answers, and the sections that have the words of the question. */
function listAnswers(
  { rank, labeled }: SectionIndex,
  question: string,
  { sections, subject, isContinued }: SubjectAnswer,
): SectionPassage[] {
  const [best] = sections
  if (!best) return []
  const ranked = rankAbout(rank, question, { limit: maxRanked, subject, labeled })
  const general = generalizeQuestion(question.slice(0, maxReadLength))
  const isAsAsked =
    isContinued ||
    !subject.aspects.includes('papers') ||
    general === '' ||
    ranked[0]?.section === best ||
    !namesSubject(subject.rest.replace(/들(?= |$)/g, ''))
  const [passage, ...others] = listWithOthers(best, ranked)
  if (passage === undefined) return []
  if (subject.aspects.includes('proxy') && best.href.startsWith('/contact'))
    return [{ ...passage, ...markGeneral('방문하기 어려운 때') }]
  return isAsAsked ? [passage, ...others] : [{ ...passage, ...markGeneral(general) }, ...others]
}

const maxRanked = 6

/** Earlier questions that may name the matter. */
const maxEarlier = 8

interface SectionIndex {
  readonly rank: RankSections
  readonly sections: readonly SiteSection[]
  readonly labeled: LabeledSections
  /** Made when a question first needs it. */
  vocabulary(): Vocabulary
  /** Whether an earlier question had an answer. Kept: each turn asks it again. */
  isAnswered(this: void, question: string): boolean
}

function createIndex(sections: readonly SiteSection[]): SectionIndex {
  let entry: Vocabulary | undefined
  const answered = new Map<string, boolean>()
  const index: SectionIndex = {
    rank: rankSections(sections),
    sections,
    labeled: labelSections(sections),
    vocabulary: () =>
      (entry ??= buildVocabulary(
        sections.map(({ page, heading, text }) => ({ close: `${page}\n${heading}`, loose: text })),
      )),
    isAnswered: (question) => {
      const known = answered.get(question)
      if (known !== undefined) return known
      if (answered.size >= maxKept) answered.clear()
      const found = answerSubject(question, index.labeled, []) !== null || searchIndex(index, question, 1).length > 0
      answered.set(question, found)
      return found
    },
  }
  return index
}

/** Questions, of all talks. */
const maxKept = 200

function searchIndex(
  { rank, sections, labeled, vocabulary }: SectionIndex,
  question: string,
  limit: number,
): SectionPassage[] {
  const other = rankOtherWork(rank, question, limit)
  if (other) return other.map(({ section, score }) => toPassage(section, score))
  const defined = findDefinition(question, sections)
  if (defined) return listWithOthers(defined, rank(question, limit - 1))
  const replies = searchEachQuestion(rank, question)
  if (replies.length > 0) return replies
  const subject = readSubject(question)
  const bare = describeBare(question, subject, labeled)
  if (bare !== null) return listWithOthers(bare, rankAbout(rank, question, { limit, subject, labeled }))
  const rankHere: RankSections = (text, count) => rankAbout(rank, text, { limit: count, subject, labeled })
  const passages = rankHere(question, limit).map(({ section, score }) => toPassage(section, score))
  const changed = bareAddressChange.test(toPlainText(question)) ? rank(registerChange, 1) : []
  if (changed[0]) return [...listWithOthers(changed[0].section, rankHere(question, limit - 1))]
  if (passages.length > 0) return markDoubtful(question, passages, labeled)
  for (const { question: reading, note } of findOtherReadings(question, vocabulary())) {
    const ranked = rank(reading, limit)
    if (ranked.length > 0) return ranked.map(({ section, score }) => ({ ...toPassage(section, score), note }))
  }
  const registration = findOtherRegistration(question)
  const registered = registration === null ? [] : rank(registration, limit)
  if (registered.length > 0) return registered.map(({ section, score }) => toPassage(section, score))
  const answered = searchSentences(rankHere, question, limit)
  if (answered.length > 0) return answered
  const general = searchGeneral(rankHere, question, limit)
  if (general.length > 0) return general
  const described = describeWish(question, subject, labeled)
  return described === null ? [] : markDoubtful(question, [toPassage(described, 1)], labeled)
}

/** One rare word must not decide: what only comes near is shown as that. */
function markDoubtful(question: string, passages: SectionPassage[], labeled: LabeledSections): SectionPassage[] {
  const [best, ...others] = passages
  if (best === undefined || isOtherWork(best.section)) return passages
  const named = readSubject(question).matters.filter((matter) => !rootMatters.has(matter))
  const isUnwritten = named.length > 0 && named.every((matter) => labeled.find(matter, 'deadline') === null)
  const unanswered = listUnanswered(question, best.section, isUnwritten)
  if (unanswered.length === 0 && isAnswer(question, best.section)) return passages
  const described = named.map((matter) => labeled.describe(matter)).find((section) => section !== null)
  // What the site does not say of a matter is not looked for under another.
  if (unanswered.length > 0 && described)
    return [
      {
        ...toPassage(described, 1),
        isReply: true,
        missing: unanswered.map((aspect) => aspectNames[aspect]),
      },
    ]
  return [{ ...best, ...markGeneral(best.heading) }, ...others]
}

interface RankContext {
  readonly limit: number
  readonly subject: Subject
  readonly labeled: LabeledSections
}

/** Ranks sections, without those about other matters than the question's. */
function rankAbout(rank: RankSections, question: string, { limit, subject, labeled }: RankContext): RankedSection[] {
  // A question about a matter of the services is not one about other work.
  const isServed = subject.matters.length > 0 && findOtherRegistration(question) === null
  const ranked = rank(question, maxRanked).filter(
    ({ section }) => !labeled.isElsewhere(section, subject) && !(isServed && isOtherWork(section)),
  )
  // 법인 해산하고 싶어요 asks for 해산과 청산, and not for the company that is taken as dissolved.
  const isAboutOther = ranked[0] !== undefined && labeled.isAboutOther(ranked[0].section, subject)
  const headed = isAboutOther ? ranked.filter(({ section }) => labeled.isHeaded(section, subject)) : []
  const figure = readFigure(question)
  const given = figure === null ? [] : ranked.filter(({ section }) => figure.test(section.text))
  return [...new Set([...given, ...headed, ...ranked])].slice(0, limit)
}

/**
 * What the office does in the matter of a question that says nothing else: 등기 좀 해주세요. Also where a
 * representative has died, which is no inheritance.
 */
function describeBare(
  question: string,
  { matters, aspects, rest }: Subject,
  labeled: LabeledSections,
): SiteSection | null {
  const [matter] = matters
  if (matter === undefined || matters.length > 1 || aspects.some((aspect) => aspect !== 'procedure')) return null
  const isDeath = matter === 'officers' && listMatters(toPlainText(question)).includes('inheritance')
  const isWhether = asksWhether.test(toPlainText(question)) && !namesSubject(rest.replace(estates, ' '))
  return isDeath || isWhether || (rootMatters.has(matter) && bareWish.test(rest)) ? labeled.describe(matter) : null
}

const bareWish =
  /^(?:(?:[을를은는이가도]|이?요|좀|해|하고|하려고요?|주세요|줘요?|알려|궁금[가-힣]*|부탁[가-힣]*|문의[가-힣]*|관련|싶[가-힣]*|맡기[가-힣]*|신청)(?: |$))*$/

/** 본점을 옮겨요 says what is to be done; 옮겨도 되나요 asks something, which is answered with care. */
function describeWish(question: string, { matters, aspects }: Subject, labeled: LabeledSections): SiteSection | null {
  if (aspects.some((aspect) => aspect !== 'procedure') || takenBack.test(question)) return null
  const text = toPlainText(question)
  const described =
    isQuestion.test(text) && !asksHow.test(text)
      ? []
      : matters.filter((matter) => !rootMatters.has(matter) && matter !== 'mortgage')
  return described.map((matter) => labeled.describe(matter)).find(Boolean) ?? null
}

const isQuestion =
  /몇|얼마|누구|언제|(?:[나까지냐니]|(?<!추)가|[나까가는인]요|[돼되해]요|[을를는인]지요?|수 ?있어요?|되죠)$/
/** 이름 바꾸려면 뭐 해야 돼요 asks how it is done. */
const asksHow = /(?:려면|려고|싶|[하되]면)[가-힣]{0,4} ?(?:[가-힣]{1,6} ?)?(?:뭐|뭘|무엇|어떻게|어떡)[가-힣 ]{0,20}$/
/** 상가 증여도 하나요 asks whether the office does it. */
const asksWhether = /(?:[도은는] ?(?:하나요|하세요|하시나요)|맡[가-힣]{0,4}나요|(?<!떼어? ?)해 ?주시?나요)$/
const takenBack = /취소|취하|철회|무르|물리|되돌/

/** 주소 변경, by an owner or a company. */
const bareAddressChange = /^(?:집 ?)?주소지?[를을가]? ?(?:변경|이전|바뀜|바꾸기)(?: ?등기)?$/

/** What the pages say about work that is not among the services; null for any other question. */
function rankOtherWork(rank: RankSections, question: string, limit: number): RankedSection[] | null {
  const work = findOtherWork(question)
  const found = work === null ? [] : rank(work, limit)
  return found.length > 0 ? found : null
}

/** What the pages say about a registration, for a question that adds an unknown circumstance. */
function searchGeneral(rank: RankSections, question: string, limit: number): SectionPassage[] {
  const general = generalizeQuestion(question.slice(0, maxReadLength))
  const ranked = general === '' ? [] : rank(general, limit)
  return ranked.map(({ section, score }) => ({ ...toPassage(section, score), ...markGeneral(general) }))
}

/**
 * The passages for two or three questions asked at once, if each names a subject and has an answer,
 * and not all the same one.
 */
function searchEachQuestion(rank: RankSections, question: string): SectionPassage[] {
  const questions = splitQuestions(question.slice(0, 500))
  if (questions.length < 2 || questions.length > 3 || !questions.every(namesSubject)) return []
  const replies = new Map<string, { best: RankedSection; asked: string[] }>()
  for (const text of questions) {
    const [best] = rank(text, 1)
    if (!best) return []
    const { page, heading, href } = best.section
    const reply = replies.get(`${href} ${page} ${heading}`) ?? { best, asked: [] }
    replies.set(`${href} ${page} ${heading}`, { ...reply, asked: [...reply.asked, text] })
  }
  if (replies.size === 1) return [...replies.values()].map(({ best: { section, score } }) => toPassage(section, score))
  return [...replies.values()].map(({ best: { section, score }, asked }) => ({
    ...toPassage(section, score),
    note: formatReplyNote(asked.join("', '")),
    isReply: true,
  }))
}

/**
 * The first sentence with an answer where the question as a whole has none. Skips sentences that
 * ask only for a cost or a period, without a subject.
 */
function searchSentences(rank: RankSections, question: string, limit: number): SectionPassage[] {
  const sentences = question
    .slice(0, 500)
    .split(/[?!.。\n]+/)
    .map((text) => text.trim())
    .filter(Boolean)
  if (sentences.length < 2) return []
  for (const sentence of sentences) {
    if (!namesSubject(sentence)) continue
    const ranked = rank(sentence, limit)
    const note = formatReplyNote(sentence)
    if (ranked.length > 0) return ranked.map(({ section, score }) => ({ ...toPassage(section, score), note }))
  }
  return []
}

/** Maximum letters of a question to examine. */
const maxReadLength = 200
