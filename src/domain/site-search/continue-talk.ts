import type { SiteSection } from '#contract/site/site-sections.ts'
import { findOtherRegistration, findOtherWork } from './other-work.ts'
import { listChain, listMatters, type Matter, readMatters, rootMatters } from './read-matters.ts'
import { asksAboutCircumstance, isBareMention } from './read-questions.ts'
import { readSubject, toPlainText } from './read-subject.ts'

/** What the last question that named something was about. */
export interface Talk {
  readonly question: string
  readonly matters: readonly Matter[]
  /** The words of the section about work outside the services; null for a matter. */
  readonly work: string | null
}

/** The subject of the answered questions; null if they named none. */
export function findTalk(answered: readonly string[]): Talk | null {
  return (
    answered
      .map((question) => ({ question, matters: readSubject(question).matters, work: readWork(question) }))
      .findLast(({ matters, work }) => matters.length > 0 || work !== null) ?? null
  )
}

/** 차용증이 없으면요 is a circumstance of the talk, and no wish for a note of the debt. */
function readWork(question: string): string | null {
  return asksAboutCircumstance(question) ? null : (findOtherWork(question) ?? findOtherRegistration(question))
}

/**
 * Joins a circumstance of the talk to its question: 아버지가 돌아가셨어요 after 공탁금 찾으려면 is about the heirs
 * of who was to receive it, and 말소해 달라면요 is a part of 임차권등기. Any other question stays as it is.
 */
export function joinCircumstance(question: string, talk: Talk | null): string {
  const { matters, aspects, rest } = readSubject(question)
  if (talk === null || matters.includes('land') || matters.includes('company')) return question
  const joined = `${talk.question.slice(-maxJoined)} ${question}`
  const together = readMatters(toPlainText(joined))
  const isCloser =
    !matters.some((matter) => together.includes(matter)) &&
    together.some(
      (matter) =>
        ![...matters, ...talk.matters].includes(matter) &&
        listChain(matter).some((kind) => talk.matters.flatMap(listChain).includes(kind)),
    )
  // 소송은요 after 재결 is the lawsuit against it.
  const isRoot = matters.every((matter) => rootMatters.has(matter))
  const isPart =
    matters.length > 0 &&
    aspects.length === 0 &&
    (isRoot || (!isBareMention(rest) && asksAboutCircumstance(question))) &&
    together.every((matter) => talk.matters.includes(matter))
  return isCloser || isPart ? joined : question
}

/** Letters of the question before. */
const maxJoined = 80

/** Joins each question to the one before that it goes on with. */
export function joinEach(questions: readonly string[]): string[] {
  const joined: string[] = []
  for (const question of questions) {
    const talk = findTalk(joined)
    const whole = joinCircumstance(question, talk)
    if (whole !== question || talk === null || !isDeathOfParty(question, talk)) joined.push(whole)
  }
  return joined
}

/** 채무자가 죽었으면요 after 지급명령 is no question about an inheritance, which concerns what is owned. */
export function isDeathOfParty(question: string, { matters }: Talk): boolean {
  const { matters: named, aspects } = readSubject(question)
  const isOwned = matters.some((matter) =>
    ['land', 'company', 'renunciation', 'will'].some((kind) => listChain(matter).some((one) => one === kind)),
  )
  return named.join() === 'inheritance' && aspects.length === 0 && asksAboutCircumstance(question) && !isOwned
}

/** The first section of a matter, the closest ones first, that speaks of the circumstance asked. */
export function findCircumstance(
  question: string,
  matters: readonly Matter[],
  sections: readonly SiteSection[],
): SiteSection | null {
  const text = toPlainText(question.slice(0, 200))
  const named = new Set(matters.filter((matter) => !rootMatters.has(matter)))
  for (const [asked, said] of circumstances) {
    if (!asked.test(text)) continue
    const saying = sections.filter((section) => said.test(`${section.heading} ${section.text}`))
    // A sentence about the matter itself comes before one about another of its page.
    const isAbout = (sentence: string) =>
      said.test(sentence) && listMatters(toPlainText(sentence)).some((matter) => named.has(matter))
    // The opening of a page only announces what its sections say.
    const anchored = saying.filter(({ href }) => href.includes('#'))
    const candidates = anchored.length > 0 ? anchored : saying
    const [first] = candidates
    if (first) return candidates.find((section) => section.text.split(/(?<=다)\. |\n/).some(isAbout)) ?? first
  }
  return null
}

/** What may happen in any matter, as it is asked, and the words of the pages that speak of it. */
const circumstances: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  // Who dies: an owner, a landlord, a debtor.
  [/돌아가|사망|별세|죽[은었으어]/, /돌아가신|사망|세상을 떠/],
  // The outcome of a lawsuit.
  [/(?<= |^)(?:지면|졌|지게|진 ?경우|질 ?경우)|패소|(?<= |^)이[기겼긴]|승소/, /패소/],
  // To be represented in court.
  [
    /(?:대신|법정에|법원에|변호사처럼) ?(?:대신 ?)?(?:나[가와]|출석)|변론|(?:소송|재판)[가-힣]{0,2} ?대리/,
    /대신 나가|소송대리|소송(?:의|에서의) 대리/,
  ],
  // The other side objects.
  [/이의[를을가]? ?(?:하|있|신청|내|제기|들어)|불복/, /이의(?:하|가 있|신청)|불복/],
  // To move out or in.
  [/(?<= |^)이사|전입|짐[을]? ?[빼옮]/, /이사하(?!여|기)|전입신고를 옮기/],
  // To be paid by the office's doing.
  [/(?<= |^)(?:대신 ?)?(?:돈[을도]? ?)?(?:대신 ?)받아 ?[주줘내]/, /받아 내지|받아다 주지/],
  [/재발급|다시 ?(?:받|발급|나오|만들)/, /다시 발급/],
  // To be taken over by the same person.
  [/같은 ?(?:사람|분)|그대로/, /같은 (?:사람|분)|그대로/],
  // A party lives abroad.
  [/(?:외국|해외|국외|미국|일본|중국|캐나다|호주)/, /외국/],
  // A party cannot be reached.
  [
    /(?:주소|연락|행방)[가-힣]{0,3} ?(?:몰라|모르|모를|안 ?[되돼]|두절|불명|없|옮)|어디 ?(?:사는|있는)지 ?(?:몰|모)/,
    /주소(?:불명|를 알 수 없)|우편을 피하/,
  ],
]
