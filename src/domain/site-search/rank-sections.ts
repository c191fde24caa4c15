import type { SiteSection } from '#contract/site/site-sections.ts'
import { correctEverydaySpelling } from '#domain/text/everyday-spelling.ts'
import { normalizeForSearch, toInitials } from '#domain/text/search-text.ts'
import { findLateMatter, mentionsLateness } from './read-lateness.ts'
import { readSubject } from './read-subject.ts'
import { type QueryWord, toPageWords, toQueryWords, toSearchTerms } from './search-terms.ts'

export interface RankedSection {
  readonly section: SiteSection
  /** 0 to 1: the share of the question's subject that the section covers. */
  readonly score: number
}

export type RankSections = (question: string, limit: number) => RankedSection[]

/**
 * Ranks sections by how much of the question they cover, then by BM25 (Robertson & Zaragoza, "The
 * Probabilistic Relevance Framework", 2009; k1 1.2, b 0.5), with words of headings counted four
 * times and the openings of pages half as much again. Lists of documents rank last unless the
 * question asks for them, what is said of other work after the services, and the blurbs of the home
 * page after every other section. Leaves out sections that cover hardly more than half of the
 * question, or not its rarest word: an answer must contain what was asked. Only the first 500
 * letters of a question are used.
 */
export function rankSections(sections: readonly SiteSection[]): RankSections {
  const texts = sections.map((section) => countTerms(section))
  const sectionCounts = new Map<string, number>()
  for (const { counts } of texts)
    for (const term of counts.keys()) sectionCounts.set(term, (sectionCounts.get(term) ?? 0) + 1)
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const computeWeight = (term: string) => {
    const sectionCount = sectionCounts.get(term) ?? 0
    return Math.log(1 + (sections.length - sectionCount + 0.5) / (sectionCount + 0.5))
  }
  const pages = new Map<string, Map<string, number>>()
  for (const [index, section] of sections.entries()) {
    const terms = pages.get(stripAnchor(section)) ?? new Map<string, number>()
    for (const [term, count] of texts[index]?.counts ?? []) terms.set(term, (terms.get(term) ?? 0) + count)
    pages.set(stripAnchor(section), terms)
  }
  const words = [...new Set(sections.flatMap(({ heading, text }) => splitWords(`${heading} ${text}`)))]

  return (question, limit) => {
    const beginning = spellRegistrations(question.slice(0, 500))
    const queryWords = [...toQueryWords(beginning), ...expandInitials(beginning, words)]
    const weights = queryWords.map(({ wordings, weight }) => computeRarity(wordings, computeWeight) * weight)
    const terms = [...new Set(queryWords.flatMap(({ wordings }) => wordings.flat()))]
    const questionTerms = new Set(terms)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    if (total === 0) return []
    const rarest = weights.indexOf(Math.max(...weights))
    const isAboutLateness = mentionsLateness(beginning)
    const questionAspects = readSubject(toPageWords(beginning)).aspects
    const ranked = sections.flatMap((section, index) => {
      const { counts, length, headed, headingWords, headingAspects } = texts[index] ?? noTerms
      const pageTerms = pages.get(stripAnchor(section)) ?? noTerms.counts
      const shares = queryWords.map((word) =>
        Math.max(scoreWord(word, counts), pageWeight * scoreWord(word, pageTerms)),
      )
      const score = shares.reduce((sum, share, position) => sum + share * (weights[position] ?? 0), 0) / total
      if (score < (isSmallPrint(section) ? minPolicyShare : minSpokenShare) || (shares[rarest] ?? 0) < minRarestShare)
        return []
      if (isSmallPrint(section) && !asksForPolicies(beginning)) return []
      if (isPost(section) && isMentionedOnce(queryWords[rarest], pageTerms) && !isTitled(section, queryWords)) return []
      if (isAboutLateness && isLateElsewhere(section, beginning)) return []
      if (namesOther(acts, questionTerms, headed) || namesOther(rights, questionTerms, headed)) return []
      const rank = terms.reduce((sum, term) => {
        const count = counts.get(term) ?? 0
        return sum + (computeWeight(term) * count * 2.2) / (count + 1.2 * (0.5 + (0.5 * length) / mean))
      }, 0)
      const asksElse = headingAspects.some((aspect) => !questionAspects.includes(aspect))
      const openingFactor = section.heading === section.page ? 1.5 : 1
      const position =
        Math.round(score * (isSmallPrint(section) ? 12 : 20)) +
        (isHeadingAbout(headed, queryWords) ? maxHeadingPosition : 0) +
        (!asksElse && isSameQuestion(headingWords, questionTerms) ? sameQuestionPosition : 0) -
        (aspects.some((aspect) => headed.has(aspect) && !terms.includes(aspect)) ? 1 : 0) -
        (isBlurb(section) ? blurbDemotion : 0) -
        (isOtherWork(section) ? otherWorkDemotion : 0)
      return [{ section, score, position, rank: rank * openingFactor }]
    })
    const best = ranked.toSorted((a, b) => b.position - a.position || b.rank - a.rank).slice(0, limit)
    return best.map(({ section, score }) => ({ section, score }))
  }
}

/**
 * The share of a word that a section has, in its best wording. Squared, because two of three pairs
 * mostly mean another word (내용 and 증명, 내용증명).
 */
export function scoreWord({ wordings }: QueryWord, spoken: { has(term: string): boolean }): number {
  return Math.max(...wordings.map((terms) => (terms.filter((term) => spoken.has(term)).length / terms.length) ** 2))
}

/** A word is as rare as its commonest wording, and a wording as rare as its rarest term. */
function computeRarity(wordings: QueryWord['wordings'], computeWeight: (term: string) => number): number {
  return Math.min(...wordings.map((terms) => Math.max(...terms.map(computeWeight))))
}

/**
 * Weight of words found elsewhere on the page: costs on the page about land are the costs of land.
 */
const pageWeight = 0.5
const minSpokenShare = 0.55
/** The policies mention nearly every word, so half of a question says little there. */
const minPolicyShare = 0.8
/** Minimum share of the rarest word: a section without it is about something else. */
const minRarestShare = 0.4
const headingWeight = 4

/** The top of the home page, its list of services and the list of posts. */
function isBlurb({ href }: SiteSection): boolean {
  return href === '/' || href === '/#services' || href === '/blog'
}

/** More than any position. */
const blurbDemotion = 100

/** Says of work outside the services whether the office does it. */
export function isOtherWork({ href }: Pick<SiteSection, 'href'>): boolean {
  return href.startsWith('/about#other-work')
}

/** A fifth of a question: what the services say comes first. */
const otherWorkDemotion = 4

/** A long post that names a thing once, as one paper among others, is not about it. */
function isMentionedOnce(word: QueryWord | undefined, pageTerms: ReadonlyMap<string, number>): boolean {
  const mentions = word?.wordings.map((terms) => Math.min(...terms.map((term) => pageTerms.get(term) ?? Infinity)))
  return mentions?.every((count) => count < 2) === true
}

/** Whether the title of a page has another word of the question than that of a house. */
function isTitled({ page }: SiteSection, words: readonly QueryWord[]): boolean {
  const titled = new Set(toSearchTerms(page))
  return words.some(
    (word) => word.weight >= 1 && !word.wordings.flat().includes('부동') && scoreWord(word, titled) === 1,
  )
}

/** The policies mention everything, so they answer only questions that name their matters. */
const policyWords =
  /개인 ?정보|주민 ?(?:등록)? ?번호|방침|약관|쿠키|보유|보관|파기|삭제|지우|지워|열람|동의|수집|위탁|저장|암호|보안|책임|저작|로그|회원|탈퇴/

export function asksForPolicies(text: string): boolean {
  return policyWords.test(text)
}

function countTerms({ page, heading, text }: SiteSection) {
  const counts = new Map<string, number>()
  const add = (part: string, weight: number) => {
    for (const term of toSearchTerms(part)) counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  add(heading, headingWeight)
  if (page !== heading) add(page, 1)
  add(text, 1)
  return {
    counts,
    length: [...counts.values()].reduce((sum, count) => sum + count, 0),
    headed: new Set(toSearchTerms(heading)),
    headingAspects: readSubject(heading).aspects.filter((aspect) => aspect === 'deadline' || aspect === 'duration'),
    // Of a heading that is a question.
    headingWords: /[?요]$/.test(heading) ? toQueryWords(heading).filter(({ weight }) => weight >= 1) : [],
  }
}

/** A question of the pages whose words are all in this one is the same question. */
function isSameQuestion(headingWords: readonly QueryWord[], questionTerms: ReadonlySet<string>): boolean {
  const subjects = headingWords.filter(({ weight }) => weight === 1)
  return subjects.length > 1 && headingWords.every((word) => scoreWord(word, questionTerms) === 1)
}

const sameQuestionPosition = 4

const noTerms = {
  counts: new Map<string, number>(),
  length: 0,
  headed: new Set<string>(),
  headingAspects: [],
  headingWords: [],
}

/**
 * Headings about the requested cost or period rank above texts that mention one: 중개보수, for example,
 * is not the office's fee.
 */
function isHeadingAbout(headed: ReadonlySet<string>, queryWords: readonly QueryWord[]): boolean {
  return queryWords.some((word) => word.weight > 1 && scoreWord(word, headed) === 1)
}

const maxHeadingPosition = 3

/** A heading about one of these answers only a question that asks for it. */
const aspects = ['서류', '기한', '언제']

/** What a registration does to a right; the papers of one act are not those of another. */
const acts = ['말소', '설정', '이전', '변경', '설립', '해산', '출급', '회수'].map(toSearchTerms)
const rights = ['소유권', '근저당', '저당권', '전세권', '지상권', '지역권', '임차권', '가등기', '가압류', '가처분'].map(
  toSearchTerms,
)

/** Whether the question names some of these words, and the heading only others of them. */
function namesOther(
  words: readonly (readonly string[])[],
  questionTerms: ReadonlySet<string>,
  headed: ReadonlySet<string>,
): boolean {
  const isNamed = (terms: readonly string[], text: ReadonlySet<string>) => terms.every((term) => text.has(term))
  const namedWords = words.filter((terms) => isNamed(terms, questionTerms))
  return (
    namedWords.length > 0 &&
    !namedWords.some((terms) => isNamed(terms, headed)) &&
    words.some((terms) => isNamed(terms, headed))
  )
}

/** What a delay costs an heir is not what it costs a company. */
function isLateElsewhere({ page, heading }: SiteSection, question: string): boolean {
  const matter = findLateMatter(heading) ?? findLateMatter(page)
  return (matter === 'company' || matter === 'inheritance') && matter !== findLateMatter(toPageWords(question))
}

/** Initial consonants stand for words that begin with them (ㅅㅇㄱ → 소유권). */
function expandInitials(question: string, words: readonly string[]): QueryWord[] {
  const typed = correctEverydaySpelling(normalizeForSearch(question)).match(/[ㄱ-ㅎ]{2,}/g) ?? []
  const meant = typed.map((initials) => words.filter((word) => toInitials(word).startsWith(initials)).slice(0, 5))
  return meant
    .map((matchingWords) => ({
      stem: '',
      wordings: matchingWords.map(toSearchTerms).filter(({ length }) => length > 0),
      weight: 1,
    }))
    .filter(({ wordings }) => wordings.length > 0)
}

/** ㅅㅅㄷㄱ is 상속 등기, which the pages write as two words. */
function spellRegistrations(question: string): string {
  return question.replace(
    /(?<![ㄱ-ㅎ])[ㄱ-ㅎ]{4}(?![ㄱ-ㅎ])/g,
    (initials) => registrations.find((words) => toInitials(words).replace(' ', '') === initials) ?? initials,
  )
}

const registrations = '상속 매매 증여 담보 신탁 말소 설정 이전 변경 법인 설립 임원 본점'
  .split(' ')
  .map((matter) => `${matter} 등기`)

function splitWords(text: string): string[] {
  return normalizeForSearch(text).match(/[가-힣]{2,}/g) ?? []
}

export function stripAnchor({ href }: Pick<SiteSection, 'href'>): string {
  return href.replace(/#.*/, '')
}

export function isPost({ href }: Pick<SiteSection, 'href'>): boolean {
  return href.startsWith('/blog/')
}

/** The policies mention everything, so they rank lower; questions about them still find them. */
export function isSmallPrint({ href }: Pick<SiteSection, 'href'>): boolean {
  return /^\/(privacy|terms)\b/.test(href)
}
