import { typeIntoCell } from '../support/case-book.ts'
import { caseCell, caseRow, listDeposits, makeDeposits, openGrid } from '../support/deposits.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('데이터 and 사건부 share their search and the undo of edits, but each undoes only its own layout', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '한역사', 2)
  await openGrid(page, office.url, '?search=한역사')
  const tabs = page.getByRole('tablist', { name: '공탁 관리' }).getByRole('tab')
  const labels = ['데이터', '사건부', '리포트', '회사관리', '부서관리', '관리자관리', '사업구간관리', '목록관리']
  await expect(tabs).toHaveText(labels)
  await expect(page.getByText('사건부와 같은 기록입니다.', { exact: false })).toBeVisible()
  await typeIntoCell(page, caseCell(caseRow(page, '한역사2'), '등기목적'), '대위상속')
  await expect.poll(async () => (await listDeposits(colleague, '한역사'))[1]?.purpose).toBe('대위상속')
  await page.getByRole('button', { name: '컬럼 관리' }).click()
  const manager = page.getByRole('dialog', { name: '컬럼 관리' })
  await manager.getByRole('checkbox', { name: '의뢰번호' }).uncheck()
  await manager.getByRole('button', { name: '설정 저장' }).click()
  await expect(page.getByRole('button', { name: /^실행 취소: 컬럼 설정 변경/ })).toBeVisible()

  await page.getByRole('tab', { name: '사건부' }).click()
  await expect(page).toHaveURL(/tab=table/)
  await expect(page.getByText('데이터와 같은 기록입니다.', { exact: false })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: '검색' })).toHaveValue('한역사')
  await expect(caseCell(caseRow(page, '한역사2'), '등기목적')).toHaveText('대위상속')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('실행 취소: 셀 수정 (한역사2)')).toBeVisible()
  await expect.poll(async () => (await listDeposits(colleague, '한역사'))[1]?.purpose).toBe('공탁')
  await expect(page.getByRole('button', { name: /^실행 취소/ }).first()).toBeDisabled()
  await page.getByRole('tab', { name: '회사관리' }).click()
  await expect(page).toHaveURL(/tab=company/)
  await page.goBack()
  await expect(page.getByRole('grid', { name: '공탁 사건부' })).toBeVisible()
  await page.getByRole('tab', { name: '데이터' }).click()
  await page.getByRole('button', { name: /^실행 취소: 컬럼 설정 변경/ }).click()
  await expect(page.getByText('실행 취소: 컬럼 설정 변경')).toBeVisible()
})

test('사건부 has the line of cases whose day is near, as 데이터 does', async ({ office, staffPage: page }) => {
  await openGrid(page, office.url)
  const line = page.getByRole('region', { name: '수용개시일 안내' })
  await expect(line).toBeVisible()
  await page.getByRole('tab', { name: '사건부' }).click()
  await expect(page.getByRole('grid', { name: '공탁 사건부' })).toBeVisible()
  await expect(line).toBeVisible()
})
