import { acts, button, field, openRow, owner, panel, question, test, title, write } from './detail-steps.ts'
import { expect } from './harness-server.ts'
import { activePlace, cell, isCellInputFocused } from './table-steps.ts'

test.describe('one map with the table', () => {
  test('what is typed in the panel shows in the cell, and can be put back field by field', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '소유자', '김가온')
    await expect(cell(page, 3, owner)).toHaveText('김가온, 저장 전')
    await write(page, '보수료', '5000')
    await expect(cell(page, 3, 3)).toHaveText('5,000, 저장 전')
    await button(page, '변경 2건').press('Enter')
    await expect(panel(page).getByRole('list', { name: '저장하지 않은 변경' })).toContainText('33,000')
    await button(page, '소유자 되돌리기').press('Enter')
    await expect(field(page, '소유자')).toBeFocused()
    await expect(field(page, '소유자')).toHaveValue('소유자 4')
    await expect(cell(page, 3, owner)).toHaveText('소유자 4')
    await button(page, '보수료 변경 되돌리기').press('Enter')
    await expect(button(page, '저장')).toHaveCount(0)
    expect(await acts(page)).toEqual([])
  })

  test('취소 puts back everything at once', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '소유자', '김가온')
    await panel(page).getByRole('tab', { name: '비고' }).click()
    await write(page, '비고 2', '급함')
    await expect(panel(page).getByRole('tab')).toHaveText(['기본정보 (1)', '비고 (1)', '소유자 목록'])
    await button(page, '취소').press('Enter')
    await expect(field(page, '비고 2')).toHaveValue('1-3')
    await expect(cell(page, 3, owner)).toHaveText('소유자 4')
    await expect(title(page)).toBeFocused()
    expect(await acts(page)).toEqual([])
  })

  test('the table stays in use: its edits are kept at once and show in the panel', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await cell(page, 3, owner).click()
    await page.keyboard.type('이도담')
    await page.keyboard.press('Enter')
    await expect.poll(() => acts(page)).toEqual(['3:owner=이도담'])
    await expect(field(page, '소유자')).toHaveValue('이도담')
    await expect(button(page, '저장')).toHaveCount(0)
  })

  test('a field that waits for 저장 goes on waiting when it is typed in the table', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '소유자', '김가온')
    await cell(page, 3, owner).click()
    await page.keyboard.type('이도담')
    await page.keyboard.press('Enter')
    await expect(field(page, '소유자')).toHaveValue('이도담')
    expect(await acts(page)).toEqual([])
    await button(page, '저장').click()
    await expect.poll(() => acts(page)).toEqual(['3:owner=이도담'])
  })

  test('where every edit waits, the table fills the panel with changes', async ({ openDetail }) => {
    const page = await openDetail('holds')
    await openRow(page, 3)
    await cell(page, 3, owner).click()
    await page.keyboard.type('이도담')
    await page.keyboard.press('Enter')
    await page.keyboard.type('박다온')
    await page.keyboard.press('Enter')
    await expect(field(page, '소유자')).toHaveValue('이도담')
    await expect(button(page, '저장')).toBeVisible()
    await expect(page.getByText('저장하지 않은 변경이 2개 기록에 있습니다.')).toBeVisible()
    expect(await acts(page)).toEqual([])
    await page.getByRole('button', { name: '저장', exact: true }).first().click()
    await expect.poll(() => acts(page)).toEqual(['3:owner=이도담 4:owner=박다온'])
    await expect(page.getByText(/저장하지 않은 변경이/)).toHaveCount(0)
  })

  test('another record opens in the same panel with the keys of the table', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await cell(page, 5, owner).click()
    await page.keyboard.press('Space')
    await expect(title(page)).toHaveText('소유자 6')
    await expect(field(page, '사업구간(그룹)')).toBeFocused()
  })
})

test.describe('what is unsaved', () => {
  test('is asked about before the panel moves on: staying, dropping and saving', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '소유자', '김가온')
    await page.keyboard.press('Alt+PageDown')
    await expect(question(page)).toContainText('변경 1건')
    await expect(question(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expect(title(page)).toHaveText('소유자 4')
    await expect(field(page, '소유자')).toHaveValue('김가온')
    await expect(field(page, '소유자')).toBeFocused()

    await page.keyboard.press('Alt+PageDown')
    await question(page).getByRole('button', { name: '저장 안 함' }).press('Enter')
    await expect(title(page)).toHaveText('소유자 5')
    await expect(cell(page, 3, owner)).toHaveText('소유자 4')
    expect(await acts(page)).toEqual([])

    await write(page, '소유자', '박다온')
    await page.keyboard.press('Alt+PageDown')
    await expect(question(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('소유자 6')
    await expect.poll(() => acts(page)).toEqual(['4:owner=박다온'])
    await expect.poll(() => activePlace(page)).toBe('5-1')
  })

  test('is asked about before the panel closes; the focus comes back to the table after the answer', async ({
    openDetail,
  }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '소유자', '김가온')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: '저장 안 함' }).press('Enter')
    await expect(panel(page)).toHaveCount(0)
    await expect.poll(() => isCellInputFocused(page)).toBe(true)
    await expect(cell(page, 3, owner)).toHaveText('소유자 4')
  })

  test('a text that stands for no value is told under its field, and saving leads to it', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '등기예정일', '내년쯤')
    await page.keyboard.press('Tab')
    await expect(field(page, '등기예정일')).toHaveAccessibleDescription(/날짜는 2026-01-31 형식으로 입력해 주세요/)
    await expect(field(page, '등기예정일')).toHaveAttribute('aria-invalid', 'true')
    await panel(page).getByRole('tab', { name: /비고/ }).click()
    await write(page, '비고 1', '급함')
    await page.keyboard.press('Control+S')
    await expect(field(page, '등기예정일')).toBeFocused()
    await expect(field(page, '등기예정일')).toHaveValue('내년쯤')
    await expect(panel(page).getByText('확인할 항목이 1개 있습니다.')).toBeVisible()
    expect(await acts(page)).toEqual([])
    await page.keyboard.press('Control+A')
    await page.keyboard.type('20261231')
    await page.keyboard.press('Control+S')
    await expect.poll(() => acts(page)).toEqual(['3:regi_date=2026-12-31 3:extra_0=급함'])
  })

  test('what could not be kept stays with the reason and can be saved again', async ({ openDetail }) => {
    const page = await openDetail('refuse')
    await openRow(page, 3)
    await write(page, '소유자', '김가온')
    await page.keyboard.press('Control+S')
    await expect(field(page, '소유자')).toHaveAccessibleDescription(/이 기기에 저장하지 못했습니다/)
    await expect(cell(page, 3, owner)).toHaveText('김가온, 확인 필요')
    await page.evaluate(() => window.detailHarness.keep())
    await button(page, '저장').press('Enter')
    await expect.poll(() => acts(page)).toEqual(['3:owner=김가온'])
    await expect(title(page)).toBeFocused()
  })
})

test.describe('a colleague', () => {
  test("'s change shows at once where nobody types", async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await page.evaluate(() => window.detailHarness.arrive(3, 'owner', '박다온'))
    await expect(field(page, '소유자')).toHaveValue('박다온')
    await expect(button(page, '저장')).toHaveCount(0)
  })

  test("'s change takes nothing away from what is being typed, and both values stand side by side", async ({
    openDetail,
  }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '보수료', '5000')
    await page.evaluate(() => window.detailHarness.arrive(3, 'fees', 770_000))
    await expect(field(page, '보수료')).toHaveValue('5000')
    await expect(panel(page).getByText('그사이 저장된 값: 770,000')).toBeVisible()
    await button(page, '보수료: 내 값 유지').press('Enter')
    await expect(panel(page).getByText(/그사이 저장된 값/)).toHaveCount(0)
    await page.keyboard.press('Control+S')
    await expect.poll(() => acts(page)).toEqual(['3:fees=5000'])
    expect(await page.evaluate(() => window.detailHarness.acts[0]?.changes[0]?.old)).toBe(770_000)
  })

  test("'s value can be taken instead, and an undecided change goes out as what its author saw", async ({
    openDetail,
  }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await write(page, '보수료', '5000')
    await page.evaluate(() => window.detailHarness.arrive(3, 'fees', 770_000))
    await button(page, '보수료: 저장된 값 사용').press('Enter')
    await expect(field(page, '보수료')).toHaveValue('770,000')
    await expect(field(page, '보수료')).toBeFocused()
    await write(page, '소유자', '김가온')
    await page.evaluate(() => window.detailHarness.arrive(3, 'owner', '박다온'))
    await page.keyboard.press('Control+S')
    await expect.poll(() => acts(page)).toEqual(['3:owner=김가온'])
    expect(await page.evaluate(() => window.detailHarness.acts[0]?.changes[0]?.old)).toBe('소유자 4')
  })

  test("'s conflicting value is settled in the panel as in the cell", async ({ openDetail }) => {
    const page = await openDetail('states')
    await openRow(page, 4)
    const card = panel(page).getByRole('group', { name: '겹친 수정' })
    await expect(card).toContainText('550,000')
    await card.getByRole('button', { name: '상대 값 사용' }).press('Enter')
    expect(
      await page.evaluate(() => window.detailHarness.settled.map(({ key, choice }) => `${key}:${choice}`)),
    ).toEqual(['fees:theirs'])
    await openRow(page, 3)
    await expect(field(page, '보수료')).toHaveAccessibleDescription(/0 이상으로 입력해 주세요/)
  })
})
