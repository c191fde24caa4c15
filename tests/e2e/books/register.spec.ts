import type { Page } from '@playwright/test'
import { formatNumber } from '#contract/text/format-number.ts'
import { entryCell, findCaseRow, openCaseBook } from '../support/case-book.ts'
import { type Colleague, listCases, signInColleague } from '../support/colleague.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { goOffline, waitUntilCopied } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

interface Entry {
  id: string
  year: number
  serial: number
  book: string
  case_id: string
  entered_on: string
  fee: number
}

/** The first real-estate entry of the earliest month, which is the one that may be closed. */
async function findFirstEntry(colleague: Colleague): Promise<Entry> {
  const { results } = await colleague.get<{ results: Entry[] }>('/api/register/entries/?page_size=10000')
  const inOrder = results.toSorted((a, b) => a.entered_on.localeCompare(b.entered_on))
  const first = inOrder.find(({ book }) => book === 'real-estate')
  if (!first) throw new Error('the demo data has no entry of a real-estate case')
  return first
}

/** Closes the months before this entry's, on the server. */
async function closeEarlierMonths(colleague: Colleague, { entered_on: day }: Entry): Promise<void> {
  const { results } = await colleague.get<{ results: Entry[] }>('/api/register/entries/?page_size=10000')
  const months = new Set(results.map(({ entered_on }) => entered_on.slice(0, 7)))
  for (const month of [...months].filter((earlier) => earlier < day.slice(0, 7)).toSorted()) {
    const body = { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }
    const { status } = await colleague.send('POST', '/api/register/months/close', body)
    expect(status, month).toBe(200)
  }
}

async function openRegister(page: Page, url: string, search: string): Promise<void> {
  await page.goto(`${url}/staff/register?${search}`)
  await expect(page.getByRole('grid', { name: '법정 사건부' })).toBeVisible()
}

test('a closed month keeps its values when the case changes, until they are corrected', async ({
  office,
  newDevicePage: page,
}) => {
  const colleague = await signInColleague(office.origin)
  await expect.poll(() => findFirstEntry(colleague).then(({ serial }) => serial)).toBeGreaterThan(0)
  const entry = await findFirstEntry(colleague)
  await closeEarlierMonths(colleague, entry)
  const month = Number(entry.entered_on.slice(5, 7))
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/staff/register?tab=months&year=${entry.year}`)
  await page.getByRole('button', { name: `${month}월 마감`, exact: true }).click()
  await confirmDialog(page, `${entry.year}년 ${month}월을 마감하시겠습니까?`)
    .getByRole('button', { name: '마감', exact: true })
    .click()
  await expect(page.getByRole('button', { name: `${month}월 다시 열기` })).toBeVisible()
  await expect(page.getByRole('region', { name: '마감 기록' })).toContainText(`${month}월 마감`)

  const [changed] = (await listCases(colleague)).filter(({ id }) => id === entry.case_id)
  if (!changed) throw new Error('the case of the entry is not listed')
  const change = { id: changed.id, fees: 7_654_321 }
  expect((await colleague.send('PUT', '/api/mysql/realestate/list/', change)).status).toBe(200)

  await openRegister(page, office.url, `year=${entry.year}&month=${month}&issue=differs`)
  const row = page.getByRole('row').filter({ hasText: '사건과 다름' })
  await expect(row).toHaveCount(1, { timeout: 30_000 })
  await expect(row).toContainText(formatNumber(entry.fee))
  await row.getByRole('button', { name: /정정$/ }).click()
  const dialog = page.getByRole('dialog', { name: `${entry.year}년 ${entry.serial}번 정정` })
  await dialog.getByRole('textbox', { name: /^보수액/ }).fill('7654321')
  await dialog.getByRole('button', { name: '정정', exact: true }).click()
  await expect(dialog.getByText('사유를 입력해 주세요.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^사유/ }).fill('영수증과 다름')
  await dialog.getByRole('button', { name: '정정', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0, { timeout: 30_000 })

  await page.goto(`${office.url}/staff/register?tab=months&year=${entry.year}`)
  const corrections = page.getByRole('region', { name: '정정 내역' })
  await expect(corrections).toContainText(`${formatNumber(entry.fee)} → 7,654,321`)
  await expect(corrections).toContainText('영수증과 다름')
})

test('a case added offline waits for its number and gets it when it arrives @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '번호먼저')
  await openCaseBook(page, office.url, '?search=번호')
  await expect(findCaseRow(page, '번호먼저1')).toBeVisible()
  await waitUntilCopied(page)
  await goOffline(page, office)
  await entryCell(page, '소유자').click()
  await page.keyboard.type('번호나중')
  await page.keyboard.press('Tab')
  await entryCell(page, '사업구간(그룹)').click()
  await page.keyboard.type('ㄴㄹㅊ')
  await expect(page.getByRole('option', { name: /누리천 정비 2차/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(findCaseRow(page, '번호나중')).toBeVisible()
  await openRegister(page, office.url, '')
  const waiting = page.getByRole('region', { name: '번호를 기다리는 사건' })
  await expect(waiting).toContainText('번호나중')
  office.network.setReachable(true)
  await expect(waiting).toHaveCount(0, { timeout: 60_000 })
  await page.getByRole('searchbox', { name: '검색' }).fill('번호나중')
  await expect(page.getByRole('row').filter({ hasText: '번호나중' })).toContainText(/\d번/, { timeout: 30_000 })
})
