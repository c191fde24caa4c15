import { formatSpokenDay } from '#domain/dates/calendar.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import type { Colleague } from '../support/colleague.ts'
import { goOffline } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const path = '/api/mysql/realestate/list/'
const month = '2027-05'
const cell = (day: string) => `td:has([data-day="${day}"])`

async function readRegiDate(colleague: Colleague, owner: string) {
  return (await listOwnCases(colleague, owner))[0]?.regi_date
}

test('a day is moved by mouse, by keyboard and without a network, and undone @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [first, second] = await makeCases(colleague, '달력사건', 2)
  await colleague.send('PUT', path, { id: first?.id, created_at: null, regi_date: `${month}-11` })
  await colleague.send('PUT', path, { id: second?.id, created_at: null, regi_date: `${month}-12` })
  await page.goto(`${office.url}/staff/calendar?day=${month}-11`)
  const grid = page.getByRole('grid', { name: '일정' })
  await expect(grid.locator(cell(`${month}-11`)).getByRole('link', { name: /달력사건1/ })).toBeVisible()
  await expect(grid.locator(cell(`${month}-05`))).toContainText('어린이날')

  await grid.getByRole('link', { name: /달력사건1/ }).dragTo(grid.locator(cell(`${month}-19`)))
  await expect(grid.locator(cell(`${month}-19`))).toContainText('달력사건1')
  await expect.poll(() => readRegiDate(colleague, '달력사건1')).toBe(`${month}-19`)
  await page.keyboard.press('Control+z')
  await expect(grid.locator(cell(`${month}-11`))).toContainText('달력사건1')

  await goOffline(page, office)
  await page.locator(`[data-day="${month}-11"]`).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: formatSpokenDay(`${month}-12`) })
  const field = dialog.getByRole('textbox', { name: '달력사건2 등기예정일' })
  await field.fill('2027-06-01')
  await field.press('Enter')
  await expect(dialog.getByText('이날에는 일정이 없습니다.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: '다음 달' }).click()
  await expect(grid.locator(cell('2027-06-01'))).toContainText('달력사건2')
  office.network.setReachable(true)
  await expect.poll(() => readRegiDate(colleague, '달력사건2')).toBe('2027-06-01')
})

test('filters leave out kinds and sections, a phone shows a list, and a line opens its case', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const today = toOfficeDay(Date.now())
  const [late] = await makeCases(colleague, '목록달력', 1)
  await colleague.send('PUT', path, { id: late?.id, created_at: addDays(today, -14), regi_date: today })
  await page.goto(`${office.url}/staff/calendar?view=list`)
  const section = page.getByRole('region', { name: formatSpokenDay(today) })
  await expect(section.getByRole('listitem').filter({ hasText: '목록달력1' })).toHaveCount(2)
  await page.getByRole('button', { name: '필터' }).click()
  await page.getByRole('checkbox', { name: '접수 후 14일' }).uncheck()
  await expect(section.getByRole('listitem').filter({ hasText: '목록달력1' })).toHaveCount(1)
  await page.getByRole('textbox', { name: '사업구간' }).fill('없는구간')
  await expect(page.getByText('목록달력1')).toHaveCount(0)
  await page.getByRole('textbox', { name: '사업구간' }).fill('')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await section.getByRole('link', { name: /목록달력1/ }).click()
  await expect(page.getByRole('region', { name: '사건부 상세: 목록달력1' })).toBeVisible()
})

test('another calendar reads the days under an address that is made, copied and ended here', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [filed] = await makeCases(colleague, '구독달력', 1)
  await colleague.send('PUT', path, { id: filed?.id, created_at: null, regi_date: toOfficeDay(Date.now()) })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${office.url}/staff/calendar`)
  await page.getByRole('button', { name: '캘린더 구독' }).click()
  const dialog = page.getByRole('dialog', { name: '캘린더 구독' })
  await dialog.getByRole('checkbox', { name: '이름도 넣기' }).check()
  await dialog.getByRole('button', { name: '주소 만들기' }).click()
  await expect(dialog.getByRole('button', { name: '구독 주소 복사' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('구독 주소를 복사했습니다.')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(await dialog.getByRole('textbox', { name: '구독 주소' }).inputValue()).toBe(address)
  const read = async () => await fetch(office.origin + new URL(address).pathname)
  expect(await (await read()).text()).toContain('SUMMARY:등기예정일 구독달력1\r\n')
  await dialog.getByRole('button', { name: '구독 끊기' }).click()
  await page.getByRole('button', { name: '끊기', exact: true }).click()
  await expect(dialog.getByText('아직 구독 주소가 없습니다.')).toBeVisible()
  expect((await read()).status).toBe(404)
})
