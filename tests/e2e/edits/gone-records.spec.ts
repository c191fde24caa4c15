import type { Page } from '@playwright/test'
import { expectOwners, findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import type { Colleague, ListedCase } from '../support/colleague.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('keeps edits of a case that a colleague deleted, and saves them as a new case or drops them @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const cases = await makeCases(colleague, '사라진건', 2)
  await editTwiceWhileDeleted(page, { office, colleague, cases }, ['사라진건1', '사라진건2'])
  await expect(
    page.getByText('수정 실패: 서버에 이 사건이 없습니다. 다른 사람이 삭제했을 수 있습니다.').first(),
  ).toBeVisible()

  const row = findCaseRow(page, '사라진건1')
  await expect(row).toHaveCSS('text-decoration-line', 'line-through')
  await expect(row).toContainText('다른 사람이 삭제함')
  await findCell(row, '등기목적').click()
  await page.keyboard.press('x')
  await expect(page.locator('[data-anchored]')).toContainText('다른 사람이 삭제한 기록입니다.')
  await page.reload()
  await expect(row).toHaveCSS('text-decoration-line', 'line-through')
  await expect(findCell(row, '등기목적')).toContainText('늦은 목적')

  await page.goto(`${office.url}/staff/outbox`)
  const entry = findEntry(page, '사라진건1')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('늦은 목적')
  await expect(entry).toContainText('250,000원')
  await expect(entry.getByRole('button')).toHaveText(['새 사건으로 추가', '버리기'])
  await findEntry(page, '사라진건2').getByRole('button', { name: '버리기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '버리기' }).click()
  await expect(findEntry(page, '사라진건2')).toHaveCount(0)
  await entry.getByRole('button', { name: '새 사건으로 추가' }).click()
  await expect(page.getByText('보낼 작업이 없습니다.')).toBeVisible()
  await expect
    .poll(() => listOwnCases(colleague, '사라진건'))
    .toMatchObject([{ owner: '사라진건1', purpose: '늦은 목적', fees: 250_000, fees_vat: 25_000 }])
  expect((await listOwnCases(colleague, '사라진건'))[0]?.id).not.toBe(cases[0]?.id)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=사라진건`)
  await expectOwners(page, ['사라진건1'])
  await expect(page.getByText('확인 필요 0')).toBeVisible()
})

test('asks before dropping an invalid date, and returns typed text when the case is deleted meanwhile', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '손밑건', 2)
  await openCaseBook(page, office.url, '?search=손밑건')
  const cell = findCell(findCaseRow(page, '손밑건2'), '등기접수일')
  await cell.click()
  await page.keyboard.type('2026-02-30')
  await page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '공탁 관리' }).click()
  const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
  await question.getByRole('button', { name: '취소' }).click()
  await expect(cell).toContainText('2026-02-30')
  await expect(cell).toHaveAttribute('aria-invalid', 'true')

  await findCell(findCaseRow(page, '손밑건1'), '등기목적').click()
  await page.keyboard.type('치던 목적')
  await expect(page.locator('[data-cell-input]')).toHaveAttribute('data-mode', 'typing')
  await colleague.send('DELETE', '/api/mysql/realestate/list/', { id: made?.id })
  await expect(page.getByText('손밑건1 · 다른 곳에서 이 사건을 삭제했습니다.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('저장되지 않은 등기목적: 치던 목적')).toBeVisible()
  await expect(page.locator('[data-cell-input]')).toHaveAttribute('data-mode', 'ready')
  await expect(findCaseRow(page, '손밑건1')).toHaveCount(0)
  await expect(page.getByText('대기 0')).toBeVisible()
})

test('closes the editor when a case is deleted before the copy of a fresh device is complete', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '앞줄건')
  const line = { isCopyHeld: true }
  office.network.setFaults(({ path }) =>
    line.isCopyHeld && path.includes('/real-estate/rows') ? { kind: 'status', status: 503 } : { kind: 'pass' },
  )
  await openCaseBook(page, office.url, '?search=앞줄건')
  await findCell(findCaseRow(page, '앞줄건1'), '등기목적').click()
  await page.keyboard.type('치던 목적')
  await expect(page.locator('[data-cell-input]')).toHaveAttribute('data-mode', 'typing')
  await colleague.send('DELETE', '/api/mysql/realestate/list/', { id: made?.id })
  line.isCopyHeld = false
  await expect(page.getByText('앞줄건1 · 다른 곳에서 이 사건을 삭제했습니다.')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('저장되지 않은 등기목적: 치던 목적')).toBeVisible()
  await expect(page.locator('[data-cell-input]')).toHaveAttribute('data-mode', 'ready')
  await expect(page.getByText('확인 필요 0')).toBeVisible()
})

interface Scene {
  office: Office
  colleague: Colleague
  cases: readonly ListedCase[]
}

/**
 * Makes two offline edits of each case, the second after the first was tried, while a colleague
 * deletes the cases. Returns after the server has refused them.
 */
async function editTwiceWhileDeleted(page: Page, scene: Scene, owners: readonly string[]): Promise<void> {
  const { office, colleague, cases } = scene
  await openCaseBook(page, office.url, `?search=${(owners[0] ?? '').slice(0, -1)}`)
  await expectOwners(page, owners)
  // The first rows come from the server before the copy is complete, but only a stored record can
  // be kept after its deletion.
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  for (const owner of owners) await typeIntoCell(page, findCell(findCaseRow(page, owner), '등기목적'), '늦은 목적')
  await expect(page.getByText(`대기 ${owners.length}`)).toBeVisible()
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('서버 응답 없음').first()).toBeVisible({ timeout: 60_000 })
  for (const owner of owners) await typeIntoCell(page, findCell(findCaseRow(page, owner), '보수료'), '250000')
  // Each case has two waiting edits now, shown as one.
  await expect(page.getByText(`대기 ${owners.length}`)).toBeVisible()
  for (const { id } of cases)
    expect((await colleague.send('DELETE', '/api/mysql/realestate/list/', { id })).status).toBe(200)
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText(`확인 필요 ${owners.length}`)).toBeVisible({ timeout: 60_000 })
}

function findEntry(page: Page, caption: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: caption, exact: true }) })
}
