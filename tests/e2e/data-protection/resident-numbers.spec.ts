import { readBrowserContents } from '../support/browser-contents.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { listInquiriesAbout, openContact, sendInquiry, writeInquiry } from '../support/inquiries.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const why = '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.'
/** The second half of every number typed here, which does not occur in the demo data. */
const half = '2946183'

test('refuses an inquiry with a resident number and stores none of it; sends it once masked @offline', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  const sentTexts: string[] = []
  page.on('request', (request) => sentTexts.push(request.url() + (request.postData() ?? '')))
  await openContact(page, office.url)
  await writeInquiry(page, '번호가 든 문의')
  const message = page.getByRole('textbox', { name: /^문의 내용/ })
  await message.fill(`아버지 번호는 400101-${half}입니다.`)
  await sendInquiry(page)
  await expect(page.getByText(why)).toBeVisible()
  await expect(message).toBeFocused()
  expect(await readBrowserContents(page)).not.toContain(half)
  await page.reload()
  await expect(message).toHaveValue('아버지 번호는 400101-2******입니다.')
  await page.getByRole('checkbox', { name: /동의합니다/ }).check()
  await sendInquiry(page)
  await expect(page.getByRole('status').filter({ hasText: '전송되었습니다' })).toBeVisible()
  expect(await listInquiriesAbout(colleague, '번호가 든 문의')).toMatchObject([
    { message: '아버지 번호는 400101-2******입니다.' },
  ])
  expect(sentTexts.filter((text) => text.includes(half))).toEqual([])
})

test('a cell of the case book refuses a typed or pasted resident number and keeps its value @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const sentTexts: string[] = []
  page.on('request', (request) => sentTexts.push(request.url() + (request.postData() ?? '')))
  await makeCases(colleague, '갸름칸', 2)
  await openCaseBook(page, office.url, `?search=${encodeURIComponent('갸름칸')}`)
  const owner = findCell(findCaseRow(page, '갸름칸1'), '소유자')
  await typeIntoCell(page, owner, `홍길동 900101-${half}`)
  await expect(page.locator('p').filter({ hasText: why })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findCaseRow(page, '갸름칸1')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), `홍길동 900101-${half}\n이든 900102-${half}`)
  await findCell(findCaseRow(page, '갸름칸1'), '소유자').click()
  await page.keyboard.press('Control+v')
  await expect(page.getByText(/주민등록번호는 적을 수 없습니다/).last()).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await readBrowserContents(page)).not.toContain(half)
  expect(sentTexts.filter((text) => text.includes(half))).toEqual([])
  const stored = await colleague.get<{ results: { owner: string }[] }>(
    `/api/mysql/realestate/list/?search=${encodeURIComponent('갸름칸')}`,
  )
  expect(stored.results.map((row) => row.owner).toSorted()).toEqual(['갸름칸1', '갸름칸2'])
})

test('refuses a search for a resident number and leaves nothing in the URL', async ({ office, staffPage: page }) => {
  await openCaseBook(page, office.url)
  const search = page.getByRole('searchbox', { name: '검색' })
  await search.fill(`900101-${half}`)
  await expect(page.getByText('주민등록번호로는 검색하거나 필터를 적용할 수 없습니다.')).toBeVisible()
  await expect(search).toHaveValue('')
  expect(page.url()).not.toContain(half)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=900101-${half}`)
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await expect.poll(() => page.url()).not.toContain(half)
})
