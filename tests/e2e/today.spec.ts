import type { Page } from '@playwright/test'
import { addDays, officeDay } from '#domain/office-date.ts'
import { expectNoBarrier } from './support/barriers.ts'
import type { Colleague } from './support/colleague.ts'
import { goOffline } from './support/go-offline.ts'
import { makeCases } from './support/own-cases.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

const casePath = '/api/mysql/realestate/list/'
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const due = (page: Page) => section(page, '등기예정일이 다가온 사건')

/** A case that should have been filed eight hundred days ago: nothing else in the office is more urgent. */
async function makeLateCase(colleague: Colleague, name: string) {
  const [made] = await makeCases(colleague, name)
  if (!made) throw new Error('no case was made')
  const regi_date = addDays(officeDay(Date.now()), -800)
  await colleague.send('PUT', casePath, { id: made.id, regi_date, created_at: null })
  return made
}

test('staff begin with what is due; a line opens its case, and what is done leaves the day', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const late = await makeLateCase(colleague, '오늘늦은이')
  await page.goto(`${office.url}/staff`)
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
  const line = due(page).getByRole('link', { name: /오늘늦은이1/ })
  await expect(line).toContainText('800일 지남')
  await expectNoBarrier(page)
  await line.click()
  await expect(page.getByRole('region', { name: '사건부 상세' })).toContainText('오늘늦은이1')
  await page.goBack()
  await expect(section(page, '최근에 연 기록').getByRole('link', { name: /오늘늦은이1/ })).toBeVisible()
  await colleague.send('PUT', casePath, { id: late.id, created_at: officeDay(Date.now()) })
  await expect(line).toHaveCount(0)
})

test('the list behind 모두 보기 asks what the day counted', async ({ office, staffPage: page }) => {
  await page.goto(`${office.url}/staff`)
  const counted = due(page).getByText(/^[\d,]+건$/)
  await expect(counted).toBeVisible()
  const count = await counted.textContent()
  await due(page)
    .getByRole('link', { name: /모두 보기/ })
    .click()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await expect(page.getByText(`총 ${count}`)).toBeVisible()
})

test('without a network the day stands as it was, edits of this device in it @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeLateCase(colleague, '오늘끊긴이')
  await page.goto(`${office.url}/staff`)
  await expect(due(page).getByRole('link', { name: /오늘끊긴이1/ })).toBeVisible()
  await goOffline(page, office)
  await page.reload()
  const line = due(page).getByRole('link', { name: /오늘끊긴이1/ })
  await expect(section(page, '미수금')).toContainText('합계')
  await line.click()
  const panel = page.getByRole('region', { name: '사건부 상세: 오늘끊긴이1' })
  await panel.getByRole('tab', { name: '일자' }).click()
  await panel.getByLabel('등기접수일').fill(officeDay(Date.now()))
  await panel.getByRole('button', { name: '저장' }).click()
  await page.getByRole('link', { name: '오늘', exact: true }).click()
  await expect(section(page, '확인할 일').getByRole('link', { name: /보낼 작업/ })).toContainText('1건')
  await expect(line).toHaveCount(0)
  office.network.setReachable(true)
  await page.reload()
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await expect(section(page, '확인할 일').getByRole('link', { name: /보낼 작업/ })).toHaveCount(0)
})

test('superusers see whose leave waits for them', async ({ office, calmPage: page }) => {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/staff`)
  await section(page, '확인할 일')
    .getByRole('link', { name: /승인할 휴가신청/ })
    .click()
  await expect(page).toHaveURL(/leave-request.*state=pending/)
})
