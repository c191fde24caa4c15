import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { goOffline } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

interface Reminder {
  id: string
  note: string
  done_on: string | null
}

test('a reminder made offline is shown on 오늘 and in the calendar, and goes when it is done @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const today = toOfficeDay(Date.now())
  const list = async () => {
    const { results } = await colleague.get<{ results: Reminder[] }>('/api/staff/reminders/')
    return results.filter(({ note }) => note === '보정서류 되물음')
  }
  await page.goto(`${office.url}/staff/reminders`)
  await goOffline(page, office)
  await page.getByRole('button', { name: '메모 추가' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: /^내용/ }).fill('보정서류 되물음')
  await form.getByRole('textbox', { name: /^다시 볼 날/ }).fill(addDays(today, 1))
  await form.getByRole('button', { name: '저장' }).click()
  await expect(page.getByRole('gridcell', { name: '보정서류 되물음' })).toBeVisible()
  await page.getByRole('link', { name: '오늘', exact: true }).first().click()
  const due = page.getByRole('region', { name: '다시 볼 날이 다가온 메모' })
  await expect(due.getByRole('link', { name: /보정서류 되물음/ })).toBeVisible()
  office.network.setReachable(true)
  await expect.poll(list, { timeout: 60_000 }).toMatchObject([{ done_on: null }])

  await page.getByRole('link', { name: '달력', exact: true }).first().click()
  await page.getByRole('button', { name: '목록', exact: true }).click()
  await expect(page.getByRole('region', { name: '일정' }).getByRole('link', { name: /보정서류 되물음/ })).toBeVisible()
  const [reminder] = await list()
  await colleague.send('PUT', '/api/staff/reminders/', { id: reminder?.id, done_on: today })
  await page.getByRole('link', { name: '오늘', exact: true }).first().click()
  await expect(due.getByText('보정서류 되물음')).toHaveCount(0)
})
