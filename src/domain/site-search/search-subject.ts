import type { SiteSection } from '#contract/site/site-sections.ts'
import { readFollowUp } from '#domain/chat/reading/follow-up.ts'
import { findOtherRegistration } from './other-work.ts'
import type { Aspect } from './read-aspects.ts'
import { listChain, type Matter } from './read-matters.ts'
import { namesSubject, splitQuestions } from './read-questions.ts'
import { type LabeledSections, readSubject, type Subject, toPlainText } from './read-subject.ts'

export interface SubjectAnswer {
  /** One for each thing asked, without repetition. */
  readonly sections: readonly SiteSection[]
  /** Asked too, but on no page. */
  readonly missing: readonly Aspect[]
  readonly subject: Subject
  /** The matter of an earlier question that this one goes on with. */
  readonly isContinued: boolean
  /** Whether it answers by cases, because nothing says which is meant. */
  readonly isCompared?: boolean
}

/**
 * Answers what a question asks of its matter, or of that of the question before: its costs, papers,
 * periods and asides. Null for a question that asks none of them, or whose matter no page answers.
 */
export function answerSubject(
  question: string,
  labeled: LabeledSections,
  answered: readonly string[],
): SubjectAnswer | null {
  const read = readSubject(question)
  const isDuty = asksWhetherDue(question, read, answered)
  const subject: Subject = isDuty ? { ...read, aspects: ['deadline'] } : read
  const { topics } = subject
  const office = topics.length > 0 ? labeled.findOffice(topics) : []
  const isTaxOfLast = subject.matters.length === 0 && subject.aspects.join() === 'tax'
  const last = isTaxOfLast ? findLastMatters(subject, answered) : null
  const aspects = pickAspects(last === null ? subject : { ...subject, matters: last }, question)
  if (aspects.length === 0)
    // Questions each in its own sentence get their answers with notes.
    return topics.length > 0 &&
      office.length > 0 &&
      (topics.length > 1 ? splitQuestions(question).length < topics.length : isOnlyAbout(subject))
      ? { sections: office, missing: [], subject, isContinued: false }
      : null
  const isContinued = subject.matters.length === 0 || isAnyRegistration(subject, answered)
  const carried = isContinued && !/견적/.test(question) ? findLastMatters(subject, answered) : []
  const compare = () => {
    const sections = labeled.compareDeadlines(subject.aspects.includes('tax'))
    return sections.length === 0
      ? null
      : { sections: [...office, ...sections], missing: [], subject, isContinued: false, isCompared: true }
  }
  const isTaxDeadline = subject.aspects.includes('tax') && aspects.join() === 'deadline'
  if (carried === null && subject.matters.length === 0) return isTaxDeadline ? compare() : null
  const named = (isContinued ? carried : null) ?? subject.matters.slice(0, maxMatters)
  const lacks = lacksPaper(question)
  // Who deposits money asks for no tax on it, so the tax is that of all causes.
  const matters: readonly Matter[] =
    named.length === 0 && (lacks || aspects.join() === 'validity')
      ? ['land']
      : isTaxDeadline || aspects.includes('tax')
        ? named.filter(isTaxed)
        : named
  if (matters.every((matter) => matter === 'land') && aspects.includes('deadline'))
    return matters.length > 0 && namesSubject(subject.rest.replace(estates, ' ')) ? unwritten(subject) : compare()
  const pairs = matters.flatMap((matter) =>
    aspects.map((aspect) => ({ aspect, section: labeled.find(toUsualMatter(matter, aspect, subject), aspect) })),
  )
  const told = isDuty ? matters.filter(isChangeOfCompany).flatMap((matter) => labeled.describe(matter) ?? []) : []
  const found = [...new Set([told, pairs.flatMap(({ section }) => section ?? [])].flat())]
  const missing = aspects.filter(
    (aspect) => aspect !== 'procedure' && !pairs.some((pair) => pair.aspect === aspect && pair.section !== null),
  )
  const isAnswered = found.length > 0 || (topics.length > 1 && matters.length > 0)
  if (!isAnswered && isTaxDeadline) return compare()
  const sections = isAnswered
    ? [...office, ...found]
    : findOtherRegistration(question) === null
      ? describeMatters(matters, missing, labeled)
      : []
  // 물려주셨어요, in life or by death.
  const isCompared = matters.join() === 'gift,inheritance' && found.length > 1
  return sections.length > 0 ? { sections, missing, subject: { ...subject, matters }, isContinued, isCompared } : null
}

/** 본점을 옮겼는데 등기해야 하나요: whether something must be registered is answered by when it must. */
function asksWhetherDue(question: string, { matters, aspects }: Subject, answered: readonly string[]): boolean {
  const text = toPlainText(question.slice(0, 200))
  // The end of a term has a question of its own.
  if (aspects.length > 0 || !duty.test(text) || /임기|중임/.test(text)) return false
  const isAny = matters.every((matter) => matter === 'land')
  const named = isAny
    ? answered.map((asked) => readSubject(asked).matters).findLast(({ length }) => length > 0)
    : matters
  return (named ?? []).some((matter) =>
    listChain(matter).some((kind) => /^(?:company|sale|gift|inheritance)$/.test(kind)),
  )
}

/** Its own section says what is registered, and another one by when. */
function isChangeOfCompany(matter: Matter): boolean {
  return matter !== 'company' && listChain(matter).includes('company')
}

const duty =
  /(?:(?:등기|신고|변경)[를을은는]? ?(?:꼭 ?|반드시 ?|무조건 ?|또 ?|다시 ?|따로 ?)?|(?:꼭|반드시|무조건) ?)(?:해야 ?(?:되|돼|됩|하|할|해|합|만 ?하)|필요한가|필요해요)[가-힣]{0,4}$|의무(?:인가요|예요|입니까|인지|인데|가 ?있)/

/** A deadline that the site does not name: that of another matter would be false. */
function unwritten(subject: Subject): SubjectAnswer {
  return { sections: [], missing: ['deadline'], subject, isContinued: false }
}

/** Kinds of land and houses, whose registrations are the same. */
export const estates = /(?<= |^)(?:집|땅|부동산|아파트|빌라|주택|오피스텔|상가|건물|토지)(?=[을를은는이가의도 ]|$)/g

/** 등기는 언제까지 마쳐야 하나요 after a sale is about the registration of that sale. */
function isAnyRegistration({ matters, aspects }: Subject, answered: readonly string[]): boolean {
  if (matters.join() !== 'land' || !aspects.includes('deadline')) return false
  return answered.some((text) => readSubject(text).matters.some((matter) => matter !== 'land'))
}

const maxMatters = 2

/** A topic of the office with nothing else: 크리스마스에도 하나요. */
function isOnlyAbout({ matters, rest }: Subject): boolean {
  return (
    matters.length === 0 &&
    !namesSubject(
      rest.replace(
        /(?<= |^)(?:사무[실소][은는이가]?|법무사[은는이가]?|[여거]기[은는]?|전화로|물어볼게요|문의할게요)(?= |$)/g,
        ' ',
      ),
    )
  )
}

/** The registration of a house asks for the papers of its sale. */
function toUsualMatter(matter: Matter, aspect: Aspect, { rest }: Subject): Matter {
  return matter === 'land' && aspect === 'papers' && /집|아파트|빌라|주택|오피스텔|땅|토지/.test(rest) ? 'sale' : matter
}

/** What the office does in a matter whose papers no page lists. */
function describeMatters(
  matters: readonly Matter[],
  missing: readonly Aspect[],
  labeled: LabeledSections,
): SiteSection[] {
  const [matter] = matters
  return matter === undefined || !/^(?:papers|self)$/.test(missing.join())
    ? []
    : [labeled.describe(matter) ?? []].flat()
}

/** What a bare wish for these means: who wants a deposit back asks for its papers. */
const impliedAspects: Partial<Record<Matter, Aspect>> = { recovery: 'papers', heirs: 'papers' }

/** Whether something can be done without a paper, which no page says: 도장 없이 되나요. */
export function lacksPaper(question: string): boolean {
  return /(?:인감|도장|신분증|통장|등본|초본|증명서|위임장|여권|면허증)[가-힣]{0,4} ?(?:없어도|없이|없으면|안 ?가져|빼고|(?:하나)?만 ?(?:있|가져|들고|갖고|내면|되|돼))/.test(
    toPlainText(question.slice(0, 200)),
  )
}

/** How something is done, and a tax, have pages of their own; next to others they are parts. */
function pickAspects({ aspects, matters, rest }: Subject, question: string): readonly Aspect[] {
  const [matter] = matters
  if (aspects.every((aspect) => aspect === 'procedure')) {
    const implied = matters.join() === 'gift,inheritance' ? 'papers' : matter && impliedAspects[matter]
    return implied === undefined ? [] : [implied]
  }
  // The words around 등기 may say which one: 셀프등기 서류. Who must go to the 등기소 is asked of any of them.
  if (matters.join() === 'land' && !lacksPaper(question) && /^(?:papers|proxy|self)$/.test(aspects.join())) return []
  // A company pays its registration tax, which is among the costs.
  if (aspects.includes('tax') && !aspects.includes('deadline') && matter && listChain(matter).includes('company'))
    return [...new Set(aspects.map((aspect) => (aspect === 'tax' ? 'cost' : aspect)))]
  if (aspects.includes('tax') && aspects.every((aspect) => /^(?:tax|deadline|procedure|penalty|place)$/.test(aspect))) {
    if (aspects.includes('deadline')) return ['deadline']
    return aspects.join() === 'tax' && matter !== undefined && isTaxed(matter) && !namesSubject(rest) ? ['tax'] : []
  }
  // What a house of a price costs is also its tax.
  return aspects.join() === 'cost' && matters.join() === 'sale' && /\d ?(?:억|천만)/.test(question)
    ? ['cost', 'tax']
    : aspects
}

/** 취득세 is paid for what changes its owner. */
function isTaxed(matter: Matter): boolean {
  return listChain(matter).some((kind) => kind === 'transfer')
}

/**
 * The matters of the last question that named some, for one that names none. Null for one that is
 * about something else.
 */
function findLastMatters({ rest, aspects }: Subject, answered: readonly string[]): readonly Matter[] | null {
  const other = readFollowUp(rest) ?? rest
  if (
    namesSubject(
      other
        .split(' ')
        .filter((word) => !aside.test(word))
        .join(' '),
    )
  )
    return null
  const named = answered.map((text) => readSubject(text).matters).filter((found) => found.length > 0)
  const last = named.findLast((found) => found.join() !== 'land') ?? named.at(-1)
  if (last) return last
  // Costs without a matter are those of registrations.
  return aspects.every((aspect) => aspect === 'cost' || aspect === 'duration') ? ['land'] : []
}

/** What is said next to any aspect: where papers come from, about how much, what must be done. */
const aside =
  /^(?:(?:제|저|나|본인|대표|대표자|대리|대리인|가족|배우자|남편|아내|아들|딸|부모님|직원)(?:이|가|은|는|도|만|로)?|(?:은행|법원|등기소|공탁소|사무[실소]|구청|시청)(?:에서는?|으로|로|에)?|(?:어느 ?)?정도[가-힣]{0,4}|어느|대략|대충|보통|오래|오늘|내일|다|꼭|(?:답|답변|답장|회신)(?:을|해야|하면)?[가-힣]{0,4}|내야[가-힣]{0,4}|내요|내나요|(?:신고|등기|신청|접수|제출|처리)?[을를는은]? ?(?:해야[가-힣]*|하려면|하면|하는데|하나요?|해요|하죠|할까요|돼요?|되나요|마쳐야[가-힣]*|되려면|되면|끝나려면|끝나요|나와요|가요|가나요)?|누가[가-힣]*|\d+(?:억|천만)[가-힣\d]*|찾(?:아요|나요|아야[가-힣]*|으면)|[되돼]요|예요|이에요|인가요|있나요|있어요)$/
