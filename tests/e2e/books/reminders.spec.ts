import { addDays, formatDay, toOfficeDay } from '#domain/dates/office-date.ts'
import { newId } from '#server/new-id.ts'
import { signInColleague } from '../support/colleague.ts'
import { goOffline } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

interface Reminder {
  id: string
  note: string
  done_on: string | null
  case_id: string | null
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

test('a reminder of a case that repeats is made in its panel, and moves on when it is finished @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '되풀이')
  if (!made) throw new Error('the case is not listed')
  const { id, owner } = made
  const today = toOfficeDay(Date.now())
  const dueOn = addDays(today, 1)
  const listOfCase = async () => {
    const { results } = await colleague.get<{ results: Reminder[] }>('/api/staff/reminders/')
    return results.filter(({ case_id: caseId }) => caseId === id)
  }
  await page.goto(`${office.url}/services/real-estate?tab=table&open=${id}`)
  await goOffline(page, office)
  await page.getByRole('tab', { name: '다시 보기' }).click()
  await page.getByRole('button', { name: '다시 보기 추가' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('textbox', { name: /^사건/ })).toHaveValue(owner ?? '')
  await form.getByRole('textbox', { name: /^내용/ }).fill('임대료 확인')
  await form.getByRole('textbox', { name: /^다시 볼 날/ }).fill(dueOn)
  await form.getByRole('combobox', { name: /^되풀이/ }).selectOption('매주')
  await form.getByRole('button', { name: '저장' }).click()
  const reminders = page.getByRole('list', { name: '다시 보기 목록' })
  await expect(reminders).toContainText('매주')

  await reminders.getByRole('button', { name: '임대료 확인 처리' }).click()
  await expect(reminders).toContainText(formatDay(addDays(dueOn, 7)))
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect(reminders).toContainText(formatDay(dueOn))
  await reminders.getByRole('button', { name: '임대료 확인 처리' }).click()
  await expect(reminders).toContainText(formatDay(addDays(dueOn, 7)))
  office.network.setReachable(true)
  await expect
    .poll(listOfCase, { timeout: 60_000 })
    .toMatchObject([{ due_on: addDays(dueOn, 7), repeats: 'weekly', done_on: null, case_name: owner }])
})

test('what is due today is announced once a day, from the copy of the device @offline', async ({
  office,
  newDevicePage: page,
}) => {
  const colleague = await signInColleague(office.origin)
  const fields = { id: newId(), note: '오늘 볼 것', due_on: toOfficeDay(Date.now()) }
  expect((await colleague.send('POST', '/api/staff/reminders/', fields)).status).toBe(201)
  await startSession(page, office)
  await page.goto(`${office.url}/staff/reminders`)
  const notice = page.getByText(/^오늘 다시 볼 것이 [0-9]+건 있습니다[.]$/)
  await expect(notice).toBeVisible()
  await goOffline(page, office)
  await page.evaluate(() => localStorage.removeItem('reminders_announced'))
  await page.goto(`${office.url}/staff/calendar`)
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: '보기', exact: true }).click()
  await expect(page.getByRole('gridcell', { name: '오늘 볼 것' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('gridcell', { name: '오늘 볼 것' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
