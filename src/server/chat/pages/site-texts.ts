import { prerenderedPaths } from '#contract/app-paths.ts'
import { getCategoryLabel, isPostCategory } from '#contract/blog/blog-texts.ts'
import type { OfficeResponse } from '#contract/office/office-settings.ts'
import type { SiteSection } from '#contract/site/site-sections.ts'
import { isPost, isSmallPrint, stripAnchor } from '#domain/site-search/rank-sections.ts'
import { anchorHeadings } from '#domain/text/prose-html.ts'
import type { Database } from '#server/db/client.ts'
import { toPlainText } from '#server/documents/markdown/render-markdown.ts'
import { type Section, splitSections } from '#server/documents/split-sections.ts'
import { escapeXml } from '#server/documents/xml-text.ts'

export interface PublicTexts {
  readonly db: Database
  /** HTML of a built page as visitors get it, with the current office; absent without a build. */
  readonly readPage: ((path: (typeof prerenderedPaths)[number]) => Promise<string>) | undefined
  readOffice(): Promise<Pick<OfficeResponse, 'version' | 'fees' | 'taxes'>>
}

export async function readSections({ db, readPage }: PublicTexts): Promise<Section[]> {
  const pages = readPage
    ? await Promise.all(
        prerenderedPaths.map(async (path) => nameHomePage(splitSections(await readPage(path), path), path)),
      )
    : []
  return [...pages.flat(), ...listScreens(), ...(await readPostSections(db))]
}

/** Public pages that are not prerendered with a text of their own. */
function listScreens(): Section[] {
  return [
    {
      page: '최근 소식',
      heading: '최근 소식',
      href: '/blog',
      text: '사무소의 블로그입니다. 등기와 공탁, 취득세, 임대차에 관하여 바뀐 법령과 절차를 적은 칼럼과 새 소식, 공지를 모았습니다.',
    },
    {
      page: 'AI 채팅',
      heading: 'AI 채팅',
      href: '/features',
      text: '챗봇에게 물어보면 공개된 안내에서 답과 출처를 찾아 드립니다.',
    },
  ]
}

/** The first heading of the home page is a sentence, so the page gets another name. */
function nameHomePage(sections: readonly Section[], path: string): Section[] {
  return sections.map((section) => (path === '/' ? { ...section, page: '홈' } : section))
}

async function readPostSections(db: Database): Promise<Section[]> {
  const posts = await db
    .selectFrom('blog_post')
    .select(['id', 'title', 'excerpt', 'html', 'tags', 'category', 'author_name'])
    .where('state', '=', 'published')
    .orderBy('id')
    .execute()
  return posts.flatMap(({ id, html, tags, category, author_name: author, ...post }) => {
    const label = isPostCategory(category) ? [getCategoryLabel(category)] : []
    const [title, excerpt] = [toPlainText(post.title), toPlainText(post.excerpt)]
    const path = `/blog/${id}`
    // Text before a post's first heading is put under its title.
    const sections = splitSections(`<main><h1>${escapeXml(title)}</h1>${anchorHeadings(html)}</main>`, path)
    return [
      { page: title, heading: title, href: path, text: excerpt, keywords: [...tags, ...label].join('\n'), author },
      ...sections,
    ]
  })
}

export async function readPostRevision(db: Database): Promise<string> {
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

/** Total letters of posts sent to a visitor: about a hundred posts of two pages. */
const maxPostLetters = 200_000

/**
 * The sections in the order in which a visitor's search lists equal matches: services first,
 * policies last. The oldest posts come with their summary only.
 */
export function listForVisitors(sections: readonly Section[], maxLetters = maxPostLetters): SiteSection[] {
  const [posts, pages] = [sections.filter(isPost), sections.filter((section) => !isPost(section))]
  const isHome = ({ href }: Section) => /^\/(?:#|$)/.test(href)
  const isService = ({ href }: Section) => href.startsWith('/services/')
  const isOther = (section: Section) => ![isService, isHome, isSmallPrint].some((isKind) => isKind(section))
  let letters = 0
  const newestFirst = [...Map.groupBy(posts, stripAnchor).values()].toReversed()
  const listedPosts = newestFirst.flatMap((postSections) => {
    letters += postSections.reduce((sum, { text }) => sum + text.length, 0)
    return letters <= maxLetters ? postSections : postSections.slice(0, 1)
  })
  return [
    ...[isService, isOther, isHome].flatMap((isKind) => pages.filter(isKind)),
    ...listedPosts,
    ...pages.filter(isSmallPrint),
  ]
}
