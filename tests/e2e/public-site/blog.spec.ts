import { managedPostSchema } from '#contract/blog/blog.ts'
import { newId } from '#server/new-id.ts'
import { makeGrayPng } from '../../support/documents/pictures.ts'
import type { Colleague } from '../support/colleague.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

/** Deleted after each test: the next file has the same office and needs the posts of the demo. */
const published: string[] = []

async function publish(colleague: Colleague, title: string, changes: object = {}) {
  const { body } = await colleague.send('POST', '/api/blog/manage/', {
    title,
    excerpt: `${title} 요약`,
    category: 'office',
    tags: [],
    markdown: '본문',
    image: null,
    author_name: '박새론',
    state: 'published',
    creation_key: newId(),
    ...changes,
  })
  const post = managedPostSchema.parse(body)
  published.push(post.id)
  return post
}

test.afterEach(async ({ colleague }) => {
  for (const id of published.splice(0)) {
    const { version } = managedPostSchema.parse(await colleague.get(`/api/blog/manage/${id}/`))
    const { status } = await colleague.send('DELETE', `/api/blog/manage/${id}/`, { version })
    expect(status).toBeLessThan(300)
  }
})

test('visitors read posts by category and continue to a related post', async ({ office, newDevicePage: page }) => {
  await page.goto(office.url)
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '소식' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '최근 소식' })).toBeVisible()
  await page.getByRole('navigation', { name: '분류' }).getByRole('link', { name: '공탁' }).click()
  await expect(page).toHaveURL(/category=deposit/)
  const entries = page.getByRole('list', { name: '게시글' }).getByRole('listitem')
  await expect(entries).toHaveCount(1)
  await entries.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: '수용보상금 공탁, 접수에서 출급까지' })).toBeVisible()
  await expect(page).toHaveTitle('수용보상금 공탁, 접수에서 출급까지 · 온결 법무사사무소')
  await expect(page.getByText('작성자 법무사 한온결')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '공탁할 수 있는 경우' })).toBeVisible()
  await expect(page.getByRole('list', { name: '태그' })).toContainText('#토지수용')
  await page.getByRole('region', { name: '이어서 읽기' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/blog\/[13]$/)
  await page.goBack()
  await page.goBack()
  await expect(entries).toHaveCount(1)
})

test('finds posts despite a typing error, says what it searched for, and shows no Markdown marks', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  await publish(colleague, '**등기부등본** 읽는 법', {
    excerpt: '> **갑구**와 [을구](/services)',
    markdown: '##순서\n\n- [ ] 갑구\n\n** 을구 **',
  })
  await page.goto(`${office.url}/blog`)
  const field = page.getByRole('searchbox', { name: '소식 검색' })
  const entries = page.getByRole('list', { name: '게시글', exact: true }).getByRole('listitem')
  await field.fill('등기부 등본')
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '검색 결과' })).toContainText('등기부 등본')
  await expect(entries.first()).toContainText(/등기부등본 읽는 법\s*갑구와 을구/)
  await field.fill('등기부등뵨')
  await field.press('Enter')
  await expect(page.getByText("'등기부등뵨'을 '등기부등본'으로 찾은 결과입니다.")).toBeVisible()
  await expect(entries).toHaveCount(0)
  await page.reload()
  await expect(field).toHaveValue('등기부등뵨')
  const near = page.getByRole('list', { name: '다른 말로 찾은 게시글' })
  await near.getByRole('link', { name: '등기부등본 읽는 법' }).click()
  await expect(page.getByRole('article')).toContainText(/순서\s*☐ 갑구\s*을구/)
  await expect(page.getByRole('article')).not.toContainText(/\*\*|##|\[ \]/)
  expect(await page.locator('head').innerHTML()).not.toMatch(/\*\*|\]\(/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('shows the title and picture of the first result on the first screen', async ({
    office,
    newDevicePage: page,
  }) => {
    await page.goto(`${office.url}/blog?search=${encodeURIComponent('취득세')}`)
    const entry = page.getByRole('list', { name: '게시글', exact: true }).getByRole('listitem').first()
    const title = await entry.getByRole('heading').boundingBox()
    // The bar with the telephone takes the last 56 px.
    expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(844 - 56)
    const picture = await entry.locator('img').last().boundingBox()
    expect(picture?.x).toBeGreaterThanOrEqual((title?.x ?? 0) + (title?.width ?? 0))
    expect(picture?.width).toBeLessThanOrEqual(112)
  })
})

test('splits many posts into pages with separate URLs, also offline @offline', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  for (let place = 0; place < 11; place += 1) await publish(colleague, `쪽 나누기 ${place}`, { tags: ['쪽'] })
  await page.goto(`${office.url}/blog?tag=${encodeURIComponent('쪽')}`)
  const entries = page.getByRole('list', { name: '게시글' }).getByRole('listitem')
  await expect(entries).toHaveCount(10)
  await page
    .getByRole('navigation', { name: '페이지' })
    .getByRole('link', { name: /^2\s*페이지$/ })
    .click()
  await expect(entries).toHaveCount(1)
  await page.reload()
  await expect(entries).toHaveText(/쪽 나누기 0/)
  // Until the app is on the device, the server shows the whole list instead.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto(`${office.url}/blog?tag=${encodeURIComponent('없는 태그')}`)
  await expect(page.getByText('등록된 게시글이 없습니다.')).toBeVisible()
  await page.goto(`${office.url}/blog`)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/api/blog/posts/?page=2'))?.ok)).toBe(true)
  office.network.setReachable(false)
  await page.goto(`${office.url}/blog?page=2`)
  await expect(page.getByRole('link', { name: '부동산 취득세 개정 안내' })).toBeVisible()
})

test('staff preview, publish and withdraw a post, and settle a conflict with a colleague @two-processes', async ({
  office,
  colleague,
  staffPage: page,
  browser,
}) => {
  await page.goto(`${office.url}/staff/blog`)
  await page.getByRole('link', { name: '새 글' }).click()
  await page.getByRole('textbox', { name: /^제목/ }).fill('등기필정보를 잃어버렸을 때')
  await page.getByLabel('본문', { exact: true }).fill('## 확인서면\n\n**법무사(法務士)**가 확인합니다.')
  const preview = page.getByRole('region', { name: '미리보기' })
  await expect(preview.getByRole('heading', { name: '확인서면' })).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('법무사(法務士)')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('이 기기에 남아 있던 저장하지 않은 내용을 불러왔습니다.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^제목/ })).toHaveValue('등기필정보를 잃어버렸을 때')
  const body = page.getByLabel('본문', { exact: true })
  await body.press('Control+End')
  const none = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.broken = 1"/>')
  const pictures = page.getByLabel('본문에 사진 넣기 파일')
  await pictures.setInputFiles({ name: '그림.png', mimeType: 'image/png', buffer: none })
  await expect(page.getByText('이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.').first()).toBeVisible()
  await pictures.setInputFiles({ name: '접수증.png', mimeType: 'image/png', buffer: makeGrayPng(40, 30) })
  await expect(preview.getByRole('img', { name: '사진 설명' })).toBeVisible()
  // The alternative text is selected, so typing replaces it; toolbar actions can be undone like
  // typing.
  await page.keyboard.type('접수증')
  await expect(body).toHaveValue(/!\[접수증\]\(/)
  await body.press('Control+Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+b')
  await expect(body).toHaveValue(/^\*\*## 확인서면\*\*\n/)
  await page.keyboard.press('Control+z')
  await expect(body).toHaveValue(/^## 확인서면\n/)
  await page.getByRole('button', { name: '굵게 (Ctrl+B)' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: '기울임 (Ctrl+I)' })).toBeFocused()

  office.network.setReachable(false)
  // The page may have noticed already and disabled saving.
  await page.getByRole('button', { name: '초안 저장' }).dispatchEvent('click')
  await expect(page.getByText(/서버에 연결할 수 없습니다|쓰는 내용은 이 기기에 남아 있고/).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^제목/ })).toHaveValue('등기필정보를 잃어버렸을 때')
  office.network.setReachable(true)

  await page.getByRole('button', { name: '초안 저장' }).click()
  await expect(page).toHaveURL(/\/staff\/blog\/\d+$/)
  const id = /\d+$/.exec(page.url())?.[0] ?? ''
  const visitor = await (await browser.newContext()).newPage()
  expect((await visitor.goto(`${office.url}/blog/${id}`))?.status()).toBe(404)

  await page.getByRole('button', { name: '게시', exact: true }).click()
  await expect(page.getByText('게시하려면 요약을 입력해 주세요.')).toBeVisible()
  await page.getByLabel('요약').fill('다시 발급되지 않습니다.')
  await page.getByRole('button', { name: '게시', exact: true }).click()
  await expect(page.getByText('게시되었습니다.')).toBeVisible()
  await visitor.goto(`${office.url}/blog`)
  await visitor.getByRole('link', { name: '등기필정보를 잃어버렸을 때' }).click()
  await expect(visitor.getByRole('heading', { level: 2, name: '확인서면' })).toBeVisible()
  await visitor.context().close()

  const post = managedPostSchema.parse(await colleague.get(`/api/blog/manage/${id}/`))
  const { version, published_at: _at, updated_at: _on, updated_by: _by, id: _id, ...fields } = post
  await colleague.send('PUT', `/api/blog/manage/${id}/`, { ...fields, version, title: '동료가 고친 제목' })
  await page.getByLabel('요약').fill('관공서에서 다시 발급하지 않습니다.')
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText(/먼저 저장했습니다\./)).toBeVisible()
  await page.getByRole('button', { name: '내 내용으로 계속하기' }).click()
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText('변경사항이 저장되었습니다.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^제목/ })).toHaveValue('등기필정보를 잃어버렸을 때')

  await page.getByRole('button', { name: '게시 취소' }).click()
  await expect(page.getByText('게시를 취소했습니다. 글은 초안으로 남아 있습니다.')).toBeVisible()
  await page.getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await expect(page).toHaveURL(/\/staff\/blog$/)
  await expect(page.getByRole('link', { name: '등기필정보를 잃어버렸을 때' })).toHaveCount(0)
})
