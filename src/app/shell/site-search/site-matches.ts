import type { SiteSection } from '#contract/site/site-sections.ts'
import { asksForPolicies, isSmallPrint } from '#domain/site-search/rank-sections.ts'
import { asksAboutLateness } from '#domain/site-search/read-lateness.ts'
import { createSectionSearch, type SearchSections } from '#domain/site-search/search-sections.ts'
import { isCompound, listSearchWords } from '#domain/site-search/search-terms.ts'
import { cutPassage, findPassage } from '#domain/text/find-passage.ts'
import { createForgivingSearch, formatReadingNote } from '#domain/text/forgiving-search.ts'

interface SiteMatch extends SiteSection {
  /** The sentence with the searched words, or the beginning of the section. */
  readonly passage: string
}

export interface SiteMatches {
  /** Pages with their sections, the best first. */
  readonly pages: readonly { readonly title: string; readonly matches: readonly SiteMatch[] }[]
  /** Of all matches, including those that are not listed. */
  readonly count: number
  /** Of the matches in `pages`. */
  readonly listedCount: number
  /** What to highlight: the text as typed, or the corrected one. */
  readonly marked: string
  /** Says how a mistyped text was read; null if it was taken as typed. */
  readonly note: string | null
}

const maxPages = 8
/** A few pages may list more of their sections than many. */
const maxLines = 24
const minPerPage = 4

/**
 * A search over the texts of the public site, by the rules of the other searches. Several words,
 * and a word that no page has, are read as a question first, as in the chat: 취득세 얼마, 법인설립.
 */
export function createSiteSearch(sections: readonly SiteSection[]): (text: string) => SiteMatches {
  const find = createForgivingSearch(sections, ({ heading, page, href, text }) => ({
    title: heading,
    // The title of a page finds the page, and not each of its sections.
    about: isOpening({ heading, page, href }) ? page : '',
    body: text,
  }))
  let ask: SearchSections | undefined
  const answer = (text: string) => (ask ??= createSectionSearch(sections))(text, maxAnswers)
  return (text) => {
    const { exact, near } = find(text)
    const literal = asksForPolicies(text) ? exact : exact.toSorted(byPolicy)
    if (!isQuestion(text, literal)) return buildMatches(literal, text, null)
    const answers = answer(text)
    const note = answers[0]?.isReply ? null : (answers[0]?.note ?? null)
    const answerSections = answers.map(({ section }) => section)
    if (answerSections.length > 0 && note === null) {
      const otherSections = literal.filter((section) => !answerSections.includes(section))
      return buildMatches([...answerSections, ...otherSections], `${text} ${listSearchWords(text).join(' ')}`, null)
    }
    if (literal.length > 0) return buildMatches(literal, text, null)
    if (near !== null) return buildMatches(near.items, near.reading, formatReadingNote(text, near.reading))
    return buildMatches(answerSections, `${text} ${listSearchWords(text).join(' ')}`, note)
  }
}

/** Whether a text asks for the telephone number or address of the office. */
export function asksForTelephone(text: string): boolean {
  return listSearchWords(text).some((word) => /^(?:전화|통화|연락처)/.test(word))
}

const maxAnswers = 6
/** A single word outside the policies is searched as typed; several are mostly a question. */
function isQuestion(text: string, literal: readonly SiteSection[]): boolean {
  return /\S\s+\S/.test(text) || literal.every(isSmallPrint) || isCompound(text) || asksAboutLateness(text)
}

/** The beginning of a page, under its title. */
function isOpening({ heading, page, href }: Pick<SiteSection, 'heading' | 'page' | 'href'>): boolean {
  return heading === page || href === '/'
}

function byPolicy(a: SiteSection, b: SiteSection): number {
  return Number(isSmallPrint(a)) - Number(isSmallPrint(b))
}

function buildMatches(found: readonly SiteSection[], marked: string, note: string | null): SiteMatches {
  const distinct = dropRepeated(found)
  const pages = groupByPage(distinct.map((section) => ({ ...section, passage: cutToPassage(section.text, marked) })))
  return {
    pages,
    count: distinct.length,
    listedCount: pages.reduce((sum, { matches }) => sum + matches.length, 0),
    marked,
    note,
  }
}

/** A post and its beginning have the same title and address; the one that comes first is listed. */
function dropRepeated(found: readonly SiteSection[]): SiteSection[] {
  return [...Map.groupBy(found, ({ href, heading }) => `${href} ${heading}`).values()].flatMap(([first]) => first ?? [])
}

function groupByPage(matches: readonly SiteMatch[]): SiteMatches['pages'] {
  const pages = [...Map.groupBy(matches, ({ href }) => href.replace(/#.*/, '')).values()].slice(0, maxPages)
  const maxPerPage = Math.max(minPerPage, Math.floor(maxLines / pages.length))
  return pages.map((found) => ({ title: found[0]?.page ?? '', matches: found.slice(0, maxPerPage) }))
}

function cutToPassage(text: string, search: string): string {
  return (findPassage(text, search) ?? cutPassage(text)).join('')
}
