import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { paperContentsPath } from '#contract/papers/papers.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { countDeviceData, listNotAllowed } from '../support/browser-storage.ts'
import { exportTerms } from '../support/export-reason.ts'
import { goOffline } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { makeCases } from '../support/own-cases.ts'
import { chooseFiles, handOver, openPapersOfCase, paperCard, pdfFile, takePhotograph } from '../support/papers.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test('shows a photograph taken offline at once, and signing out asks about an unsent one @offline', async ({
  office,
  colleague,
  staffPage: page,
  browser,
}) => {
  test.setTimeout(180_000)
  await makeCases(colleague, '서류현장')
  await openPapersOfCase(page, office.url, '서류현장1')
  const userId = await page.evaluate(() => String(JSON.parse(localStorage.getItem('user_info') ?? '{}').id))
  await goOffline(page, office)
  await chooseFiles(page, [await takePhotograph(page, '현장 전경.jpg')])
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
  const card = paperCard(page, /현장 전경/)
  await expect(card).toContainText('전송 대기')
  await expect(page.getByText('사진·서류 1개 전송 대기')).toBeVisible()

  await page.reload()
  await expect(card.locator('img')).toBeVisible({ timeout: 30_000 })
  await card.click()
  await expect(page.getByRole('dialog').getByRole('img', { name: '현장 전경' })).toBeVisible()
  await page.keyboard.press('Escape')

  office.network.setReachable(true)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await expect(card).not.toContainText('전송')
  await expectOnOtherDevice(browser, office)

  office.network.setFaults(({ path }) =>
    path.startsWith(paperContentsPath) ? { kind: 'drop_request' } : { kind: 'pass' },
  )
  await chooseFiles(page, [pdfFile])
  await expect(page.getByText(/사진·서류 1개 전송 중 0%/)).toBeVisible()
  await signOutDiscarding(page, office.url)
  await expect.poll(async () => listNotAllowed(await countDeviceData(page), userId), { timeout: 30_000 }).toEqual([])
  expect((await countDeviceData(page)).unsentPapers).toBe(0)
})

test('rotates and crops pictures before adding them, and undoes all added documents in one step', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '서류정리')
  await openPapersOfCase(page, office.url, '서류정리1')
  await chooseFiles(page, [await takePhotograph(page, '첫 장.jpg'), await takePhotograph(page, '둘째 장.jpg'), pdfFile])
  const dialog = page.getByRole('dialog', { name: '사진 추가 (1/2)' })
  await dialog.getByRole('button', { name: '오른쪽으로 회전' }).click()
  const corner = dialog.getByRole('button', { name: /오른쪽 아래 모서리/ })
  await corner.focus()
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('Shift+ArrowUp')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: '모두 그대로 추가' }).click()
  await expect(page.getByText('서류 3건이 추가되었습니다.')).toBeVisible()
  await paperCard(page, /첫 장/).click()
  const shown = page.getByRole('dialog').getByRole('img', { name: '첫 장' })
  await expect(shown).toBeVisible()
  // 1600×1200, rotated and cropped to its upper half, which is square.
  const size = await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(size).toEqual([1200, 800])
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: '둘째 장' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The toast's button would do, but the toast disappears automatically.
  await page.keyboard.press('Control+z')
  await expect(paperCard(page, /첫 장/)).toHaveCount(0)
  await expect(paperCard(page, /매매계약서/)).toHaveCount(0)
})

test('adds dropped and pasted files, opens a PDF from the device, and refuses other types', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '서류종이')
  const tab = await openPapersOfCase(page, office.url, '서류종이1')
  await handOver(tab, 'drop', pdfFile)
  await expect(paperCard(page, /매매계약서/)).toBeVisible()
  await handOver(tab, 'paste', await takePhotograph(page, 'image.png'))
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
  await expect(paperCard(page, /^사진 \d{4}/)).toBeVisible()
  await handOver(tab, 'drop', { name: '사진.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ') })
  await expect(page.getByText('사진.jpg: 사진(JPEG, PNG, WebP)과 PDF만 추가할 수 있습니다.')).toBeVisible()
  await paperCard(page, /매매계약서/).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'PDF 열기' })).toHaveAttribute('href', /^blob:/)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    exportTerms(page, page.getByRole('dialog').getByRole('button', { name: '파일로 저장' }), '파일로 저장'),
  ])
  expect(saved.suggestedFilename()).toBe('매매계약서.pdf')
  expect(await readFile(await saved.path())).toEqual(pdfFile.buffer)
  await expectAccessible(page)
})

test('renames, classifies and deletes a document, and undo restores it with its file', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '서류수정')
  await openPapersOfCase(page, office.url, '서류수정1')
  await chooseFiles(page, [await takePhotograph(page, '이름 없음.jpg')])
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
  await paperCard(page, /이름 없음/).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('제목').fill('등기필정보 원본')
  await page.keyboard.press('Tab')
  await dialog.getByLabel('종류').selectOption('title_deed')
  await expect(page.getByRole('dialog', { name: '등기필정보 원본' })).toBeVisible()
  await dialog.getByRole('button', { name: '서류 삭제' }).click()
  await expect(paperCard(page, /등기필정보 원본/)).toHaveCount(0)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expect(paperCard(page, /등기필정보 원본/)).toContainText('등기필정보·등기필증')
  await expect(paperCard(page, /등기필정보 원본/).locator('img')).toBeVisible()
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
])
  test.describe(`서류철 on a touch screen of ${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true })

    test('cuts nothing off, and every button is at least 44 px high', async ({
      office,
      colleague,
      staffPage: page,
    }) => {
      const owner = `서류손가락${viewport.width}`
      await makeCases(colleague, owner)
      const tab = await openPapersOfCase(page, office.url, `${owner}1`)
      await chooseFiles(page, [await takePhotograph(page, '손가락.jpg')])
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: '추가', exact: true })).toBeInViewport({ ratio: 1 })
      const sizes = await dialog
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
      await dialog.getByRole('button', { name: '추가', exact: true }).click()
      await expect(paperCard(page, /손가락/)).toBeVisible()
      const heights = await tab
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  })

/** Another person sees the photograph, marked as not stored on their device. */
async function expectOnOtherDevice(browser: Browser, office: Office): Promise<void> {
  const other = await (await browser.newContext()).newPage()
  await startSession(other, office, 'superuser')
  await openPapersOfCase(other, office.url, '서류현장1')
  const theirs = paperCard(other, /현장 전경/)
  await expect(theirs.locator('img')).toBeVisible({ timeout: 60_000 })
  await expect(theirs).toContainText('이 기기에 없음')
  await theirs.click()
  await expect(other.getByRole('dialog').getByRole('img', { name: '현장 전경' })).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(theirs).not.toContainText('이 기기에 없음')
  await other.context().close()
}

async function signOutDiscarding(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/staff/outbox`)
  await expect(page.getByRole('region', { name: /사진·서류/ })).toContainText('매매계약서')
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /김가온|직원/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  const dialog = page.getByRole('dialog', { name: '로그아웃' })
  await expect(dialog).toContainText('아직 전송되지 않은 사진·서류가 1건 있습니다.')
  await dialog.getByRole('button', { name: '버리기' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  await expect(question).toContainText('사진·서류 1건')
  await question.getByRole('textbox').fill('버리기')
  await question.getByRole('button', { name: '버리기', exact: true }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
}
