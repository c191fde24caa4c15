import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { refuseEdits } from '../support/refuse-edits.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('corrects a refused edit, discards another after a question, and settles a conflict field by field', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  const [, second, third] = await makeCases(colleague, '거절', 3)
  await openCaseBook(page, office.url, '?search=거절')
  await waitUntilCopied(page)
  office.network.setReachable(false)
  for (const [owner, purpose] of [
    ['거절1', '틀린 목적'],
    ['거절2', '틀린 것'],
    ['거절3', '나의 목적'],
  ] as const)
    await typeIntoCell(page, findCell(findCaseRow(page, owner), '등기목적'), purpose)
  await expect(page.getByText('대기 3')).toBeVisible()
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: third?.id, purpose: '동료의 목적' })
  await refuseEdits(context, { message: '등기목적을 확인해 주세요.', of: '틀린' })
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('확인 필요 3')).toBeVisible({ timeout: 60_000 })
  await context.unrouteAll()

  await page.getByRole('link', { name: /확인 필요 3/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '보낼 작업' })).toBeVisible()
  const first = listOwners(page, '거절1')
  await expect(first).toContainText('등기목적을 확인해 주세요.')
  await expect(first).toContainText('소유권이전')
  await expect(first).toContainText('틀린 목적')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '파일로 내보내기' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^보낼작업_\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.stringify(JSON.parse(readFileSync(await file.path(), 'utf8')))).toContain('틀린 것')
  await first.getByRole('button', { name: '수정 후 다시 보내기' }).click()
  await first.getByRole('textbox', { name: '등기목적' }).fill('고친 목적')
  await first.getByRole('button', { name: '보내기', exact: true }).click()

  const other = listOwners(page, '거절2')
  await other.getByRole('button', { name: '버리기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
  await expect(other).toBeVisible()
  await other.getByRole('button', { name: '버리기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '버리기' }).click()
  await expect(other).toHaveCount(0)

  const conflict = listOwners(page, '거절3')
  await expect(conflict.getByText('충돌')).toBeVisible()
  await expect(conflict.getByRole('button', { name: '선택한 값으로 저장' })).toBeDisabled()
  await conflict.getByRole('radio', { name: /상대 값/ }).check()
  await conflict.getByRole('button', { name: '선택한 값으로 저장' }).click()
  await expect(page.getByText('보낼 작업이 없습니다.')).toBeVisible()
  await expect
    .poll(async () => (await listOwnCases(colleague, '거절')).map(({ purpose }) => purpose))
    .toEqual(['고친 목적', '소유권이전', '동료의 목적'])
  expect((await listOwnCases(colleague, '거절'))[1]?.version).toBe(second?.version)
})

function listOwners(page: Page, caption: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: caption, exact: true }) })
}
