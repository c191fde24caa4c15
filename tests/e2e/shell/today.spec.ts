import type { Page } from '@playwright/test'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import type { Colleague } from '../support/colleague.ts'
import { goOffline } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

const casePath = '/api/mysql/realestate/list/'
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const due = (page: Page) => section(page, '등기예정일이 다가온 사건')

test.use({ reusesDevice: true })

/** A case whose filing is eight hundred days overdue, so that it is the office's most urgent. */
async function makeLateCase(colleague: Colleague, name: string) {
  const [made] = await makeCases(colleague, name)
  if (!made) throw new Error('no case was made')
  const regiDate = addDays(toOfficeDay(Date.now()), -800)
  await colleague.send('PUT', casePath, { id: made.id, regi_date: regiDate, created_at: null })
  return made
}

test('lists due cases on the start page, opens them and drops finished ones, also offline @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeLateCase(colleague, '오늘끊긴이')
  const late = await makeLateCase(colleague, '오늘늦은이')
  await page.goto(`${office.url}/staff`)
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
  const line = due(page).getByRole('link', { name: /오늘늦은이 ?1/ })
  await expect(line).toContainText('800일 지남')
  const count = await due(page)
    .getByText(/^[\d,]+건$/)
    .textContent()
  await line.click()
  await expect(page.getByRole('region', { name: '사건부 상세' })).toContainText('오늘늦은이1')
  await page.goBack()
  await expect(section(page, '최근에 연 기록').getByRole('link', { name: /오늘늦은이 ?1/ })).toBeVisible()
  await due(page)
    .getByRole('link', { name: /모두 보기/ })
    .click()
  await expect(page.getByText(`총 ${count}`)).toBeVisible()
  await page.goBack()
  await colleague.send('PUT', casePath, { id: late.id, created_at: toOfficeDay(Date.now()) })
  await expect(line).toHaveCount(0)

  await goOffline(page, office)
  await page.reload()
  await expect(section(page, '공탁 미수금')).toContainText('합계')
  const other = due(page).getByRole('link', { name: /오늘끊긴이 ?1/ })
  await other.click()
  const panel = page.getByRole('region', { name: '사건부 상세: 오늘끊긴이1' })
  await panel.getByRole('tab', { name: '일자' }).click()
  await panel.getByLabel('등기접수일').fill(toOfficeDay(Date.now()))
  await panel.getByRole('button', { name: '저장' }).click()
  await page.getByRole('link', { name: '오늘', exact: true }).click()
  const waiting = section(page, '확인할 일').getByRole('link', { name: /보낼 작업/ })
  await expect(waiting).toContainText('1건')
  await expect(other).toHaveCount(0)
  office.network.setReachable(true)
  await page.reload()
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await expect(waiting).toHaveCount(0)
})
