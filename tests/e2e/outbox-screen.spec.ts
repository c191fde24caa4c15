import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { cellOf, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { refuseEdits } from './support/refuse-edits.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ isDeviceKept: true })

test('a refused entry says why, is mended and sent again; another one is discarded only after asking', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  const [, second] = await makeCases(colleague, '거절', 2)
  await openCaseBook(page, office.url, '?search=거절')
  await expect(rowOf(page, '거절2')).toBeVisible()
  await untilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, cellOf(rowOf(page, '거절1'), '등기목적'), '고칠 목적')
  await typeIntoCell(page, cellOf(rowOf(page, '거절2'), '등기목적'), '버릴 목적')
  await expect(page.getByText('대기 2')).toBeVisible()
  await refuseEdits(context, { message: '등기목적을 확인해 주세요.' })
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('확인 필요 2')).toBeVisible({ timeout: 60_000 })
  await context.unrouteAll()

  await page.getByRole('link', { name: /확인 필요 2/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '보낼 작업' })).toBeVisible()
  const first = entryOf(page, '거절1')
  await expect(first).toContainText('등기목적을 확인해 주세요.')
  await expect(first).toContainText('소유권이전')
  await expect(first).toContainText('고칠 목적')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON 내보내기' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^보낼작업_\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.stringify(JSON.parse(readFileSync(await file.path(), 'utf8')))).toContain('버릴 목적')

  await first.getByRole('button', { name: '수정 후 다시 보내기' }).click()
  await first.getByLabel('등기목적').fill('고친 목적')
  await first.getByRole('button', { name: '보내기', exact: true }).click()
  await expect.poll(async () => (await casesOf(colleague, '거절'))[0]?.purpose).toBe('고친 목적')

  const other = entryOf(page, '거절2')
  await other.getByRole('button', { name: '버리기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
  await expect(other).toBeVisible()
  await other.getByRole('button', { name: '버리기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '버리기' }).click()
  await expect(page.getByText('보낼 작업이 없습니다.')).toBeVisible()
  expect((await casesOf(colleague, '거절'))[1]).toMatchObject({ purpose: '소유권이전', version: second?.version })
})

test('a conflict is settled on the outbox screen field by field', async ({ office, colleague, staffPage: page }) => {
  const [made] = await makeCases(colleague, '결정')
  await openCaseBook(page, office.url, '?search=결정')
  await expect(rowOf(page, '결정1')).toBeVisible()
  await untilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, cellOf(rowOf(page, '결정1'), '등기목적'), '나의 목적')
  await expect(page.getByText('대기 1')).toBeVisible()
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, purpose: '동료의 목적' })
  office.network.setReachable(true)
  await page.goto(`${office.url}/staff/outbox`)
  const entry = entryOf(page, '결정1')
  await expect(entry.getByText('충돌')).toBeVisible({ timeout: 60_000 })
  await expect(entry.getByRole('button', { name: '선택한 값으로 저장' })).toBeDisabled()
  await entry.getByRole('radio', { name: /상대 값/ }).check()
  await entry.getByRole('button', { name: '선택한 값으로 저장' }).click()
  await expect(page.getByText('보낼 작업이 없습니다.')).toBeVisible()
  expect((await casesOf(colleague, '결정'))[0]?.purpose).toBe('동료의 목적')
})

test('an edit of an entry that a colleague deleted meanwhile comes back with the reason', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '지워진')
  await openCaseBook(page, office.url, '?search=지워진')
  await expect(rowOf(page, '지워진1')).toBeVisible()
  await untilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, cellOf(rowOf(page, '지워진1'), '등기목적'), '늦은 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  // The colleague sits elsewhere: theirs arrives first, whatever this machine's next try does.
  const { status } = await colleague.send('DELETE', '/api/mysql/realestate/list/', { id: made?.id })
  expect(status).toBe(200)
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('확인 필요 1')).toBeVisible({ timeout: 60_000 })
  await page.goto(`${office.url}/staff/outbox`)
  await expect(entryOf(page, '지워진1')).toContainText(/삭제/)
})

function entryOf(page: Page, caption: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: caption, exact: true }) })
}
