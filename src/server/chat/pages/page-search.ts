import type { SiteSection } from '#contract/site/site-sections.ts'
import type { PageSearch } from '#domain/chat/knowledge.ts'
import { createSectionSearch, type SearchSections } from '#domain/site-search/search-sections.ts'
import { createSiteSearch, type SearchSite, type SiteMatches } from '#domain/site-search/site-matches.ts'
import { listForVisitors, type PublicTexts, readPostRevision, readSections } from './site-texts.ts'

/** The public pages and posts, to be searched here or in the page of a visitor. */
export interface SitePages extends PageSearch {
  /** Pages about the services first, the policies last; the oldest posts only by their summary. */
  listSections(): Promise<readonly SiteSection[]>
  /** Searches like the search in the page, and in the whole text of every post. */
  find(text: string): Promise<SiteMatches>
}

/**
 * Search over the public pages and published posts as visitors see them. The index is rebuilt when
 * the office or a post has changed, which takes some milliseconds for a few hundred sections.
 */
export function createPageSearch(texts: PublicTexts): SitePages {
  let cached: { revision: string; index: Promise<PageIndex> } | undefined
  const getIndex = async (): Promise<PageIndex> => {
    const { version, fees, taxes } = await texts.readOffice()
    const revision = `${version} ${JSON.stringify([fees, taxes])} ${await readPostRevision(texts.db)}`
    if (cached?.revision !== revision) {
      const entry = { revision, index: readSections(texts).then(createIndex) }
      cached = entry
      // A failed read is repeated by the next question.
      entry.index.catch(() => (cached = cached === entry ? undefined : cached))
    }
    return await cached.index
  }
  return {
    search: async (question, limit, earlier) => (await getIndex()).search(question, limit, earlier),
    listSections: async () => (await getIndex()).listed,
    find: async (text) => (await getIndex()).find(text),
  }
}

interface PageIndex {
  readonly search: SearchSections
  readonly listed: readonly SiteSection[]
  readonly find: SearchSite
}

function createIndex(sections: readonly SiteSection[]): PageIndex {
  return {
    search: createSectionSearch(sections),
    listed: listForVisitors(sections),
    find: createSiteSearch(listForVisitors(sections, Infinity)),
  }
}
