import type { Page } from '@playwright/test'
import { cellOf, expectOwners, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { sheetType, workbookOf } from './support/sheet-of.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ isDeviceKept: true })

test('without a network: edited, pasted, deleted, reloaded, all of it undone, and the database stands as at the start', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const before = await makeCases(colleague, '되돌림', 3)
  await openCaseBook(page, office.url, '?search=되돌림')
  await expectOwners(page, ['되돌림1', '되돌림2', '되돌림3'])
  await untilAllStored(page)
  office.network.setReachable(false)

  await typeIntoCell(page, cellOf(rowOf(page, '되돌림1'), '보수료'), '777000')
  await expect(cellOf(rowOf(page, '되돌림1'), '부가세')).toContainText('77,700')
  await pasteIntoPurpose(page, '되돌림2', '붙인 목적')
  await expect(cellOf(rowOf(page, '되돌림2'), '등기목적')).toContainText('붙인 목적')
  await deleteRow(page, '되돌림3')
  await expectOwners(page, ['되돌림1', '되돌림2'])
  // The row goes a moment before the step is noted: a tab that dies in between has the delete, and only its undo is lost.
  await expect(undoButton(page)).toHaveAccessibleName('실행 취소: 삭제 (되돌림3) (Ctrl+Z)')

  await openCaseBook(page, office.url, '?search=되돌림&sort=-owner')
  await expect(undoButton(page)).toHaveAccessibleName('실행 취소: 삭제 (되돌림3) (Ctrl+Z)')
  await cellOf(rowOf(page, '되돌림1'), '소유자').click()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('실행 취소: 삭제 (되돌림3)')).toBeVisible()
  await expect(rowOf(page, '되돌림3')).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(cellOf(rowOf(page, '되돌림2'), '등기목적')).toContainText('소유권이전')
  await expect(cellOf(rowOf(page, '되돌림1'), '보수료')).toContainText('100,000')
  await expect(undoButton(page)).toBeDisabled()

  await page.keyboard.press('Control+y')
  await page.keyboard.press('Control+Shift+z')
  await expect(cellOf(rowOf(page, '되돌림2'), '등기목적')).toContainText('붙인 목적')
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect.poll(async () => (await casesOf(colleague, '되돌림'))[1]?.purpose).toBe('붙인 목적')
  await page.keyboard.press('Escape')
  await cellOf(rowOf(page, '되돌림1'), '소유자').click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  const values = (list: typeof before) =>
    list.map(({ id, owner, purpose, fees, fees_vat }) => [id, owner, purpose, fees, fees_vat])
  await expect.poll(async () => values(await casesOf(colleague, '되돌림'))).toEqual(values(before))
})

test('a delete that the server has taken is undone as the same record, and redone', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '살린사건')
  await openCaseBook(page, office.url, '?search=살린사건')
  await deleteRow(page, '살린사건1')
  await expect.poll(async () => (await casesOf(colleague, '살린사건')).length).toBe(0)
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect(rowOf(page, '살린사건1')).toBeVisible()
  await expect
    .poll(async () => (await casesOf(colleague, '살린사건'))[0])
    .toMatchObject({
      id: made?.id,
      owner: '살린사건1',
      fees: 100_000,
      version: 3,
    })
  await cellOf(rowOf(page, '살린사건1'), '소유자').click()
  await page.keyboard.press('Control+y')
  await expect.poll(async () => (await casesOf(colleague, '살린사건')).length).toBe(0)
})

test("a colleague's change in between is not overwritten by an undo, neither here nor on the server", async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '동료사이', 2)
  await openCaseBook(page, office.url, '?search=동료사이')
  await typeIntoCell(page, cellOf(rowOf(page, '동료사이1'), '등기목적'), '내 목적')
  await expect.poll(async () => (await casesOf(colleague, '동료사이'))[0]?.purpose).toBe('내 목적')
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, purpose: '동료 목적' })
  await expect(cellOf(rowOf(page, '동료사이1'), '등기목적')).toHaveText('동료 목적', { timeout: 60_000 })
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/실행 취소하지 못했습니다: 셀 수정 \(동료사이1\)/)).toBeVisible()
  await expect(cellOf(rowOf(page, '동료사이1'), '등기목적')).toHaveText('동료 목적')

  // The change has not reached this device: the server finds it, and the office is asked.
  await typeIntoCell(page, cellOf(rowOf(page, '동료사이2'), '등기목적'), '내 목적')
  const second = async () => (await casesOf(colleague, '동료사이'))[1]
  await expect.poll(async () => (await second())?.purpose).toBe('내 목적')
  await untilAllStored(page)
  office.network.setReachable(false)
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: (await second())?.id, purpose: '동료 목적' })
  await page.keyboard.press('Control+z')
  await expect(cellOf(rowOf(page, '동료사이2'), '등기목적')).toContainText('소유권이전')
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('확인 필요 1')).toBeVisible({ timeout: 60_000 })
  expect((await second())?.purpose).toBe('동료 목적')
})

test('an add and an import are undone and redone as one step each', async ({ office, colleague, staffPage: page }) => {
  await page.goto(`${office.url}/services/real-estate?tab=table&search=되가져옴`)
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('엑셀 파일', { exact: true }).setInputFiles({
    name: '사건.xlsx',
    mimeType: sheetType,
    buffer: workbookOf([
      ['사업구간(그룹)', '소유자', '보수료', '등기접수일'],
      ['누리천 정비 2차', '되가져옴1', 150_000, '2026-11-20'],
      ['누리천 정비 2차', '되가져옴2', 200_000, '2026-11-19'],
    ]),
  })
  await dialog.getByRole('button', { name: '2건 가져오기' }).click()
  await expectOwners(page, ['되가져옴1', '되가져옴2'])
  await expect(undoButton(page)).toHaveAccessibleName('실행 취소: 엑셀 가져오기 (2건) (Ctrl+Z)')
  const imported = await casesOf(colleague, '되가져옴')
  await undoButton(page).click()
  await expect.poll(async () => (await casesOf(colleague, '되가져옴')).length).toBe(0)
  await page.getByRole('button', { name: /^다시 실행: 엑셀 가져오기/ }).click()
  const ids = (list: typeof imported) => list.map(({ id, owner, fees }) => [id, owner, fees])
  await expect.poll(async () => ids(await casesOf(colleague, '되가져옴'))).toEqual(ids(imported))
})

test('the focus goes to what an undo changed; of what the filter hides the note says so', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '초점', 2)
  await openCaseBook(page, office.url, '?search=초점')
  await typeIntoCell(page, cellOf(rowOf(page, '초점1'), '등기목적'), '다른 목적')
  await cellOf(rowOf(page, '초점2'), '제증명').click()
  await page.keyboard.press('Control+z')
  await expect(cellOf(rowOf(page, '초점1'), '등기목적')).toHaveText('소유권이전')
  await expect(page.locator('[data-cell-input]')).toHaveAccessibleName('사건부 등기목적 입력')
  await page.keyboard.type('바로 입력')
  await page.keyboard.press('Enter')
  await expect(cellOf(rowOf(page, '초점1'), '등기목적')).toContainText('바로 입력')

  // Inside an editor Ctrl+Z takes back typing, not the act.
  await cellOf(rowOf(page, '초점1'), '등기목적').dblclick()
  await page.keyboard.type('글자')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await expect(cellOf(rowOf(page, '초점1'), '등기목적')).toContainText('바로 입력')

  await openCaseBook(page, office.url, '?search=초점2')
  await undoButton(page).click()
  await expect(page.getByText('현재 조건에 맞지 않아 목록에 보이지 않습니다.')).toBeVisible()
})

function undoButton(page: Page) {
  return page.getByRole('button', { name: /^실행 취소/ }).first()
}

async function deleteRow(page: Page, owner: string): Promise<void> {
  await rowOf(page, owner).getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
}

async function pasteIntoPurpose(page: Page, owner: string, text: string): Promise<void> {
  await cellOf(rowOf(page, owner), '등기목적').click()
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}
