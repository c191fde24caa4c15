import type { Locator, Page } from '@playwright/test'
import { formatInstant } from '#contract/records/values.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

/** Opens the page and waits for the balance and the table. `search` with its question mark. */
export async function openQuick(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/quick${search}`)
  await expect(page.getByRole('grid', { name: '퀵 기록' })).toBeVisible()
  await expect(stat(page, '사용 가능 잔액')).toContainText('원')
}

/** The value under a label of the statistics. */
export function stat(page: Page, label: '사용 가능 잔액' | '총 충전액' | '총 사용액'): Locator {
  return page.locator('dl > div').filter({ hasText: label }).locator('dd').first()
}

/** The row with this word in one of its cells. */
export function quickRow(page: Page, word: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(word, { exact: true }) })
}

/** 저장 of a new record; while one is edited it reads 수정 완료. */
export function saveButton(page: Page): Locator {
  return page.getByRole('button', { name: '저장', exact: true })
}

export function formField(page: Page, label: string): Locator {
  return page.getByRole('region', { name: '배송 기록 입력' }).getByLabel(label, { exact: true })
}

export function refresh(page: Page): Promise<void> {
  return page.getByRole('toolbar').getByRole('button', { name: '새로고침' }).click()
}

const order = ['등록일시', '구분', '기사명', '보내는 분', '받는 분', '금액', '잔액', '메모'] as const

export function quickCell(row: Locator, label: (typeof order)[number]): Locator {
  return row.locator(`[role=gridcell][data-col="${order.indexOf(label)}"]`)
}

/** The balance column from top to bottom. */
export async function expectBalances(page: Page, balances: readonly string[]): Promise<void> {
  const cells = page.locator(`[role=gridcell][data-col="${order.indexOf('잔액')}"]`)
  await expect.poll(async () => await cells.allTextContents()).toEqual([...balances])
}

export interface ListedQuick {
  id: string
  version: number
  status: string
  rider: string | null
  amount: number | null
  balance: number
}

/** The server's ledger, newest first. */
export async function listQuick(colleague: Colleague): Promise<ListedQuick[]> {
  const { results } = await colleague.get<{ results: ListedQuick[] }>('/api/quick/?page_size=1000')
  return results
}

/**
 * Replaces the ledger with a known one: a top-up of 100,000 and two rides of 10,000 and 20,000, an
 * hour apart, some days ago.
 */
export async function startLedger(colleague: Colleague): Promise<void> {
  const ids = (await listQuick(colleague)).map(({ id }) => id)
  if (ids.length > 0) await colleague.send('POST', '/api/quick/bulk_delete', { ids })
  const formatHoursAgo = (hours: number) => formatInstant(Date.now() - hours * 3_600_000)
  const records = [
    { status: 'balance_add', amount: 100_000, memo: '월 정산', created_at: formatHoursAgo(50) },
    { rider: '김가온', sender: '사무소', receiver: '해든등기소', amount: 10_000, created_at: formatHoursAgo(49) },
    { rider: '박새론', sender: '솔빛등기과', receiver: '사무소', amount: 20_000, created_at: formatHoursAgo(48) },
  ]
  for (const record of records) {
    const { status } = await colleague.send('POST', '/api/quick/', record)
    if (status !== 201) throw new Error(`the record was refused with ${status}`)
  }
}
