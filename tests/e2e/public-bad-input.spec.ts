import { managedPostSchema } from '#contract/blog.ts'
import { newId } from '#server/new-id.ts'
import { untilAlive } from './support/alive.ts'
import { openContact, sendInquiry, writeInquiry } from './support/inquiries.ts'
import { readPublicHtml } from './support/public-html.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

/** Ends whatever it may have been put into, and leaves a mark if any of it runs. */
const attack = `</title></script>"'><script>window.broken = 1</script><img src=x onerror="window.broken = 1">`

test('script in every field of a post and in an address is text, in the HTML and in the running page', async ({
  office,
  colleague,
  calmPage: page,
}) => {
  const fields = {
    ...{ title: attack, excerpt: attack, category: 'office', tags: ['</title><script>"', '<b>'], markdown: attack },
    ...{ image: null, author_name: '</script><b>', state: 'published', creation_key: newId() },
  }
  const made = await colleague.send('POST', '/api/blog/manage/', fields)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { id, version } = managedPostSchema.parse(made.body)
  const typed = encodeURIComponent(attack)
  // Without a dot: an address with one names a file.
  const unknown = encodeURIComponent('<script>alert(1)</script>')
  const paths = [`/blog/${id}`, '/blog', `/blog?tag=${typed}`, `/blog?page=${typed}`, `/blog/${typed}`, `/${unknown}`]
  for (const path of [...paths, `/?${typed}`, `/contact?name=${typed}#${typed}`]) {
    const { html } = await readPublicHtml(office.url, path)
    expect.soft(html, path).not.toMatch(/<script>|<img src=x|<b>/)
    await page.goto(office.url + path)
    await untilAlive(page)
    expect.soft(await page.evaluate(() => Reflect.get(window, 'broken')), path).toBeUndefined()
  }
  await page.goto(`${office.url}/blog/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(attack)
  expect((await colleague.send('DELETE', `/api/blog/manage/${id}/`, { version })).status).toBe(204)
})

test('a message of four times the length is told to be too long, is not sent, and can be put right', async ({
  office,
  calmPage: page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await openContact(page, office.url)
  await writeInquiry(page, '너무 긴 문의')
  await page.getByRole('textbox', { name: /^문의 내용/ }).fill('가나다라 '.repeat(4000))
  await sendInquiry(page)
  await expect(page.getByText('5,000자까지 보낼 수 있습니다. 지금 19,999자입니다.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^문의 내용/ })).toBeFocused()
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: /^문의 내용/ }).fill('짧게 적었습니다.')
  await expect(page.getByText(/자까지 보낼 수 있습니다/)).toHaveCount(0)
})

test('a writer is told of a text that is nested beyond reason and of a picture that is none', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/staff/blog`)
  await page.getByRole('link', { name: '새 글' }).click()
  await page.getByLabel('본문', { exact: true }).fill('>'.repeat(50_000))
  await expect(page.getByText('인용이나 목록이 너무 여러 겹입니다. 겹을 줄여 주세요.').first()).toBeVisible()
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.broken = 1"/>')
  await page
    .getByLabel('본문에 사진 넣기 파일')
    .setInputFiles({ name: '그림.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByText('이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.').first()).toBeVisible()
  await page.getByLabel('본문', { exact: true }).fill('## 다시\n\n읽을 수 있는 글')
  await expect(page.getByRole('region', { name: '미리보기' }).getByRole('heading', { name: '다시' })).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
})
