import { initialsOf, normaliseForSearch } from '#domain/text/search-text.ts'
import type { Section } from '../../documents/html/sections-of.ts'
import { queryWordsOf, termsOf, type QueryWord } from './terms-of.ts'

export interface RankedSection {
  readonly section: Section
  /** 0 to 1: the share of the question's subject that the section covers. */
  readonly score: number
}

export type RankSections = (question: string, limit: number) => RankedSection[]

/**
 * Ranks sections by how much of the question they cover, then by BM25 (Robertson & Zaragoza, "The
 * Probabilistic Relevance Framework", 2009; k1 1.2, b 0.5), with words of headings counted four
 * times and the openings of pages half as much again. Leaves out sections that cover hardly more
 * than half of the question, or not its rarest word: an answer must contain what was asked. Only
 * the first 500 letters of a question are used.
 */
export function rankSections(sections: readonly Section[]): RankSections {
  const texts = sections.map((section) => countTerms(section))
  const holders = new Map<string, number>()
  for (const { counts } of texts) for (const term of counts.keys()) holders.set(term, (holders.get(term) ?? 0) + 1)
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const weightOf = (term: string) => {
    const having = holders.get(term) ?? 0
    return Math.log(1 + (sections.length - having + 0.5) / (having + 0.5))
  }
  const pages = new Map<string, Set<string>>()
  for (const [at, section] of sections.entries()) {
    const terms = pages.get(pathOf(section)) ?? new Set<string>()
    for (const term of texts[at]?.counts.keys() ?? []) terms.add(term)
    pages.set(pathOf(section), terms)
  }
  const words = [...new Set(sections.flatMap(({ heading, text }) => wordsOf(`${heading} ${text}`)))]

  return (question, limit) => {
    const beginning = question.slice(0, 500)
    const queryWords = [...queryWordsOf(beginning), ...initialsMeant(beginning, words)]
    const weights = queryWords.map(({ wordings, weight }) => rarityOf(wordings, weightOf) * weight)
    const terms = [...new Set(queryWords.flatMap(({ wordings }) => wordings.flat()))]
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    if (total === 0) return []
    const rarest = weights.indexOf(Math.max(...weights))
    const ranked = sections.flatMap((section, at) => {
      const { counts, length, headed } = texts[at] ?? nothing
      const around = pages.get(pathOf(section)) ?? new Set<string>()
      const shares = queryWords.map((word) => Math.max(shareOf(word, counts), ofPage * shareOf(word, around)))
      const score = shares.reduce((sum, share, position) => sum + share * (weights[position] ?? 0), 0) / total
      if (score < minSpokenShare || (shares[rarest] ?? 0) < minRarestShare) return []
      const rank = terms.reduce((sum, term) => {
        const count = counts.get(term) ?? 0
        return sum + (weightOf(term) * count * 2.2) / (count + 1.2 * (0.5 + (0.5 * length) / mean))
      }, 0)
      const opens = section.heading === section.page ? 1.5 : 1
      const position =
        Math.round(score * (isSmallPrint(section) ? 12 : 20)) +
        (isAboutThat(headed, queryWords) ? maxHeadingPosition : 0)
      return [{ section, score, place: position, rank: rank * opens }]
    })
    const best = ranked.toSorted((a, b) => b.place - a.place || b.rank - a.rank).slice(0, limit)
    return best.map(({ section, score }) => ({ section, score }))
  }
}

/**
 * The share of a word that a section has, in its best wording. Squared, because two of three pairs
 * mostly mean another word (내용 and 증명, 내용증명).
 */
function shareOf({ wordings }: QueryWord, spoken: { has(term: string): boolean }): number {
  return Math.max(...wordings.map((terms) => (terms.filter((term) => spoken.has(term)).length / terms.length) ** 2))
}

/** A word is as rare as its commonest wording, and a wording as rare as its rarest term. */
function rarityOf(wordings: QueryWord['wordings'], weightOf: (term: string) => number): number {
  return Math.min(...wordings.map((terms) => Math.max(...terms.map(weightOf))))
}

/**
 * Weight of words found elsewhere on the page: costs on the page about land are the costs of land.
 */
const ofPage = 0.5
const minSpokenShare = 0.55
/** Minimum share of the rarest word: a section without it is about something else. */
const minRarestShare = 0.4
const headingWeight = 4

function pathOf({ href }: Section): string {
  return href.replace(/#.*/, '')
}

/** The policies mention everything, so they rank lower; questions about them still find them. */
function isSmallPrint({ href }: Section): boolean {
  return /^\/(privacy|terms)\b/.test(href)
}

function countTerms({ page, heading, text }: Section) {
  const counts = new Map<string, number>()
  const add = (part: string, weight: number) => {
    for (const term of termsOf(part)) counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  add(heading, headingWeight)
  if (page !== heading) add(page, 1)
  add(text, 1)
  return {
    counts,
    length: [...counts.values()].reduce((sum, count) => sum + count, 0),
    headed: new Set(termsOf(heading)),
  }
}

const nothing = { counts: new Map<string, number>(), length: 0, headed: new Set<string>() }

/**
 * Headings about the requested cost or period rank above texts that mention one: 중개보수, for example,
 * is not the office's fee.
 */
function isAboutThat(headed: ReadonlySet<string>, queryWords: readonly QueryWord[]): boolean {
  return queryWords.some((word) => word.weight > 1 && shareOf(word, headed) === 1)
}

const maxHeadingPosition = 3

/** Initial consonants stand for words that begin with them (ㅅㅇㄱ → 소유권). */
function initialsMeant(question: string, words: readonly string[]): QueryWord[] {
  const typed = normaliseForSearch(question).match(/[ㄱ-ㅎ]{2,}/g) ?? []
  const meant = typed.map((initials) => words.filter((word) => initialsOf(word).startsWith(initials)).slice(0, 5))
  return meant
    .map((found) => ({ wordings: found.map(termsOf).filter(({ length }) => length > 0), weight: 1 }))
    .filter(({ wordings }) => wordings.length > 0)
}

function wordsOf(text: string): string[] {
  return normaliseForSearch(text).match(/[가-힣]{2,}/g) ?? []
}
