import { expect, test } from './harness-server.ts'
import { activePlace, cell, edits, hangulKeyboard, isCellInputFocused, options, cellInput } from './table-steps.ts'

const owner = 1
const date = 2
const fees = 3

test.describe('a cell being edited', () => {
  test('typing replaces, Enter commits and goes down, Shift+Enter up', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 3, owner).click()
    await page.keyboard.type('Kim')
    await page.keyboard.press('Enter')
    expect(await activePlace(page)).toBe('4-1')
    await page.keyboard.type('Lee')
    await page.keyboard.press('Shift+Enter')
    expect(await activePlace(page)).toBe('3-1')
    expect(await edits(page)).toEqual(['3:owner=Kim', '4:owner=Lee'])
    await expect(cell(page, 3, owner)).toContainText('Kim')
  })

  test('Enter after Tabs returns to the column where they began', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 3, owner).click()
    await page.keyboard.type('A')
    await page.keyboard.press('Tab')
    await page.keyboard.type('11/20')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1,000')
    await page.keyboard.press('Enter')
    expect(await activePlace(page)).toBe('4-1')
    expect(await edits(page)).toEqual(['3:owner=A', '3:regi_date=2026-11-20', '3:fees=1000'])
  })

  test('arrows commit and move after typing, and move the caret after F2', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 3, owner).click()
    await page.keyboard.type('AB')
    await page.keyboard.press('ArrowRight')
    expect(await activePlace(page)).toBe('3-2')
    await cell(page, 4, owner).click()
    await page.keyboard.press('F2')
    await expect(cellInput(page)).toHaveValue('소유자 5')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('1')
    expect(await activePlace(page)).toBe('4-1')
    await page.keyboard.press('F2')
    await page.keyboard.press('ArrowDown')
    expect(await activePlace(page)).toBe('5-1')
    expect(await edits(page)).toEqual(['3:owner=AB', '4:owner=소유자 15'])
  })

  test('Escape drops what was typed, and an unchanged edit says nothing', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 3, owner).click()
    await page.keyboard.type('AB')
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
    await page.keyboard.press('Enter')
    expect(await edits(page)).toEqual([])
    await expect(cell(page, 3, owner)).toHaveText('소유자 4')
  })

  test('Alt+Enter writes a second line into text', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 3, owner).click()
    await page.keyboard.type('A')
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.type('B')
    await page.keyboard.press('Enter')
    expect(await edits(page)).toEqual(['3:owner=A\nB'])
  })

  test('money is typed as people write it, empty stays empty; what is no amount stays where it was typed, with the reason, and the old value stays', async ({
    openTable,
  }) => {
    const page = await openTable()
    await cell(page, 3, fees).click()
    for (const typed of ['1,234,000원', '38만']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('F2')
    await expect(cellInput(page)).toHaveValue('55000')
    await page.keyboard.press('Control+KeyA')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    const kept = ['3:fees=1234000', '4:fees=380000', '5:fees=null']
    expect(await edits(page)).toEqual(kept)
    await page.keyboard.type('abc')
    await page.keyboard.press('Enter')
    expect(await activePlace(page)).toBe(`6-${fees}`)
    await expect(page.locator('[data-anchored]')).toContainText('금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.')
    await cell(page, 7, owner).click()
    await expect(cell(page, 6, fees)).toContainText('abc')
    await expect(cell(page, 6, fees)).toHaveAttribute('aria-invalid', 'true')
    expect(await edits(page)).toEqual(kept)
  })

  test('a day that does not exist keeps the editor open and says why; leaving the cell keeps the text, marked', async ({
    openTable,
  }) => {
    const page = await openTable()
    await cell(page, 3, date).click()
    await page.keyboard.type('2026-02-30')
    await page.keyboard.press('Enter')
    expect(await activePlace(page)).toBe('3-2')
    await expect(page.locator('[data-anchored][id$="-notice"]')).toContainText(
      '날짜는 2026-01-31 형식으로 입력해 주세요.',
    )
    await cell(page, 6, owner).click()
    expect(await activePlace(page)).toBe('6-1')
    await expect(cell(page, 3, date)).toContainText('2026-02-30')
    await expect(cell(page, 3, date)).toHaveAttribute('aria-invalid', 'true')
    await cell(page, 3, date).click()
    await page.keyboard.press('Escape')
    await expect(cell(page, 3, date)).toHaveText('')
    expect(await edits(page)).toEqual([])
  })

  test('typing into a cell that takes no text says why nothing happens; moving through it says nothing', async ({
    openTable,
  }) => {
    const page = await openTable()
    const notice = page.locator('[data-anchored]')
    const number = 9
    await cell(page, 3, number).click()
    await page.keyboard.press('ArrowDown')
    await expect(notice).toHaveCount(0)
    for (const key of ['x', '1', 'Delete']) {
      await page.keyboard.press(key)
      await expect(notice).toHaveText('읽기 전용 셀이라 입력할 수 없습니다.')
      await expect(page.getByRole('status').filter({ hasText: '읽기 전용 셀' })).toHaveCount(1)
      await page.keyboard.press('ArrowDown')
      await expect(notice).toHaveCount(0)
    }
    const hangul = await hangulKeyboard(page)
    await hangul.press229('Process', 'KeyR')
    await expect(notice).toHaveText('읽기 전용 셀이라 입력할 수 없습니다.')
    expect(await edits(page)).toEqual([])
  })

  test('leaving the table commits after a moment', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 3, owner).click()
    await page.keyboard.type('AB')
    await page.getByRole('button', { name: '표 앞의 단추' }).click()
    await expect.poll(() => edits(page)).toEqual(['3:owner=AB'])
  })

  test('a value that could not be kept stays in the cell with the reason', async ({ openTable }) => {
    const page = await openTable('refuse')
    await cell(page, 3, owner).click()
    await page.keyboard.type('AB')
    await page.keyboard.press('Tab')
    await expect(cell(page, 3, owner)).toContainText('AB')
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('[data-anchored]')).toContainText('이 기기에 저장하지 못했습니다.')
  })

  test('a list finds by 초성 and never chooses by itself; its first Escape only closes it', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 4, 0).click()
    await page.keyboard.insertText('ㄱㄹㄷ')
    await expect(options(page)).toHaveText(['가람동 도로확장미래신탁'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(cellInput(page)).toHaveValue('ㄱㄹㄷ')
    await page.keyboard.press('Escape')
    expect(await edits(page)).toEqual([])
    await page.keyboard.insertText('ㄱㄹㄷ')
    await page.keyboard.press('Enter')
    await expect(page.getByText('목록에 있는 값을 선택해 주세요.').last()).toBeVisible()
    expect(await edits(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect((await edits(page)).map((edit) => edit.slice(0, 10))).toEqual(['4:group_id'])
    await expect(cell(page, 4, 0)).toContainText('가람동 도로확장')
    expect(await activePlace(page)).toBe('5-0')
  })

  test('F2 on a choice shows the whole list, arrows and a click take from it', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 0, 5).click()
    await page.keyboard.press('F2')
    await expect(options(page)).toHaveCount(4)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await cell(page, 1, 5).dblclick()
    await options(page).filter({ hasText: '완료' }).click()
    expect(await edits(page)).toEqual(['0:status=surveying', '1:status=completed'])
    expect(await isCellInputFocused(page)).toBe(true)
  })

  test('suggestions never stand in the way of free text', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, 0, 7).click()
    await page.keyboard.insertText('소유권')
    await expect(options(page)).toHaveCount(2)
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('ㄱㅈㄷ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await edits(page)).toEqual(['0:purpose=소유권'])
  })
})

test.describe('the entry line', () => {
  test('Enter and Tab go through its cells, Ctrl+Enter adds, and the first cell waits again', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, -1, 0).click()
    await page.keyboard.insertText('솔빛마을 2')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await activePlace(page)).toBe('-1-1')
    await page.keyboard.type('Kim')
    await page.keyboard.press('Tab')
    await page.keyboard.type('261120')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => activePlace(page)).toBe('-1-0')
    const added = await page.evaluate(() => window.harness.added)
    expect(added).toEqual([{ group_id: '00000000-0000-7000-9000-000000000001', owner: 'Kim', regi_date: '2026-11-20' }])
    await expect(cell(page, -1, owner)).toHaveText('')
  })

  test('without a group the draft stays and the reason stands at the cell', async ({ openTable }) => {
    const page = await openTable()
    await cell(page, -1, owner).click()
    await page.keyboard.type('Kim')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: '추가' }).click()
    await expect(page.locator('[data-anchored]')).toContainText('사업구간(그룹)을 선택하세요.')
    expect(await activePlace(page)).toBe('-1-0')
    await expect(cell(page, -1, owner)).toHaveText('Kim')
  })
})
