import { builtPages } from '#contract/app-paths.ts'
import type { OfficeAnswer } from '#contract/office/office-settings.ts'
import type { FoundPassage, PageSearch } from '#domain/chat/page-search.ts'
import type { Database } from '#server/db/client.ts'
import { vocabularyOf, type Vocabulary } from '#domain/text/near-words.ts'
import { rankSections, type RankSections } from './rank-sections.ts'
import { readMistyped } from './read-mistyped.ts'
import { queryWordsOf } from './terms-of.ts'
import { plainText } from '../../documents/markdown/plain-text.ts'
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
  let cached: { revision: string; index: Promise<Index> } | undefined
  const current = async (): Promise<Index> => {
    const { version, fees } = await texts.readOffice()
    const revision = `${version} ${JSON.stringify(fees)} ${await readPostRevision(texts.db)}`
    if (cached?.revision !== revision) {
      const entry = { revision, index: readSections(texts).then(indexOf) }
      cached = entry
      // What could not be read is read again with the next question.
      entry.index.catch(() => (cached = cached === entry ? undefined : cached))
    }
    return await cached.index
  }
  return {
    async search(question, limit) {
      const { rank, vocabulary } = await current()
      const found = rank(question, limit).map(({ section, score }) => toPassage(section, score))
      if (found.length > 0) return found
      for (const { question: reading, says } of readMistyped(question, vocabulary())) {
        const near = rank(reading, limit)
        if (near.length > 0) return near.map(({ section, score }) => ({ ...toPassage(section, score), says }))
      }
      return searchSentences(rank, question, limit)
    },
  }
}

/**
 * The first sentence with an answer where the question as a whole has none. One that asks for a
 * cost or a period alone says nothing without its neighbours.
 */
function searchSentences(rank: RankSections, question: string, limit: number): FoundPassage[] {
  const sentences = question
    .slice(0, 500)
    .split(/[?!.。\n]+/)
    .map((text) => text.trim())
    .filter(Boolean)
  if (sentences.length < 2) return []
  for (const sentence of sentences) {
    if (!queryWordsOf(sentence).some(({ weight }) => weight === 1)) continue
    const found = rank(sentence, limit)
    const says = `'${sentence}'에 대한 안내입니다.`
    if (found.length > 0) return found.map(({ section, score }) => ({ ...toPassage(section, score), says }))
  }
  return []
}

interface Index {
  readonly rank: RankSections
  /** Made when a question first needs it. */
  vocabulary(): Vocabulary
}

function indexOf(sections: readonly Section[]): Index {
  let entry: Vocabulary | undefined
  return {
    rank: rankSections(sections),
    vocabulary: () =>
      (entry ??= vocabularyOf(
        sections.map(({ page, heading, text }) => ({ close: `${page}\n${heading}`, loose: text })),
      )),
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
  return posts.flatMap(({ id, html, ...post }) => {
    const [title, excerpt] = [plainText(post.title), plainText(post.excerpt)]
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
