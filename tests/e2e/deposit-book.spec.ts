import { hangulKeyboard } from './support/hangul-keyboard.ts'
import { expectNoBarrier } from './support/barriers.ts'
import {
  caseCell,
  caseEntryCell,
  caseRow,
  depositsOf,
  makeDeposits,
  makeSection,
  openBook,
  openGrid,
} from './support/deposits.ts'
import { typeIntoCell } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('the page has eight tabs in the order of the office, the open one in the address', async ({
  office,
  staffPage: page,
}) => {
  await openGrid(page, office.url)
  const tabs = page.getByRole('tablist', { name: '공탁 관리' }).getByRole('tab')
  await expect(tabs).toHaveText([
    '데이터',
    '사건부',
    '리포트',
    '회사관리',
    '부서관리',
    '관리자관리',
    '사업구간관리',
    '목록관리',
  ])
  await expect(page.getByRole('tab', { name: '데이터' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: '사건부' }).click()
  await expect(page).toHaveURL(/tab=table/)
  await page.getByRole('tab', { name: '회사관리' }).click()
  await expect(page).toHaveURL(/tab=company/)
  await page.goBack()
  await expect(page.getByRole('grid', { name: '공탁 사건부' })).toBeVisible()
})

test('both views ask the same question of the same cases', async ({ office, colleague, staffPage: page }) => {
  await makeDeposits(colleague, '두눈', 2)
  await openGrid(page, office.url, '?search=두눈')
  await expect(caseRow(page, '두눈2')).toBeVisible()
  await page.getByRole('tab', { name: '사건부' }).click()
  await expect(caseRow(page, '두눈2')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: '검색' })).toHaveValue('두눈')
})

test('what was edited in 데이터 is taken back in 사건부, and either layout only where it stands', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '한역사', 2)
  await openGrid(page, office.url, '?search=한역사')
  await expect(page.getByText('사건부와 같은 기록입니다.', { exact: false })).toBeVisible()
  await typeIntoCell(page, caseCell(caseRow(page, '한역사2'), '등기목적'), '대위상속')
  await expect.poll(async () => (await depositsOf(colleague, '한역사'))[1]?.purpose).toBe('대위상속')
  await page.getByRole('button', { name: '컬럼 관리' }).click()
  const manager = page.getByRole('dialog', { name: '컬럼 관리' })
  await manager.getByRole('checkbox', { name: '의뢰번호' }).uncheck()
  await manager.getByRole('button', { name: '설정 저장' }).click()
  await expect(page.getByRole('button', { name: /^실행 취소: 컬럼 설정 변경/ })).toBeVisible()

  await page.getByRole('tab', { name: '사건부' }).click()
  await expect(page.getByText('데이터와 같은 기록입니다.', { exact: false })).toBeVisible()
  await expect(caseCell(caseRow(page, '한역사2'), '등기목적')).toHaveText('대위상속')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('실행 취소: 셀 수정 (한역사2)')).toBeVisible()
  await expect.poll(async () => (await depositsOf(colleague, '한역사'))[1]?.purpose).toBe('공탁')
  await expect(page.getByRole('button', { name: /^실행 취소/ }).first()).toBeDisabled()
  await page.getByRole('tab', { name: '데이터' }).click()
  await page.getByRole('button', { name: /^실행 취소: 컬럼 설정 변경/ }).click()
  await expect(page.getByText('실행 취소: 컬럼 설정 변경')).toBeVisible()
})

test('the entry line takes a case in Hangul, fills the manager of its section in, and asks for what is missing', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeSection(colleague, '줄입력 하천정비', '문새벽')
  await openBook(page, office.url, 'search=줄입력')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await caseEntryCell(page, '사업구간').click()
  const ime = await hangulKeyboard(page)
  await ime.compose('ㅈ', '주', '줄')
  await ime.accept('줄')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(caseEntryCell(page, '담당자')).toHaveText('문새벽')
  await caseEntryCell(page, '소유자').click()
  await page.keyboard.type('줄입력1')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('부동산의 표시: 필수 항목입니다.').first()).toBeVisible()
  await caseEntryCell(page, '부동산의 표시').click()
  await page.keyboard.type('가온시 솔빛동 3')
  await page.keyboard.press('Tab')
  await caseEntryCell(page, '등기목적').click()
  await page.keyboard.type('공탁')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('추가 성공 (줄입력1)')).toBeVisible()
  await expect
    .poll(() => depositsOf(colleague, '줄입력'))
    .toMatchObject([{ business_section: '줄입력 하천정비', business_manager: '문새벽', purpose: '공탁' }])
})

test('the detail window shows a case, saves it, and the book behind it follows', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '새창')
  await openBook(page, office.url, 'search=새창')
  const opening = page.waitForEvent('popup')
  await caseRow(page, '새창1').getByRole('button', { name: '새 창으로 열기' }).click()
  const detail = await opening
  expect(new URL(detail.url()).pathname).toMatch(/^\/popup\/deposit-cases\//)
  await expect(detail.getByRole('heading', { level: 1, name: '새창1' })).toBeVisible()
  await detail.getByRole('combobox', { name: /^등기목적/ }).fill('대위상속')
  await detail.getByLabel('보수료').fill('250000')
  await expect(detail.getByLabel('부가세')).toHaveValue('25,000')
  await detail.getByRole('button', { name: '저장' }).click()
  await expect(detail.getByText('수정 성공 (새창1)')).toBeVisible()
  await expect(caseCell(caseRow(page, '새창1'), '등기목적')).toHaveText('대위상속')
  await expect
    .poll(() => depositsOf(colleague, '새창'))
    .toMatchObject([{ purpose: '대위상속', fees: 250_000, fees_vat: 25_000 }])
  await expectNoBarrier(detail)
})

test('the detail window opens by its address without a network @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeDeposits(colleague, '바로공탁')
  await openBook(page, office.url, 'search=바로공탁')
  await untilAllStored(page)
  office.network.setReachable(false)
  await page.goto(`${office.url}/popup/deposit-cases/${made?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: '바로공탁1' })).toBeVisible()
})

test('a case is read at a glance', async ({ office, colleague, staffPage: page }) => {
  await makeDeposits(colleague, '한눈')
  await openBook(page, office.url, 'search=한눈')
  await caseRow(page, '한눈1').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '공탁 사건 상세: 한눈1' })
  await expect(panel.getByRole('button', { name: '공문 작성' })).toBeVisible()
  await panel.getByRole('button', { name: '한눈에 보기' }).click()
  const dialog = page.getByRole('dialog', { name: '한눈1' })
  await expect(dialog).toContainText('110,000원')
  await expect(dialog).toContainText('대기')
  await expectNoBarrier(page)
})
