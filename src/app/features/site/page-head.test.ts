import { expect, test } from 'vitest'
import { type Post, postSchema } from '#contract/blog/blog-public.ts'
import { newOffice } from '#domain/office/office.ts'
import { listOtherWork } from './about-texts.ts'
import { civilQuestions } from './civil-texts.ts'
import { depositQuestions } from './deposit-texts.ts'
import { type HeadPage, pageDescriptions, renderPageHead } from './page-head.ts'
import { type PagePath, pageTitles } from './page-metadata.ts'

const origin = 'https://ongyeol.example'
const office = { ...newOffice, seal_strokes: [] }
const descriptions = pageDescriptions(office.name)

function renderHead(page: HeadPage): string {
  return renderPageHead(page, office)
}

/** Pages that search engines may index: all except those for signed-in users. */
const shared = Object.keys(pageTitles).filter(
  (path): path is PagePath => path in pageTitles && path !== '/services' && path !== '/features',
)

const post: Post = postSchema.parse({
  id: '7',
  version: 3,
  title: '취득세 신고 기한이 바뀌었습니다',
  excerpt: '잔금일부터 60일입니다.',
  category: 'tax',
  tags: ['취득세', '잔금'],
  imageUrl: '/api/blog/pictures/abc',
  date: '2026-11-15',
  datetime: '2026-11-15T09:30:00+09:00',
  readingTime: 4,
  author: { name: '법무사 한온결', imageUrl: null },
  content: '<p>본문</p>',
  state: 'published',
  related: [],
})

test('gives every page a unique title and description', () => {
  for (const texts of [pageTitles, descriptions]) {
    const values = Object.values(texts)
    expect(new Set(values).size).toBe(values.length)
  }
})

test('keeps every description within the length of a search result, as a full sentence', () => {
  for (const [path, description] of Object.entries(descriptions)) {
    expect(description.length, path).toBeLessThanOrEqual(120)
    expect(description, path).toMatch(/니다\.$/)
  }
})

test('names the page and then the office in the title; the first page has only the office', () => {
  expect(renderHead({ path: '/about', origin })).toContain('<title>사무소 소개 · 온결 법무사사무소</title>')
  expect(renderHead({ path: '/', origin })).toContain('<title>온결 법무사사무소</title>')
})

test.each(shared)('describes %s once with canonical URL, texts and picture', (path) => {
  const head = renderHead({ path, origin })
  expect(listCanonicals(head)).toEqual([`${origin}${path}`])
  expect(readMeta(head)).toMatchObject({
    description: descriptions[path],
    'og:type': 'website',
    'og:locale': 'ko_KR',
    'og:site_name': '온결 법무사사무소',
    'og:title': pageTitles[path] || office.name,
    'og:description': descriptions[path],
    'og:url': `${origin}${path}`,
    'og:image': `${origin}/og.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  })
  expect(head).not.toContain('noindex')
})

test('describes the office on the first page and the introduction', () => {
  for (const path of ['/', '/about'] as const) {
    const described = listThings(renderHead({ path, origin })).find((thing) => thing['@type'] === 'LegalService')
    expect(described).toMatchObject({
      name: '온결 법무사사무소',
      telephone: '+82-2-000-0000',
      address: { addressCountry: 'KR' },
      openingHoursSpecification: { opens: '09:00', closes: '18:00' },
      employee: { name: '한온결', jobTitle: '법무사' },
    })
  }
})

test.each(shared.filter((path) => path !== '/'))('gives %s a breadcrumb trail', (path) => {
  const trail = listThings(renderHead({ path, origin })).find((thing) => thing['@type'] === 'BreadcrumbList')
  expect(trail?.['itemListElement']).toMatchObject([
    { position: 1, name: '홈', item: `${origin}/` },
    { position: 2, name: pageTitles[path], item: `${origin}${path}` },
  ])
})

test.each([
  ['/services/civil', civilQuestions],
  ['/services/deposit', depositQuestions],
  ['/about', listOtherWork(newOffice)],
] as const)("gives search engines the questions of %s in the page's own words", (path, entries) => {
  const questions = listThings(renderHead({ path, origin })).find((of) => of['@type'] === 'FAQPage')
  expect(questions?.['mainEntity']).toMatchObject(
    entries.map(({ title, text }) => ({ name: title, acceptedAnswer: { text } })),
  )
  expect(listThings(renderHead({ path: '/terms', origin })).map((of) => of['@type'])).not.toContain('FAQPage')
})

test('describes a post as an article with author, date, picture and summary', () => {
  const head = renderHead({ post, origin })
  expect(head).toContain('<title>취득세 신고 기한이 바뀌었습니다 · 온결 법무사사무소</title>')
  expect(listCanonicals(head)).toEqual([`${origin}/blog/7`])
  expect(readMeta(head)).toMatchObject({
    description: post.excerpt,
    'og:type': 'article',
    'og:image': `${origin}/api/blog/pictures/abc`,
    'article:published_time': post.datetime,
  })
  expect(listThings(head).find((thing) => thing['@type'] === 'BlogPosting')).toMatchObject({
    headline: post.title,
    datePublished: post.datetime,
    author: { '@type': 'Person', name: '한온결', jobTitle: '법무사' },
    image: `${origin}/api/blog/pictures/abc`,
    description: post.excerpt,
  })
})

test("shares a post without a picture with the site's picture", () => {
  expect(readMeta(renderHead({ post: { ...post, imageUrl: null }, origin }))['og:image']).toBe(`${origin}/og.png`)
})

test("links the feed on the blog's pages only", () => {
  const feed = '<link rel="alternate" type="application/rss+xml" title="최근 소식" href="/blog/rss.xml" />'
  expect(renderHead({ path: '/blog', origin })).toContain(feed)
  expect(renderHead({ post, origin })).toContain(feed)
  expect(renderHead({ path: '/about', origin })).not.toContain('rss')
})

test('gives each page and category of the post list its own title, description and URL', () => {
  const heads = ['/blog', '/blog?page=2', '/blog?category=tax', '/blog?page=2&category=tax&utm_source=mail'].map(
    (canonical) => renderHead({ path: '/blog', canonical, origin }),
  )
  expect(heads.flatMap(listCanonicals)).toEqual([
    `${origin}/blog`,
    `${origin}/blog?page=2`,
    `${origin}/blog?category=tax`,
    `${origin}/blog?page=2&amp;category=tax`,
  ])
  expect(new Set(heads.map((head) => readMeta(head)['description'])).size).toBe(4)
  expect(new Set(heads.map((head) => /<title>(.*)<\/title>/.exec(head)?.[1])).size).toBe(4)
  expect(renderHead({ path: '/blog', canonical: '/blog?page=1&category=nonsense', origin })).toBe(heads[0])
})

test('excludes private, redundant and missing pages from the index', () => {
  const heads = [
    renderHead({ path: '/services', origin }),
    renderHead({ path: '/blog', canonical: '/blog?tag=잔금', origin }),
    renderHead({ notFound: true, origin }),
    renderHead({ post: { ...post, state: 'draft' }, origin }),
  ]
  for (const head of heads) {
    expect(head).toContain('<meta name="robots" content="noindex" />')
    expect(head).not.toMatch(/canonical|og:|ld\+json/)
  }
  expect(renderHead({ notFound: true, origin })).toContain(
    '<title>페이지를 찾을 수 없습니다 · 온결 법무사사무소</title>',
  )
  expect(renderHead({ notFound: true, origin, title: '게시글을 찾을 수 없습니다' })).toContain('<title>게시글을 찾을')
})

test('escapes every text', () => {
  const evil = `"'></title></script><script>alert(1)</script><!--&amp;`
  const head = renderHead({
    post: { ...post, title: evil, excerpt: evil, tags: [evil], author: { name: evil, imageUrl: null } },
    origin,
  })
  expect(head.match(/<\/?script/g)).toEqual(['<script', '</script'])
  expect(head.match(/<\/?title/g)).toEqual(['<title', '</title'])
  expect(head).not.toContain('<!--')
  expect(listThings(head).find((thing) => thing['@type'] === 'BlogPosting')?.['headline']).toBe(evil)
})

function listCanonicals(head: string): string[] {
  return [...head.matchAll(/<link rel="canonical" href="([^"]*)" \/>/g)].map((match) => match[1] ?? '')
}

/** Names and contents of the meta tags. A repeated name is an error, except for article tags. */
function readMeta(head: string): Record<string, string> {
  const found = [...head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)" \/>/g)]
    .map((match) => [match[1] ?? '', match[2] ?? ''] as const)
    .filter(([name]) => name !== 'article:tag')
  expect(new Set(found.map(([name]) => name)).size).toBe(found.length)
  return Object.fromEntries(found)
}

function listThings(head: string): Record<string, unknown>[] {
  const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1] ?? '{}'
  const data: { '@graph'?: Record<string, unknown>[] } = JSON.parse(json)
  return data['@graph'] ?? []
}
