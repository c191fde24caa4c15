import type { Page } from '@playwright/test'
import { expectOwners, findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('undoes offline changes after a reload, and leaves the database as it was @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const before = await makeCases(colleague, '되돌림', 3)
  await openCaseBook(page, office.url, '?search=되돌림&sort=-owner')
  await expectOwners(page, ['되돌림1', '되돌림2', '되돌림3'])
  await waitUntilAllStored(page)
  office.network.setReachable(false)

  await typeIntoCell(page, findCell(findCaseRow(page, '되돌림1'), '보수료'), '777000')
  await expect(findCell(findCaseRow(page, '되돌림1'), '부가세')).toContainText('77,700')
  await pasteIntoPurpose(page, '되돌림2', '붙인 목적')
  await expect(findCell(findCaseRow(page, '되돌림2'), '등기목적')).toContainText('붙인 목적')
  await deleteRow(page, '되돌림3')
  await expectOwners(page, ['되돌림1', '되돌림2'])
  // The row disappears slightly before the step is recorded; a tab that dies in between keeps the
  // delete and loses only its undo.
  await expect(undoButton(page)).toHaveAccessibleName('실행 취소: 삭제 (되돌림3) (Ctrl+Z)')

  await page.reload()
  await expect(undoButton(page)).toHaveAccessibleName('실행 취소: 삭제 (되돌림3) (Ctrl+Z)')
  await findCell(findCaseRow(page, '되돌림1'), '소유자').click()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('실행 취소: 삭제 (되돌림3)')).toBeVisible()
  await expect(findCaseRow(page, '되돌림3')).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(findCell(findCaseRow(page, '되돌림2'), '등기목적')).toContainText('소유권이전')
  await expect(findCell(findCaseRow(page, '되돌림1'), '보수료')).toContainText('100,000')
  await expect(undoButton(page)).toBeDisabled()

  await page.keyboard.press('Control+y')
  await page.keyboard.press('Control+Shift+z')
  await expect(findCell(findCaseRow(page, '되돌림2'), '등기목적')).toContainText('붙인 목적')
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect.poll(async () => (await listOwnCases(colleague, '되돌림'))[1]?.purpose).toBe('붙인 목적')
  await page.keyboard.press('Escape')
  await findCell(findCaseRow(page, '되돌림1'), '소유자').click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  const listValues = (list: typeof before) =>
    list.map(({ id, owner, purpose, fees, fees_vat }) => [id, owner, purpose, fees, fees_vat])
  await expect.poll(async () => listValues(await listOwnCases(colleague, '되돌림'))).toEqual(listValues(before))
})

test('undo restores a deleted record with its id, and says when the filter hides the result', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '살린사건', 2)
  await openCaseBook(page, office.url, '?search=살린사건')
  await deleteRow(page, '살린사건1')
  await expect.poll(async () => (await listOwnCases(colleague, '살린사건')).length).toBe(1)
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect(findCaseRow(page, '살린사건1')).toBeVisible()
  await expect
    .poll(async () => (await listOwnCases(colleague, '살린사건'))[0])
    .toMatchObject({ id: made?.id, owner: '살린사건1', fees: 100_000, version: 3 })

  await typeIntoCell(page, findCell(findCaseRow(page, '살린사건1'), '등기목적'), '다른 목적')
  await findCell(findCaseRow(page, '살린사건2'), '제증명').click()
  await page.keyboard.press('Control+z')
  await expect(findCell(findCaseRow(page, '살린사건1'), '등기목적')).toContainText('소유권이전')
  await expect(page.locator('[data-cell-input]')).toHaveAccessibleName('사건부 등기목적 입력')
  await page.keyboard.type('바로 입력')
  await page.keyboard.press('Enter')
  await expect(findCell(findCaseRow(page, '살린사건1'), '등기목적')).toContainText('바로 입력')
  await page.getByRole('searchbox', { name: '검색' }).fill('살린사건2')
  await expectOwners(page, ['살린사건2'])
  await undoButton(page).click()
  await expect(page.getByText('현재 조건에 맞지 않아 목록에 보이지 않습니다.')).toBeVisible()
})

function undoButton(page: Page) {
  return page.getByRole('button', { name: /^실행 취소/ }).first()
}

async function deleteRow(page: Page, owner: string): Promise<void> {
  await findCaseRow(page, owner).getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
}

async function pasteIntoPurpose(page: Page, owner: string, text: string): Promise<void> {
  await findCell(findCaseRow(page, owner), '등기목적').click()
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}
