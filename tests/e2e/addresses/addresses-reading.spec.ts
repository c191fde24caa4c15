import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/accessibility.ts'
import { addressRow, makeAddress, openAddresses } from '../support/addresses.ts'
import { preferTables } from '../support/cards.ts'
import { tapDetail } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { makeProject } from '../support/deposits.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

async function openPanel(page: Page, jibun: string) {
  await addressRow(page, jibun).getByRole('button', { name: /상세$/ }).first().click()
  return await openedPanel(page, jibun)
}

async function openedPanel(page: Page, jibun: string) {
  const panel = page.getByRole('region', { name: `부동산 주소 상세: ${jibun}` })
  await expect(panel).toBeVisible()
  return panel
}

async function makeLand(colleague: Colleague, addressId: string, fields: Readonly<Record<string, unknown>>) {
  const { status } = await colleague.send('POST', '/api/deposition/address/land/', { address_id: addressId, ...fields })
  expect(status).toBe(201)
}

test('offers to issue a missing register extract, and then shows it as a document', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeAddress(colleague, {
    jibun: '읽는면 별빛리 3',
    owner_name: '읽는이',
    num: '1146-2026-710003',
    type: 'land',
  })
  await openAddresses(page, office.url, '?search=읽는면')
  const panel = await openPanel(page, '읽는면 별빛리 3')
  await panel.getByRole('tab', { name: '부동산(등기부)' }).click()
  await expect(panel.getByText('발급한 등기부등본이 없습니다.')).toBeVisible()
  await panel.getByRole('button', { name: '등본 발급' }).click()
  const confirmation = page.getByRole('dialog', { name: '선택한 주소 1건의 등기부등본을 발급하시겠습니까?' })
  await confirmation.getByRole('button', { name: '등본 발급' }).click()
  const paper = panel.getByRole('article', { name: '등기사항전부증명서' })
  await expect(paper).toContainText('고유번호 1146-2026-710003')
  await expect(paper.getByRole('table', { name: '갑구' }).getByRole('row').nth(1)).toContainText('읽는이')
  await expect(paper.getByRole('region', { name: /을구/ })).toContainText('기록사항 없음')
  await expect(panel.getByText('등기소가 발급한 것이 아니며 법적 효력이 없습니다.')).toBeVisible()
  await expect(panel.getByRole('combobox', { name: '발급일시' })).toContainText('최신')
  // Nothing in the panel needs horizontal scrolling.
  expect(await paper.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
  await expectAccessibleInBothThemes(page, 'article')
  await panel.getByRole('button', { name: '새로 발급' }).click()
  // Escape before the question appears would close the panel.
  await expect(confirmation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirmation).toHaveCount(0)
  await expect(panel.getByRole('button', { name: '새로 발급' })).toBeFocused()
})

test('lists what a document lacks before it is made, and updates the list as values are entered', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const { project, manager } = await makeProject(colleague, '빈칸 우회도로', '문빈칸')
  const id = await makeAddress(colleague, { jibun: '빈칸면 별빛리 1', owner_name: '빈칸이', project, manager })
  await makeAddress(colleague, { jibun: '빈칸면 별빛리 2', owner_name: '빈칸이', project, manager })
  await makeLand(colleague, id, { lot: '1', land_kind: '답', area: 300, taken_area: 12.5, unit_price: 1000 })
  await openAddresses(page, office.url, '?search=빈칸면')
  await expect(addressRow(page, '빈칸면 별빛리 1')).toBeVisible()
  await waitUntilCopied(page)
  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: '부동산 작업 (2)' }).click()
  await page.getByRole('menuitem', { name: '공문서 생성' }).click()
  const dialog = page.getByRole('dialog')
  const lacking = dialog.getByRole('list', { name: '확인할 주소' })
  await expect(dialog).toContainText('확인할 항목이 있는 주소 2건')
  await expect(lacking).toContainText('모든 주소')
  await expect(lacking).toContainText('협의장소를 입력해 주세요.')
  await expect(lacking.getByRole('link', { name: '빈칸면 별빛리 2' })).toHaveAttribute('href', /^\/popup\/addresses\//)
  await dialog.getByLabel('협의장소').fill('빈칸군청')
  await expect(lacking).not.toContainText('협의장소를 입력해 주세요.')
  await dialog.getByRole('combobox', { name: '문서 종류' }).selectOption({ label: '비용청구 공문' })
  await expect(lacking).toContainText('보수료와 비용이 없으면 만들 수 없습니다.')
})

test('selects a row and cancels an action by keyboard, and the focus returns to the menu', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeAddress(colleague, { jibun: '글쇠면 1' })
  await openAddresses(page, office.url, '?search=글쇠면')
  await expect(addressRow(page, '글쇠면 1')).toBeVisible()
  // Moves from the line for new records to the first row.
  await page.getByRole('searchbox', { name: '검색' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Shift+Space')
  const menu = page.getByRole('button', { name: '부동산 작업 (1)' })
  await menu.press('Enter')
  await expect(page.getByRole('menuitem', { name: '등본 발급' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: '취소' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('says offline which parts this device has not copied yet, and loads them when the network is back', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  const id = await makeAddress(colleague, { jibun: '못받은면 1' })
  await makeLand(colleague, id, { lot: '1-77' })
  let isHeld = true
  await page
    .context()
    .route(/\/api\/sync\/address-(lands|extracts)\/rows/, (route) => (isHeld ? route.abort() : route.continue()))
  await startSession(page, office)
  await openAddresses(page, office.url, '?search=못받은면')
  await expect(addressRow(page, '못받은면 1')).toBeVisible()
  office.network.setReachable(false)
  await expect(page.getByText('서버 응답 없음', { exact: true })).toBeVisible({ timeout: 60_000 })
  const panel = await openPanel(page, '못받은면 1')
  for (const part of ['토지', '부동산(등기부)']) {
    await panel.getByRole('tab', { name: part }).click()
    await expect(panel.getByText('서버가 응답하면 자동으로 내려받습니다.')).toBeVisible()
  }
  isHeld = false
  office.network.setReachable(true)
  await panel.getByRole('tab', { name: '토지' }).click()
  await expect(panel.getByRole('group', { name: '토지 1' }).getByLabel('지번')).toHaveValue('1-77', { timeout: 60_000 })
})

/** Expects both at the same height, once late content (a banner of deadlines) has appeared. */
async function expectOneLine(locator: Locator, other: Locator): Promise<void> {
  const measureTops = async () => [await locator.boundingBox(), await other.boundingBox()].map((box) => box?.y)
  await expect.poll(async () => new Set(await measureTops()).size).toBe(1)
}

test.describe('at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('shows the filters on one line, and the status and change date of each row', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeAddress(colleague, { jibun: '한줄면 1', status: 'complete' })
    await openAddresses(page, office.url, '?search=한줄면')
    await expectOneLine(page.getByRole('searchbox', { name: '검색' }), page.getByLabel('종료일'))
    await expect(addressRow(page, '한줄면 1').getByText('완료', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('columnheader', { name: '수정일' })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  // This tests the table; cards are tested in phone.spec.ts.
  test.beforeEach(async ({ staffPage }) => preferTables(staffPage))

  test('panel tabs are large enough for a finger and on one line, with the selected one visible', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeAddress(colleague, { jibun: '손가락면 1' })
    await openAddresses(page, office.url, '?search=손가락면')
    await tapDetail(page, addressRow(page, '손가락면 1'))
    const panel = await openedPanel(page, '손가락면 1')
    const tabs = panel.getByRole('tab')
    const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()))
    expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(44)
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    await panel.getByRole('tab', { name: '토지' }).click()
    await expect(panel.getByRole('tab', { name: '토지' })).toBeInViewport({ ratio: 0.9 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
