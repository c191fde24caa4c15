import type { Page } from '@playwright/test'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { quickRow, startLedger, stat } from '../support/quick-delivery.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('every screen of a new device says that the server failed, and loads when it recovers', async ({
  office,
  colleague,
  staffPage: list,
}) => {
  await startLedger(colleague)
  office.network.setFaults(({ path }) =>
    path.startsWith('/api/') ? { kind: 'status', status: 500 } : { kind: 'pass' },
  )
  const open = async (path: string, page?: Page) => {
    const window = page ?? (await list.context().newPage())
    await window.goto(office.url + path)
    return window
  }
  await open('/services/real-estate?tab=table', list)
  const quick = await open('/quick')
  const today = await open('/staff')
  const lack = '데이터를 불러오는데 문제가 발생했습니다.'
  await expectMessage(list, '목록 조회 실패')
  await expectMessage(today, lack)
  await expectMessage(quick, '데이터를 불러오는데 실패했습니다: 500')
  await expectMessage(quick, '잔액 정보를 불러오는데 실패했습니다: 500')
  for (const page of [list, quick, today]) {
    await expect(page.getByRole('button', { name: '다시 시도' }).first()).toBeVisible()
    await expect(page.getByText('서버 오류', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('오프라인')).toHaveCount(0)
  }

  await expectWholeNote(list)

  await list.getByRole('button', { name: '다시 시도' }).click()
  await expectMessage(list, '목록 조회 실패')
  office.network.setFaults(() => ({ kind: 'pass' }))
  await expect(list.getByRole('row').nth(3)).toBeVisible()
  await expect(quickRow(quick, '김가온')).toBeVisible()
  await expect(stat(quick, '사용 가능 잔액')).toHaveText('70,000원')
  for (const page of [list, quick, today]) {
    await expect(page.getByText(lack)).toHaveCount(0)
    await expect(page.getByText('서버 오류', { exact: true })).toHaveCount(0)
  }
})

/** The status line of a small tablet has room for the whole note. */
async function expectWholeNote(page: Page): Promise<void> {
  const viewport = page.viewportSize()
  for (const size of [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(size)
    const note = page.getByText('이 기기에 저장됨 · 자동 재전송', { exact: true })
    await expect(note).toBeVisible()
    expect(await note.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  }
  if (viewport) await page.setViewportSize(viewport)
}

/** Checks the text on the screen itself; a toast shows it too but disappears. */
async function expectMessage(page: Page, text: string): Promise<void> {
  await expect(page.locator('#main').getByText(text).first()).toBeVisible()
}

test('a waiting edit survives when the browser clears its storage while the book is open', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '비워진')
  await openCaseBook(page, office.url, '?search=비워진')
  office.network.setFaults(({ path }) =>
    path.startsWith('/api/') ? { kind: 'status', status: 500 } : { kind: 'pass' },
  )
  await typeIntoCell(page, findCell(findCaseRow(page, '비워진1'), '등기목적'), '소유권보존')
  // An edit not stored yet when the storage is lost is refused in its cell instead.
  await expect(page.getByText('대기 1')).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin: office.url, storageTypes: 'indexeddb' })
  await expect(page.getByText('브라우저가 이 기기의 저장 공간을 비웠습니다.')).toBeVisible({ timeout: 60_000 })
  await expect(
    page.getByText('전송을 기다리던 작업 1건은 이 기기에 다시 보관했습니다.', { exact: false }),
  ).toBeVisible()
  office.network.setFaults(() => ({ kind: 'pass' }))
  await expect
    .poll(async () => (await listOwnCases(colleague, '비워진')).map(({ purpose }) => purpose), { timeout: 60_000 })
    .toEqual(['소유권보존'])
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await expect(findCaseRow(page, '비워진1')).toBeVisible()
})
