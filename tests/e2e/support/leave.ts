import type { Locator, Page } from '@playwright/test'
import { isWorkingDay } from '#domain/dates/calendar.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'
import { confirmDialog } from './confirm-dialog.ts'
import { expect } from './expect.ts'

export interface ListedLeave {
  id: string
  requester_name: string
  state: string
  reason: string
  comment: string | null
  days: number
}

/** Opens 휴가신청 and waits for the list. */
export async function openLeave(page: Page, url: string, question = ''): Promise<void> {
  await page.goto(`${url}/staff/leave-request${question}`)
  await expect(page.getByRole('grid', { name: /휴가신청$/ })).toBeVisible()
  await expect(page.getByText(/^(데이터를 불러오는|자료를 내려받는) 중\.\.\.$/)).toHaveCount(0)
}

export function leaveForm(page: Page): Locator {
  return page.getByRole('form', { name: '휴가 신청', exact: true })
}

/** Fills in the form for these days and sends it. */
export async function requestLeave(page: Page, leave: { from: string; to?: string; reason: string }): Promise<void> {
  const form = leaveForm(page)
  await fillDay(form, '시작일', leave.from)
  if (leave.to !== undefined) await fillDay(form, '종료일', leave.to)
  await form.getByRole('textbox', { name: /^사유/ }).fill(leave.reason)
  await form.getByRole('button', { name: '휴가 신청' }).click()
}

export async function fillDay(form: Locator, label: string, day: string): Promise<void> {
  const field = form.getByRole('textbox', { name: new RegExp(`^${label}`) })
  await field.fill(day)
  await field.press('Tab')
  await expect(field).toHaveValue(day)
}

/** The row with this reason. */
export function leaveRow(page: Page, reason: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(reason, { exact: true }) })
}

export async function openRequest(page: Page, reason: string): Promise<Locator> {
  await leaveRow(page, reason).getByRole('button', { name: '상세' }).click()
  const dialog = page.getByRole('dialog', { name: /휴가 신청$/ })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the user's own waiting request in the form, applies a change and saves. */
export async function changeRequest(
  page: Page,
  reason: string,
  change: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await (await openRequest(page, reason)).getByRole('button', { name: '수정' }).click()
  const dialog = page.getByRole('dialog', { name: '휴가 신청 수정' })
  await change(dialog)
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog).toBeHidden()
}

/** Withdraws the user's own waiting request and confirms the question. */
export async function withdrawRequest(page: Page, reason: string): Promise<void> {
  await (await openRequest(page, reason)).getByRole('button', { name: '신청 취소' }).click()
  const question = confirmDialog(page, '휴가 신청을 취소하시겠습니까?')
  await question.getByRole('button', { name: '신청 취소' }).click()
  await expect(leaveRow(page, reason)).toBeHidden()
}

/** Working days at the beginning of the current year without demo requests: the `count`th one. */
export function findFreeWorkingDay(count: number): string {
  const year = toOfficeDay(Date.now()).slice(0, 4)
  let day = `${year}-01-05`
  for (let daysLeft = count; daysLeft > 0 || !isWorkingDay(day); day = addDays(day, 1))
    if (isWorkingDay(day)) daysLeft -= 1
  return day
}

export async function listLeaves(person: Colleague, search: string): Promise<ListedLeave[]> {
  const { results } = await person.get<{ results: ListedLeave[] }>(
    `/api/staff/leave/?${new URLSearchParams({ search, page_size: '100' })}`,
  )
  return results
}

/** Creates a request directly on the server. */
export async function makeLeave(person: Colleague, day: string, reason: string): Promise<string> {
  const id = newId()
  const fields = { id, type: 'annual', startDate: day, endDate: day, reason }
  const { status } = await person.send('POST', '/api/staff/leave/', fields)
  if (status !== 201) throw new Error(`the request was refused with ${status}`)
  return id
}
