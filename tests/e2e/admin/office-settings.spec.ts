import type { Locator, Page } from '@playwright/test'
import { officePath } from '#contract/office/office-paths.ts'
import { storedOfficeSchema } from '#contract/office/office-settings.ts'
import { makeGrayPng } from '../../support/documents/pictures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openCaseBook } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { goOffline, waitUntilPagesStored } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/own-office.ts'
import { printList, removeSpaces, withoutDialog } from '../support/printing.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'office-settings' })

async function openSettings(page: Page, office: Office): Promise<Locator> {
  await page.goto(`${office.url}/settings?tab=office`)
  const form = page.getByRole('form', { name: '사무소' })
  await expect(form.getByRole('textbox', { name: /^사무소 이름/ })).toHaveValue(/사무소/)
  return form
}

/** Changes the office as somebody else. */
async function write(colleague: Colleague, change: object): Promise<void> {
  const now = storedOfficeSchema.parse(await colleague.get(officePath))
  expect((await colleague.send('PUT', officePath, { ...now, ...change })).status).toBe(200)
}

const box = (form: Locator, name: RegExp) => form.getByRole('textbox', { name })

test('shows changed office details on all pages and prints at once @two-processes @offline', async ({
  office,
  newDevicePage: page,
  browser,
  colleague,
}) => {
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${office.url}/about`)
  await waitUntilPagesStored(visitor)
  await withoutDialog(page)
  await startSession(page, office, 'superuser')
  const form = await openSettings(page, office)
  await expectAccessible(page, '[aria-labelledby=office]')

  await box(form, /^사무소 이름/).fill('새솔 법무사사무소')
  await box(form, /^문서번호 약칭/).fill('새솔법무')
  await box(form, /^법무사 성명/).fill('박새론')
  await box(form, /^전화/).fill('02-123-4567')
  const preview = page.getByRole('figure')
  await expect(preview).toContainText('새솔 법무사사무소')
  await form
    .getByLabel('직인 이미지 파일')
    .setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: makeGrayPng(90, 90) })
  await expect(preview.getByRole('img', { name: '직인' })).toHaveAttribute('src', /^\/api\/office\/seal\/[0-9a-f]{64}$/)
  await box(form, /^도장 글자/).fill('새솔')
  // Reaches 저장 by keyboard.
  await page.keyboard.press('Enter')
  await expect(page.getByText('사무소 정보가 저장되었습니다.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: '업무' })).toContainText('새솔 법무사사무소')
  await expect(page).toHaveTitle('관리 · 새솔 법무사사무소')

  const scriptlessPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await scriptlessPage.goto(`${office.url}/about`)
  await expect(scriptlessPage).toHaveTitle('사무소 소개 · 새솔 법무사사무소')
  const footer = scriptlessPage.getByRole('contentinfo')
  await expect(footer).toContainText('법무사 박새론')
  await expect(footer.getByRole('link', { name: '02-123-4567' })).toHaveAttribute('href', 'tel:02-123-4567')
  await expect(scriptlessPage.locator('main img')).toHaveAttribute('src', /^\/api\/office\/seal\//)
  expect((await scriptlessPage.content()).match(/온결|02-000-0000/)).toBeNull()

  // An earlier visitor has the page on their device; it shows the new name and is then rendered
  // with it.
  await visitor.reload()
  await expect(visitor.getByRole('contentinfo')).toContainText('새솔 법무사사무소')
  const readCached = () =>
    visitor.evaluate(async () => {
      const found = await caches.match('/about', { ignoreSearch: true })
      return (await found?.text()) ?? ''
    })
  await expect.poll(async () => (await readCached()).match(/새솔 법무사사무소|온결/)?.[0]).toBe('새솔 법무사사무소')
  office.network.setReachable(false)
  await visitor.goto(`${office.url}/privacy`)
  await expect(visitor.getByText('개인정보 보호책임자: 법무사 박새론')).toBeVisible()
  await visitor.goto(`${office.url}/services/deposit`)
  await expect(visitor.getByRole('contentinfo')).toContainText('02-123-4567')
  office.network.setReachable(true)

  await makeCases(colleague, '사무소인쇄', 2)
  await openCaseBook(page, office.url, '?search=사무소인쇄')
  const paper = await printList(page, () => page.getByRole('button', { name: '인쇄', exact: true }).click())
  expect(removeSpaces(paper.text)).toContain(removeSpaces('새솔 법무사사무소 · 출력자'))

  await goOffline(page, office)
  await openSettings(page, office)
  await expect(form.getByText(/사무소 정보는 .* 연결된 뒤에 수정할 수 있습니다/)).toBeVisible()
  await expect(box(form, /^사무소 이름/)).toHaveJSProperty('readOnly', true)
  await expect(form.getByRole('button', { name: '저장', exact: true })).toHaveAttribute('aria-disabled', 'true')
})

test('marks wrong entries, asks before replacing another superuser’s change, and updates other screens', async ({
  office,
  newDevicePage: page,
  browser,
  colleague,
}) => {
  await startSession(page, office, 'superuser')
  const form = await openSettings(page, office)
  await expectWrongEntries(page, form)
  await box(form, /^상담 시간/).fill('평일 10:00–17:00')
  await write(colleague, { hours: '평일 08:00–20:00' })
  await form.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('한온결 님이')
  await expect(box(form, /^상담 시간/)).toHaveValue('평일 10:00–17:00')
  await page.getByRole('button', { name: '내 내용으로 계속하기' }).click()
  await form.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText('사무소 정보가 저장되었습니다.')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.clock.install()
  await visitor.goto(`${office.url}/about`)
  await expect(visitor.getByRole('contentinfo')).toContainText('평일 10:00–17:00')
  await write(colleague, { hours: '평일 09:30–18:30' })
  await visitor.clock.fastForward('01:00')
  await visitor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(visitor.getByRole('contentinfo')).toContainText('평일 09:30–18:30')
  await visitor.context().close()
})

/**
 * Errors appear at their fields, unsaved text asks for confirmation, and a file that is not a
 * picture is refused.
 */
async function expectWrongEntries(page: Page, form: Locator): Promise<void> {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await form.getByLabel('직인 이미지 파일').setInputFiles({ name: 'seal.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(form.getByText('PNG, JPEG, WebP 이미지만 올릴 수 있습니다.')).toBeVisible()
  await box(form, /^전화/).fill('모름')
  await box(form, /^전화/).press('Enter')
  await expect(form.getByText('전화번호는 02-123-4567처럼 입력해 주세요.')).toBeVisible()
  await expect(box(form, /^전화/)).toBeFocused()
  await expectAccessible(page, '[aria-labelledby=office]')
  await page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '등기 관리' }).first().click()
  const question = page.getByRole('dialog', { name: /버리고 이동/ })
  await expect(question).toContainText('사무소 정보')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(box(form, /^전화/)).toHaveValue('모름')
  await form.getByRole('button', { name: '되돌리기' }).click()
  await expect(box(form, /^전화/)).not.toHaveValue('모름')
}
