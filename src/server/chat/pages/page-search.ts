import { builtPages } from '#contract/app-paths.ts'
import type { OfficeAnswer } from '#contract/office/office-settings.ts'
import type { FoundPassage, PageSearch } from '#domain/chat/page-search.ts'
import type { Database } from '#server/db/client.ts'
import { rankSections, type RankSections } from './rank-sections.ts'
import { sectionsOf, type Section } from '../../documents/html/sections-of.ts'
import { xmlText } from '../../documents/xml-text.ts'

export interface PublicTexts {
  readonly db: Database
  /** HTML of a built page as visitors get it, with the current office; absent without a build. */
  readonly readPage: ((path: (typeof builtPages)[number]) => Promise<string>) | undefined
  readOffice(): Promise<Pick<OfficeAnswer, 'version' | 'fees'>>
}

/**
 * Search over the public pages and published posts as visitors see them. The index is rebuilt when
 * the office or a post has changed, which takes some milliseconds for a few hundred sections.
 */
export function createPageSearch(texts: PublicTexts): PageSearch {
  let kept: { revision: string; rank: Promise<RankSections> } | undefined
  const current = async (): Promise<RankSections> => {
    const { version, fees } = await texts.readOffice()
    const revision = `${version} ${JSON.stringify(fees)} ${await readPostRevision(texts.db)}`
    if (kept?.revision !== revision) {
      const made = { revision, rank: readSections(texts).then(rankSections) }
      kept = made
      // A failed read is repeated with the next question.
      made.rank.catch(() => (kept = kept === made ? undefined : kept))
    }
    return await kept.rank
  }
  return {
    async search(question, limit) {
      const rank = await current()
      return rank(question, limit).map(({ section, score }) => toPassage(section, score))
    },
  }
}

function toPassage({ page, heading, href, text }: Section, score: number): FoundPassage {
  return { link: { label: page === heading ? page : `${page} · ${heading}`, href }, heading, text, score }
}

async function readSections({ db, readPage }: PublicTexts): Promise<Section[]> {
  const pages = readPage
    ? await Promise.all(builtPages.map(async (path) => named(sectionsOf(await readPage(path), path), path)))
    : []
  return [...pages.flat(), ...(await readPostSections(db))]
}

/** The first heading of the home page is a sentence, so the page gets another name. */
function named(sections: readonly Section[], path: string): Section[] {
  return sections.map((section) => (path === '/' ? { ...section, page: '홈' } : section))
}

async function readPostSections(db: Database): Promise<Section[]> {
  const posts = await db
    .selectFrom('blog_post')
    .select(['id', 'title', 'excerpt', 'html'])
    .where('state', '=', 'published')
    .orderBy('id')
    .execute()
  return posts.flatMap(({ id, title, excerpt, html }) => {
    const path = `/blog/${id}`
    // Text before a post's first heading is put under its title.
    const parts = sectionsOf(`<main><h1>${xmlText(title)}</h1>${html}</main>`, path)
    return [{ page: title, heading: title, href: path, text: excerpt }, ...parts]
  })
}

async function readPostRevision(db: Database): Promise<string> {
  const row = await db
    .selectFrom('blog_post')
    .select((select) => [
      select.fn.countAll<string>().as('count'),
      select.fn.sum<string>('version').as('versions'),
      select.fn.max('updated_at').as('latest'),
    ])
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  return `${row.count} ${row.versions} ${row.latest}`
}
