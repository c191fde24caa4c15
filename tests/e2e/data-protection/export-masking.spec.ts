import * as XLSX from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { type TrailEntry, type TrailPage, trailPath } from '#contract/trail/trail.ts'
import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openCaseBook } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { pressExport } from '../support/export-reason.ts'
import { goOffline, waitUntilAllStored } from '../support/go-offline.ts'
import { readSheet } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const address = '서울특별시 강남구 테헤란로 1, 101동 1203호'
const hidden = '서울특별시 강남구 ****'

async function makeCase(colleague: Colleague, owner: string): Promise<void> {
  const { results } = await colleague.get<{ results: { id: string }[] }>('/api/mysql/realestate/group/list')
  const fields = { id: newId(), group_id: results[0]?.id, owner, owner_address: address, created_at: '2026-11-20' }
  const { status } = await colleague.send('POST', '/api/mysql/realestate/list/', fields)
  expect(status).toBe(201)
}

/** Trail rows of one act that contain this word, newest first. */
async function findTrailRows(colleague: Colleague, act: string, word: string): Promise<TrailEntry[]> {
  const { results } = await colleague.get<TrailPage>(`${trailPath}/?act=${act}&limit=200`)
  return results.filter(({ detail }) => JSON.stringify(detail).includes(word))
}

const question = (page: Page) => page.getByRole('dialog', { name: '엑셀 내보내기' })

test('masks addresses and telephones in exports without a reason, and imports no masks @offline', async ({
  office,
  colleague: superuser,
  staffPage: page,
}) => {
  await makeCase(superuser, '반출표')
  await openCaseBook(page, office.url, '?search=반출표')
  await waitUntilAllStored(page)

  const first = page.waitForEvent('download')
  await pressExport(page)
  const masked = await readSheet(await first)
  expect(masked.flat()).toEqual(expect.arrayContaining(['반출표', hidden]))

  // An unmasked sheet needs a specific reason; the default one is not enough.
  await page.getByRole('button', { name: '엑셀 내보내기' }).click()
  // Enter alone would continue.
  await expect(question(page).getByRole('button', { name: '내보내기', exact: true })).toBeFocused()
  await question(page)
    .getByRole('checkbox', { name: /가리지 않고/ })
    .check()
  await question(page).getByRole('button', { name: '내보내기', exact: true }).click()
  await expect(question(page).getByText('가리지 않고 내보내려면 ‘업무 처리’ 외의 사유를 선택해 주세요.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await question(page).getByRole('combobox', { name: '사유' }).selectOption('기타')
  const reasonBox = question(page).getByRole('textbox', { name: /기타 사유/ })
  await reasonBox.fill('900101-1234568 확인')
  await page.keyboard.press('Enter')
  await expect(question(page).getByText(/주민등록번호/)).toBeVisible()
  await reasonBox.fill('법원 보정명령')
  const second = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await readSheet(await second)).flat()).toContain(address)
  const [whole] = await findTrailRows(superuser, 'export', '법원 보정명령')
  expect(whole).toMatchObject({ user_name: '김가온', collection: 'real-estate' })
  expect(whole?.detail).toEqual({
    search: '반출표',
    reason: '법원 보정명령',
    is_masked: false,
  })

  await goOffline(page, office)
  const third = page.waitForEvent('download')
  await pressExport(page)
  expect((await readSheet(await third)).flat()).toEqual(expect.arrayContaining(['반출표', hidden]))
  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const listFromDevice = async () =>
    (await findTrailRows(superuser, 'export', '반출표')).filter(({ detail }) =>
      JSON.stringify(detail).includes('at_device'),
    )
  await expect.poll(async () => (await listFromDevice()).length, { timeout: 30_000 }).toBe(1)
  const [row] = await listFromDevice()
  expect(row?.detail).toMatchObject({ offline: true, rows: 1, reason: '업무 처리', is_masked: true, search: '반출표' })
  expect(JSON.stringify(row?.detail)).toContain('소유자 주소')

  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog', { name: '엑셀 가져오기' })
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(masked), '사건부')
  const buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  await dialog.getByLabel('엑셀 파일', { exact: true }).setInputFiles({
    name: '사건부.xlsx',
    buffer,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  await expect(dialog.getByText('내보낼 때 가려진 셀 1개는 바꾸지 않고 그대로 둡니다.')).toBeVisible()
  await expect(dialog.getByRole('definition')).toHaveText(['0', '0', '1', '0'])
})
