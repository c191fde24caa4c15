import { formatDocumentTitle, notFoundTitle } from '#app/ui/browser/document-title.ts'
import { isPublicPath } from '#contract/app-paths.ts'
import type { Post } from '#contract/blog/blog-public.ts'
import { blogPath, buildPostListPath, getCategoryLabel } from '#contract/blog/blog-texts.ts'
import { isUnnamed, type Office } from '#domain/office/office-texts.ts'
import { withParticle } from '#domain/text/with-particle.ts'
import { getPageTitle, type PagePath } from './page-metadata.ts'
import { type BlogQuery, formatBlogTitle, parseBlogQuery } from './read-blog.ts'
import { buildPageItems, buildPostItems, renderStructuredData, type StructuredItem } from './structured-data.ts'

/**
 * The page. `origin` is the public origin, `https://example.kr` without a trailing slash.
 * `canonical`: the page's path with its parameters (`/blog?page=2`), by default `path`.
 * `title` replaces the title of the not-found page.
 */
export type HeadPage =
  | { path: PagePath; origin: string; canonical?: string }
  | { post: Post; origin: string }
  | { notFound: true; origin: string; title?: string }

/** What `renderPageHead` renders. Without `shared` the page is not indexed. */
interface HeadContent {
  title: string
  description?: string
  shared?: SharedTags
}

interface SharedTags {
  /** Absolute. */
  url: string
  picture: Picture
  items: readonly StructuredItem[]
  hasFeed: boolean
  article?: Post
}

interface Picture {
  url: string
  alt: string
  /** Known for the site's own picture only. */
  size?: { width: number; height: number }
}

/**
 * Head of a public page as escaped HTML: title, description, canonical URL, Open Graph and JSON-LD.
 * The title equals the one that the running app sets. Without an office name there is no
 * description, and the page is not indexed.
 */
export function renderPageHead(page: HeadPage, office: Office): string {
  const { title, description, shared } = isUnnamed(office) ? { title: '' } : buildHead(page, office)
  return [
    `<title>${escapeHtml(formatDocumentTitle(title, office))}</title>`,
    ...(description ? [renderMeta('name', 'description', description)] : []),
    ...(shared ? buildTags(shared, { title, description, office }) : [renderMeta('name', 'robots', 'noindex')]),
  ].join('\n')
}

function buildHead(page: HeadPage, office: Office): HeadContent {
  if ('notFound' in page) return { title: page.title ?? notFoundTitle }
  return 'post' in page ? buildPostHead(page, office) : buildPageHead(page, office)
}

function buildPostHead({ post, origin }: Extract<HeadPage, { post: Post }>, office: Office): HeadContent {
  const head = { title: post.title, description: post.excerpt.replace(/\s+/g, ' ').trim() }
  // Authors read drafts at the URL of the later post, so drafts are not indexed.
  if (post.state === 'draft') return head
  const url = `${origin}/blog/${post.id}`
  const picture = post.imageUrl
    ? { url: new URL(post.imageUrl, origin).href, alt: post.title }
    : sitePicture(origin, office)
  return {
    ...head,
    shared: {
      url,
      picture,
      hasFeed: true,
      article: post,
      items: buildPostItems(post, { origin, office, picture: picture.url }),
    },
  }
}

function buildPageHead(page: Extract<HeadPage, { path: PagePath }>, office: Office): HeadContent {
  const { path, origin } = page
  const query = path === '/blog' ? queryFromUrl(page.canonical) : undefined
  const title = query ? formatBlogTitle(query) : getPageTitle(path)
  const description = query ? describeList(query, office) : pageDescriptions(office.name)[path]
  // Lists by tag or search are not indexed: there can be any number of them, and they only repeat
  // the others.
  const isIndexed = isPublicPath(path) && !query?.tag && !query?.search
  const url = `${origin}${query ? buildListPath(query) : path}`
  return {
    title,
    description,
    ...(isIndexed && {
      shared: {
        url,
        picture: sitePicture(origin, office),
        hasFeed: path === '/blog',
        items: buildPageItems(path, { origin, office, url, title, description }),
      },
    }),
  }
}

/** The relevant parameters. Others, such as campaign parameters, do not make another page. */
function queryFromUrl(canonical = '/blog'): BlogQuery {
  const params = Object.fromEntries(new URL(canonical, 'http://site').searchParams)
  return parseBlogQuery({ ...params, page: Number(params['page']) })
}

function buildListPath(query: BlogQuery): string {
  return buildPostListPath(query).replace(blogPath, '/blog')
}

function describeList({ page, category, tag }: BlogQuery, { name }: Office): string {
  const about = tag ? `#${tag}` : category ? getCategoryLabel(category) : null
  const subject = about
    ? `${withParticle(name, '이/가')} 쓴 글 가운데 ‘${about}’에 속하는 글을 모았습니다.`
    : pageDescriptions(name)['/blog']
  return page > 1 ? `${subject} ${page}페이지입니다.` : subject
}

function sitePicture(origin: string, office: Office): Picture {
  return {
    url: `${origin}/og.png`,
    alt: `${office.name}. 등기부에 적히는 한 줄까지 책임지고 맡습니다.`,
    size: { width: 1200, height: 630 },
  }
}

function buildTags(
  shared: SharedTags,
  { title, description, office }: Pick<HeadContent, 'title'> & { description: string | undefined; office: Office },
) {
  const { url, picture, items, hasFeed, article } = shared
  return [
    renderElement('link', { rel: 'canonical', href: url }),
    ...(hasFeed
      ? [
          renderElement('link', {
            rel: 'alternate',
            type: 'application/rss+xml',
            title: '최근 소식',
            href: '/blog/rss.xml',
          }),
        ]
      : []),
    renderMeta('property', 'og:type', article ? 'article' : 'website'),
    renderMeta('property', 'og:locale', 'ko_KR'),
    renderMeta('property', 'og:site_name', office.name),
    renderMeta('property', 'og:title', title || office.name),
    ...(description ? [renderMeta('property', 'og:description', description)] : []),
    renderMeta('property', 'og:url', url),
    renderMeta('property', 'og:image', picture.url),
    ...(picture.size
      ? [
          renderMeta('property', 'og:image:width', String(picture.size.width)),
          renderMeta('property', 'og:image:height', String(picture.size.height)),
        ]
      : []),
    renderMeta('property', 'og:image:alt', picture.alt),
    ...(article ? buildArticleTags(article) : []),
    renderMeta('name', 'twitter:card', 'summary_large_image'),
    renderStructuredData(items),
  ]
}

function buildArticleTags(post: Post): string[] {
  return [
    ...(post.datetime ? [renderMeta('property', 'article:published_time', post.datetime)] : []),
    renderMeta('property', 'article:section', getCategoryLabel(post.category)),
    ...post.tags.map((word) => renderMeta('property', 'article:tag', word)),
  ]
}

function renderMeta(kind: 'name' | 'property', key: string, content: string): string {
  return renderElement('meta', { [kind]: key, content })
}

function renderElement(name: string, attributes: Readonly<Record<string, string>>): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${attributeTexts.join('')} />`
}

/** For texts and attribute values. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * Meta descriptions of the pages, in one or two sentences of at most 120 characters; search results
 * cut longer ones. Kept apart from the titles because only the HTML needs them, not a visitor's
 * script. `office`: its name.
 */
export const pageDescriptions = (office: string): Record<PagePath, string> => ({
  '/': '부동산 등기와 법인 등기, 공탁, 민사 서류를 맡는 법무사사무소입니다. 상담부터 완료까지 한 담당자가 책임집니다.',
  '/about': `${withParticle(office, '이/가')} 일하는 원칙과 맡는 일의 범위, 상담 시간과 연락처를 안내합니다.`,
  '/services': '부동산 등기, 법인 등기, 민사소송, 공탁, 프리미엄 자문을 한자리에서 살펴봅니다.',
  '/services/real-estate':
    '소유권이전, 근저당권 설정과 말소, 신탁, 임대주택 부기등기의 진행 순서와 자주 묻는 질문을 안내합니다.',
  '/services/corporate':
    '회사 설립, 임원 변경, 본점 이전, 증자와 정관 변경, 해산과 청산 등기의 기한과 진행 순서를 안내합니다.',
  '/services/civil':
    '소장과 답변서, 지급명령, 강제집행, 상속 서류의 작성과 제출 대행을 안내합니다. 소송은 대리하지 않습니다.',
  '/services/deposit':
    '변제·담보·보증·집행·몰취공탁과 토지수용 보상금 공탁의 신청을 대리합니다. 종류와 진행 순서를 안내합니다.',
  '/blog': `등기와 공탁, 취득세, 임대차에 관하여 바뀐 법령과 절차를 ${withParticle(office, '이/가')} 알기 쉽게 적은 글입니다.`,
  '/contact': `${office}에 궁금한 점을 남기는 곳입니다. 담당자가 읽고 답을 드리며, 네트워크가 없어도 보관했다가 보냅니다.`,
  '/features': `등기와 공탁, 법인과 민사 서류에 관한 물음에 ${withParticle(office, '이/가')} 공개한 안내에서 답과 출처를 찾아 드립니다.`,
  '/privacy': `${withParticle(office, '이/가')} 다루는 개인정보의 항목과 목적, 보유 기간, 파기 방법, 이용자의 권리를 알려 드립니다.`,
  '/terms': `${office} 누리집을 이용하는 조건과 절차, 이용자와 사무소의 권리와 의무를 정합니다.`,
})
