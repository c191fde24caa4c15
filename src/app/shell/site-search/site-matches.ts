import type { SiteSection } from '#contract/site/site-sections.ts'
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
  /** What to highlight: the text as typed, or the corrected one. */
  readonly marked: string
  /** Says how a mistyped text was read; null if it was taken as typed. */
  readonly note: string | null
}

const maxPages = 8
const maxPerPage = 4

/** A search over the texts of the public site, by the rules of the other searches. */
export function createSiteSearch(sections: readonly SiteSection[]): (text: string) => SiteMatches {
  const find = createForgivingSearch(sections, ({ heading, page, text }) => ({
    title: heading,
    about: page,
    body: text,
  }))
  return (text) => {
    const { exact, near } = find(text)
    const isAsTyped = exact.length > 0 || near === null
    const found = isAsTyped ? exact : near.items
    const marked = isAsTyped ? text : near.reading
    return {
      pages: groupByPage(found.map((section) => ({ ...section, passage: cutToPassage(section.text, marked) }))),
      count: found.length,
      marked,
      note: isAsTyped ? null : formatReadingNote(text, near.reading),
    }
  }
}

function groupByPage(matches: readonly SiteMatch[]): SiteMatches['pages'] {
  const pages = Map.groupBy(matches, ({ href }) => href.replace(/#.*/, ''))
  return [...pages.values()].slice(0, maxPages).map((found) => ({
    title: found[0]?.page ?? '',
    matches: found.slice(0, maxPerPage),
  }))
}

function cutToPassage(text: string, search: string): string {
  return (findPassage(text, search) ?? cutPassage(text)).join('')
}
