import type { Page } from '@playwright/test'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { runInDatabase } from '../support/factors.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { choosePin, pin, sealHere, unlock } from '../support/sealed-copy.ts'
import { avoidKilledServer } from '../support/server-guard.ts'
import { expect, test } from '../support/test.ts'

const findLockHeading = (page: Page) => page.getByRole('heading', { name: '화면이 잠겼습니다' })

test('lifts the idle lock of an unencrypted copy in all windows while offline @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '빈들')
  const second = await page.context().newPage()
  await openCaseBook(second, office.url, '?search=빈들')
  await waitUntilAllStored(second)
  await test.step('an unencrypted copy can still be used offline when encryption becomes mandatory', async () => {
    await second.evaluate(() => localStorage.setItem('sealed_copies', '1'))
    office.network.setReachable(false)
    await second.reload()
    await second.getByRole('button', { name: 'PIN 없이 계속' }).click()
    await expect(findCaseRow(second, '빈들1')).toBeVisible()
    await second.evaluate(() => localStorage.removeItem('sealed_copies'))
    office.network.setReachable(true)
  })
  await page.clock.install()
  await openCaseBook(page, office.url, '?search=빈들')
  await waitUntilAllStored(page)
  await page.clock.fastForward('30:10')
  for (const window of [page, second]) await expect(findLockHeading(window)).toBeVisible()
  office.network.setReachable(false)
  for (const window of [page, second]) await expect(findLockHeading(window)).toBeHidden({ timeout: 60_000 })
  await typeIntoCell(page, findCell(findCaseRow(page, '빈들1'), '등기목적'), '밖에서 고침')
  await page.reload()
  await expect(findCaseRow(page, '빈들1')).toContainText('밖에서 고침')
  await expect(findLockHeading(page)).toBeHidden({ timeout: 60_000 })
  await expect(page.getByText('대기 1')).toBeVisible()
  office.network.setReachable(true)
  for (const window of [page, second]) await expect(findLockHeading(window)).toBeVisible({ timeout: 60_000 })
  // The lock covers only the screen: offline changes are sent, and the trail records them.
  await expect
    .poll(async () => (await listOwnCases(colleague, '빈들'))[0]?.purpose, { timeout: 60_000 })
    .toBe('밖에서 고침')
  await expect
    .poll(() => runInDatabase(office, `select detail->>'offline' as offline from audit where act = 'unlock'`))
    .not.toEqual([])
  await avoidKilledServer(office.url, async () => {
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: '다시 로그인' }).click()
    await (await opening).getByText('직원', { exact: true }).click()
    for (const window of [page, second]) await expect(findLockHeading(window)).toBeHidden()
  })
  // A device opened by signing in alone is offered a PIN once.
  await page.getByRole('button', { name: 'PIN 정하기' }).click()
  await expect(page.getByRole('button', { name: 'PIN으로 잠그기' })).toBeVisible()
})

test('deletes an encrypted copy after three days offline, and sends the unsent work later @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '사흘')
  await page.clock.install()
  await sealHere(page, office.url)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=사흘`)
  await expect(findCaseRow(page, '사흘1')).toBeVisible()
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '사흘1'), '등기목적'), '사흘 전 수정')
  await expect(page.getByText('대기 1')).toBeVisible()
  await page.clock.fastForward('48:00:00')
  await expect(findLockHeading(page)).toBeVisible()
  await unlock(page, pin)
  await expect(findCaseRow(page, '사흘1')).toContainText('사흘 전 수정')
  await page.clock.fastForward('25:00:00')
  await expect(page.getByRole('heading', { name: '오프라인 사본이 삭제되었습니다' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('전송하지 않은 작업 1건이 이 기기에 남아 있습니다.')).toBeVisible()
  office.network.setReachable(true)
  await choosePin(page, pin)
  await expect
    .poll(async () => (await listOwnCases(colleague, '사흘'))[0]?.purpose, { timeout: 60_000 })
    .toBe('사흘 전 수정')
})
