import type { Post } from '#contract/blog-public.ts'
import { blogPath, categoryLabel, postListAddress } from '#contract/blog-words.ts'
import { isPublicPath } from '#contract/app-paths.ts'
import { isUnnamed, withParticle, type Office } from '#domain/office-words.ts'
import { documentTitle, notFoundTitle } from '#app/ui/document-title.ts'
import { pageDescriptions } from './page-descriptions.ts'
import { pageTitle, type PagePath } from './page-facts.ts'
import { blogQuestionOf, blogTitle, type BlogQuestion } from './read-blog.ts'
import { structuredData, thingsOfPage, thingsOfPost, type Thing } from './structured-data.ts'

/**
 * The page whose head is wanted. `origin` is where visitors reach the site, `https://example.kr` without a slash. `canonical`: the page's own address with what was
 * asked of it (`/blog?page=2`), by default `path`.
 * `title` of an address with nothing to show: what its screen calls itself, when that is not the page for unknown addresses.
 */
export type HeadPage =
  | { path: PagePath; origin: string; canonical?: string }
  | { post: Post; origin: string }
  | { notFound: true; origin: string; title?: string }

/** What `pageHead` writes down. Without `shared` the page is for nobody's index. */
interface Head {
  title: string
  description?: string
  shared?: Shared
}

interface Shared {
  /** Absolute. */
  address: string
  picture: Picture
  things: readonly Thing[]
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
 * HTML for the head of a public page: title, description, canonical address, Open Graph and JSON-LD. Everything is escaped; the title is the one that the running app
 * gives the document (ui/document-title.ts). Of an office without a name nothing is said, and search engines are sent away.
 */
export function pageHead(page: HeadPage, office: Office): string {
  const { title, description, shared } = isUnnamed(office) ? { title: '' } : headOf(page, office)
  return [
    `<title>${escapeHtml(documentTitle(title, office))}</title>`,
    ...(description ? [meta('name', 'description', description)] : []),
    ...(shared ? tagsOf(shared, { title, description, office }) : [meta('name', 'robots', 'noindex')]),
  ].join('\n')
}

function headOf(page: HeadPage, office: Office): Head {
  if ('notFound' in page) return { title: page.title ?? notFoundTitle }
  return 'post' in page ? headOfPost(page, office) : headOfPage(page, office)
}

function headOfPost({ post, origin }: Extract<HeadPage, { post: Post }>, office: Office): Head {
  const head = { title: post.title, description: post.excerpt.replace(/\s+/g, ' ').trim() }
  // Those who write see their drafts at the address that the post will have.
  if (post.state === 'draft') return head
  const address = `${origin}/blog/${post.id}`
  const picture = post.imageUrl
    ? { url: new URL(post.imageUrl, origin).href, alt: post.title }
    : sitePicture(origin, office)
  return {
    ...head,
    shared: {
      address,
      picture,
      hasFeed: true,
      article: post,
      things: thingsOfPost(post, { origin, office, picture: picture.url }),
    },
  }
}

function headOfPage(page: Extract<HeadPage, { path: PagePath }>, office: Office): Head {
  const { path, origin } = page
  const question = path === '/blog' ? questionIn(page.canonical) : undefined
  const title = question ? blogTitle(question) : pageTitle(path)
  const description = question ? descriptionOfList(question, office) : pageDescriptions(office.name)[path]
  // Tags are as many as writers like: their lists only repeat the others.
  const isForSearch = isPublicPath(path) && !question?.tag
  const address = `${origin}${question ? addressOfList(question) : path}`
  return {
    title,
    description,
    ...(isForSearch && {
      shared: {
        address,
        picture: sitePicture(origin, office),
        hasFeed: path === '/blog',
        things: thingsOfPage(path, { origin, office, address, title, description }),
      },
    }),
  }
}

/** What of the address means something; the rest of it (where a visitor came from) is no other page. */
function questionIn(canonical = '/blog'): BlogQuestion {
  const asked = Object.fromEntries(new URL(canonical, 'http://site').searchParams)
  return blogQuestionOf({ ...asked, page: Number(asked['page']) })
}

function addressOfList(question: BlogQuestion): string {
  return postListAddress(question).replace(blogPath, '/blog')
}

function descriptionOfList({ page, category, tag }: BlogQuestion, { name }: Office): string {
  const about = tag ? `#${tag}` : category ? categoryLabel(category) : null
  const what = about
    ? `${withParticle(name, '이/가')} 쓴 글 가운데 ‘${about}’에 속하는 글을 모았습니다.`
    : pageDescriptions(name)['/blog']
  return page > 1 ? `${what} ${page}페이지입니다.` : what
}

function sitePicture(origin: string, office: Office): Picture {
  return {
    url: `${origin}/og.png`,
    alt: `${office.name}. 등기부에 적히는 한 줄까지 책임지고 맡습니다.`,
    size: { width: 1200, height: 630 },
  }
}

function tagsOf(
  shared: Shared,
  { title, description, office }: Pick<Head, 'title'> & { description: string | undefined; office: Office },
) {
  const { address, picture, things, hasFeed, article } = shared
  return [
    element('link', { rel: 'canonical', href: address }),
    ...(hasFeed
      ? [element('link', { rel: 'alternate', type: 'application/rss+xml', title: '최근 소식', href: '/blog/rss.xml' })]
      : []),
    meta('property', 'og:type', article ? 'article' : 'website'),
    meta('property', 'og:locale', 'ko_KR'),
    meta('property', 'og:site_name', office.name),
    meta('property', 'og:title', title || office.name),
    ...(description ? [meta('property', 'og:description', description)] : []),
    meta('property', 'og:url', address),
    meta('property', 'og:image', picture.url),
    ...(picture.size
      ? [
          meta('property', 'og:image:width', String(picture.size.width)),
          meta('property', 'og:image:height', String(picture.size.height)),
        ]
      : []),
    meta('property', 'og:image:alt', picture.alt),
    ...(article ? tagsOfArticle(article) : []),
    meta('name', 'twitter:card', 'summary_large_image'),
    structuredData(things),
  ]
}

function tagsOfArticle(post: Post): string[] {
  return [
    ...(post.datetime ? [meta('property', 'article:published_time', post.datetime)] : []),
    meta('property', 'article:section', categoryLabel(post.category)),
    ...post.tags.map((word) => meta('property', 'article:tag', word)),
  ]
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return element('meta', { [kind]: key, content })
}

function element(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')} />`
}

/** For texts and for values of attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
