import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ManagedPost, maxPostLength } from '#contract/blog/blog.ts'
import { newId } from '#server/new-id.ts'
import { createPicturesWithMetadata, secrets } from '#tests/support/documents/pictures-with-metadata.ts'
import { createFormPayload, smallPictures } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { loadDemoPosts } from './demo.ts'

let server: TestApp
let staff: SignedIn
const now = new Date('2026-11-21T03:00:00Z')

beforeAll(async () => {
  server = await buildTestApp({ now: () => now })
  staff = await server.signIn('staff')
  await loadDemoPosts(server.ownerDb, { now })
})
afterAll(() => server.close())

const fields = {
  title: '등기필정보를 잃어버렸을 때',
  excerpt: '다시 발급되지 않습니다.',
  category: 'registration',
  tags: ['소유권이전'],
  markdown: '## 확인서면\n\n법무사가 본인임을 확인합니다.',
  image: null,
  author_name: '법무사 한온결',
  state: 'draft',
}

async function make(changes: object = {}): Promise<ManagedPost> {
  const payload = { ...fields, ...changes, creation_key: newId() }
  const response = await staff.inject({ method: 'POST', url: '/api/blog/manage/', payload })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

function put({ id, version }: { id: string; version: number }, changes: object) {
  return staff.inject({ method: 'PUT', url: `/api/blog/manage/${id}/`, payload: { ...fields, version, ...changes } })
}

function visit(url: string) {
  return server.app.inject({ url })
}

test('serves the three demo posts under 1, 2 and 3, newest first, with the count per category', async () => {
  const list = (await visit('/api/blog/posts/')).json()
  expect(list.results.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3'])
  expect(list.results[0]).toMatchObject({ title: '부동산 취득세 개정 안내', date: '2026-11-15', category: 'tax' })
  expect(list.categories).toContainEqual({ category: 'deposit', count: 1 })
  const post = (await visit('/api/blog/posts/1/')).json()
  expect(post).toMatchObject({ author: { name: '법무사 한온결' }, state: 'published' })
  expect(post.content).toContain('<h2>무엇이 바뀌었나</h2>')
  expect(post.readingTime).toBeGreaterThanOrEqual(2)
  expect(post.related).toHaveLength(2)
})

test('pages the list and filters it by category or tag', async () => {
  const page = (await visit('/api/blog/posts/?page=2&page_size=2')).json()
  expect([page.results.map(({ id }: { id: string }) => id), page.total_count]).toEqual([['3'], 3])
  expect((await visit('/api/blog/posts/?category=lease')).json().results).toMatchObject([{ id: '3' }])
  expect((await visit(`/api/blog/posts/?tag=${encodeURIComponent('공탁')}`)).json().results).toMatchObject([
    { id: '2' },
  ])
  expect((await visit('/api/blog/posts/?page_size=1000')).statusCode).toBe(400)
})

test('shows a draft to staff only, and a published post to everybody until it is withdrawn', async () => {
  const post = await make()
  const url = `/api/blog/posts/${post.id}/`
  const member = await server.signIn('member')
  expect([(await visit(url)).statusCode, (await member.inject({ url })).statusCode]).toEqual([404, 404])
  const read = await staff.inject({ url })
  expect([read.statusCode, read.headers['cache-control']]).toEqual([200, 'no-store'])
  const published = (await put(post, { state: 'published' })).json()
  expect((await visit(url)).json()).toMatchObject({
    state: 'published',
    datetime: expect.stringContaining('2026-11-21'),
  })
  const back = await put(published, { state: 'draft' })
  expect([back.json().version, (await visit(url)).statusCode]).toEqual([3, 404])
})

test('publishes a post only with a summary and a text', async () => {
  const post = await make({ excerpt: ' ', markdown: '' })
  const result = await put(post, { state: 'published', excerpt: ' ', markdown: '' })
  expect([result.statusCode, Object.keys(result.json().fields)]).toEqual([422, ['excerpt', 'markdown']])
})

test('refuses an outdated version, says who changed the post first, and loses nothing', async () => {
  const post = await make()
  await put(post, { title: '먼저 고친 제목' })
  const late = await put(post, { title: '늦은 제목' })
  expect(late.json()).toMatchObject({ code: 'conflict', current: { title: '먼저 고친 제목', version: 2 } })
  expect(late.json().message).toContain('먼저 저장했습니다.')
  const removal = { method: 'DELETE', url: `/api/blog/manage/${post.id}/` } as const
  expect((await staff.inject({ ...removal, payload: { version: 1 } })).statusCode).toBe(409)
  expect((await staff.inject({ ...removal, payload: { version: 2 } })).statusCode).toBe(204)
  expect((await staff.inject({ ...removal, payload: { version: 2 } })).statusCode).toBe(404)
})

test('makes one post of a call sent twice', async () => {
  const payload = { ...fields, title: '두 번 보낸 글', creation_key: newId() }
  const call = () => staff.inject({ method: 'POST', url: '/api/blog/manage/', payload })
  const [first, second] = [await call(), await call()]
  expect(second.json()).toEqual(first.json())
  const { total_count: count } = (await staff.inject({ url: '/api/blog/manage/?search=두 번 보낸' })).json()
  expect(count).toBe(1)
})

test('lists drafts for staff and finds them by initial consonants', async () => {
  await make({ title: '희한한 초안' })
  const found = (await staff.inject({ url: '/api/blog/manage/?state=draft&search=ㅎㅎㅎ' })).json()
  expect(found.results).toMatchObject([{ title: '희한한 초안', state: 'draft', version: 1 }])
})

test('refuses a text that is too long, nested too deep or shows foreign pictures', async () => {
  const send = async (markdown: string) =>
    (await staff.inject({ method: 'POST', url: '/api/blog/preview/', payload: { markdown } })).statusCode
  expect(await send('가'.repeat(maxPostLength))).toBe(200)
  expect(await send('가'.repeat(maxPostLength + 1))).toBe(400)
  expect(await send('가'.repeat(400_000))).toBe(413)
  expect(await send('>'.repeat(maxPostLength))).toBe(422)
  expect(await send('![](https://example.com/a.png)')).toBe(422)
})

test('escapes script in every field', async () => {
  const script = '<script>alert(1)</script>'
  const all = {
    title: script,
    excerpt: script,
    tags: ['<b>'],
    markdown: script,
    author_name: script,
    state: 'published',
  }
  const { id } = await make(all)
  const post = (await visit(`/api/blog/posts/${id}/`)).json()
  expect(post.content).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n')
  const rss = await visit('/blog/rss.xml')
  expect(rss.body).not.toContain('<script')
  expect(rss.body).toContain('<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>')
})

test('serves RSS of the newest posts with URLs of this site', async () => {
  const rss = await visit('/blog/rss.xml')
  expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(rss.body).toContain('<link>http://localhost/blog/1</link>')
  expect(rss.body).toContain('<pubDate>Sun, 15 Nov 2026 00:30:00 GMT</pubDate>')
  expect(rss.body).toContain('href=&quot;http://localhost/services/deposit&quot;')
})

test('detects the picture type from its content, serves it to everybody and reserves its space', async () => {
  const upload = async (name: string, bytes: Buffer) => {
    const { payload, headers } = await createFormPayload({ img: [name, bytes, 'image/png'] })
    return await staff.inject({ method: 'POST', url: '/api/blog/pictures/', payload, headers })
  }
  const fake = await upload('a.png', Buffer.from('<svg onload="alert(1)">'))
  expect([fake.statusCode, fake.json().fields.img]).toEqual([400, 'PNG, JPEG, WebP 이미지만 올릴 수 있습니다.'])
  const { url } = (await upload('a.png', smallPictures.png)).json()
  const shown = await visit(url)
  expect(shown.rawPayload.equals(smallPictures.png)).toBe(true)
  expect(shown.headers['cross-origin-resource-policy']).toBe('cross-origin')
  for (const [name, picture] of Object.entries(createPicturesWithMetadata(6))) {
    const photo = await visit((await upload(name, picture)).json().url)
    expect(secrets.filter((secret) => photo.rawPayload.includes(secret))).toEqual([])
  }
  const preview = await staff.inject({
    method: 'POST',
    url: '/api/blog/preview/',
    payload: { markdown: `![접수증](${url})` },
  })
  expect(preview.json().html).toContain('width="8" height="6"')
  const { id } = await make({ image: url, image_alt: '접수증', author_image: url, state: 'published' })
  const shownPost = { imageUrl: url, imageAlt: '접수증', author: { imageUrl: url } }
  expect((await visit(`/api/blog/posts/${id}/`)).json()).toMatchObject(shownPost)
  expect((await visit('/api/blog/posts/')).json().results[0]).toMatchObject(shownPost)
  const missingPicture = `/api/blog/pictures/${'0'.repeat(64)}`
  const response = await staff.inject({
    method: 'POST',
    url: '/api/blog/manage/',
    payload: { ...fields, image: missingPicture, author_image: missingPicture, creation_key: newId() },
  })
  const message = '이미지를 찾을 수 없습니다. 다시 올려 주세요.'
  expect(response.json().fields).toEqual({ image: message, author_image: message })
})

test('publishes a post only when its pictures have alternative text', async () => {
  const { payload: form, headers } = await createFormPayload({ img: ['a.png', smallPictures.png, 'image/png'] })
  const { url } = (await staff.inject({ method: 'POST', url: '/api/blog/pictures/', payload: form, headers })).json()
  const send = async (changes: object) => {
    const payload = { ...fields, ...changes, creation_key: newId() }
    return await staff.inject({ method: 'POST', url: '/api/blog/manage/', payload })
  }
  for (const alt of ['', ' ', '사진 설명']) {
    const refused = await send({ state: 'published', markdown: `글\n\n![${alt}](${url})` })
    expect(refused.json().fields, alt).toEqual({ markdown: '게시하려면 본문에 넣은 사진마다 설명을 적어 주세요.' })
  }
  const withoutAlt = await send({ state: 'published', image: url })
  expect(withoutAlt.json().fields).toEqual({ image_alt: '게시하려면 대표 이미지의 설명을 입력해 주세요.' })
  expect((await send({ state: 'draft', image: url, markdown: `![](${url})` })).statusCode).toBe(201)
})

test('logs every write in the trail', async () => {
  const { id } = await make({ title: '자취' })
  const rows = await server.db.selectFrom('audit').selectAll().where('collection', '=', 'blog-posts').execute()
  expect(rows.at(-1)).toMatchObject({
    act: 'create',
    user_name: staff.user.nickname,
    detail: { id, title: '자취' },
  })
})

test.each([
  ['취득세', 1, null],
  ['소유권 이전', 1, null],
  ['ㅇㅊㄱ', 1, null],
  ['취득셰', 0, "'취득셰'를 '취득세'로 찾은 결과입니다."],
  ['cnlemrtp', 0, "'cnlemrtp'을(를) '취득세'로 찾은 결과입니다."],
  ['상송', 0, "'상송'을 '상속'으로 찾은 결과입니다."],
  ['임차권등기멍령', 0, "'임차권등기멍령'을 '임차권등기명령'으로 찾은 결과입니다."],
])('a visitor’s search for %s finds posts and says when it was read as another word', async (search, typed, says) => {
  const result = await visit(`/api/blog/posts/?search=${encodeURIComponent(search)}`)
  const { results, total_count: count, near } = result.json()
  expect(results.length).toBeGreaterThan(0)
  expect(count).toBe(results.length)
  expect(near).toEqual(says === null ? null : { after: 0, says })
  expect(results.length - (near ? count - near.after : 0) >= typed).toBe(true)
  expect(result.headers['cache-control']).toBe('no-store')
})

test('a search finds no drafts, and finds a post as soon as it is published', async () => {
  const post = await make({ title: '납골당 사용권', markdown: '글' })
  const count = async () => (await visit(`/api/blog/posts/?search=${encodeURIComponent('납골당')}`)).json().total_count
  expect(await count()).toBe(0)
  await put(post, { title: '납골당 사용권', state: 'published' })
  expect(await count()).toBe(1)
})

test('shows no Markdown marks in lists, searches, feeds or posts', async () => {
  const raw = '**굵은** ## 제목 [안내](/blog)'
  const { id } = await make({
    title: '**표지** 달린 글',
    excerpt: '> **굵은** [안내](/services)\n- [ ] 할 일\n##제목',
    markdown: `##제목\n\n** 굵게 **\n\n- [ ] 할 일\n\n    > ${raw}`,
    state: 'published',
  })
  const rss = (await visit('/blog/rss.xml')).body
  const shown = [
    (await visit('/api/blog/posts/')).json().results[0],
    (await visit(`/api/blog/posts/?search=${encodeURIComponent('표지 달린')}`)).json().results[0],
    (await visit(`/api/blog/posts/${id}/`)).json(),
  ]
  expect(shown.map((post) => [post.id, post.title, post.excerpt])).toEqual(
    shown.map(() => [id, '표지 달린 글', '굵은 안내 ☐ 할 일 제목']),
  )
  for (const text of [rss, ...shown.map((post) => JSON.stringify(post))]) {
    expect(text).not.toMatch(/\*\*|##|\]\(|\[ \]|(?:^|[\s"])(?:>|&gt;|&amp;gt;) /)
  }
})
