import { describe, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import {
  cell,
  cellInput,
  getActiveCell,
  ime,
  insertText,
  isCellInputFocused,
  listEdits,
  options,
  press,
  readText,
  readTexts,
} from './table-steps.ts'

const owner = 1
const date = 2
const fees = 3
const notice = page.getByCss('[data-anchored]')

describe('a cell being edited', () => {
  test('typing replaces, Enter commits and moves down, Shift+Enter up', async () => {
    const table = await openTable()
    await cell(3, owner).click()
    await commands.typeText('Kim')
    await press('Enter')
    expect(getActiveCell()).toBe('4-1')
    await commands.typeText('Lee')
    await press('Shift+Enter')
    expect(getActiveCell()).toBe('3-1')
    expect(listEdits(table)).toEqual(['3:owner=Kim', '4:owner=Lee'])
    await expect.element(cell(3, owner)).toMatchTextContent('Kim')
  })

  test('Enter after Tabs returns to the column where they began', async () => {
    const table = await openTable()
    await cell(3, owner).click()
    await commands.typeText('A')
    await press('Tab')
    await commands.typeText('11/20')
    await press('Tab')
    await commands.typeText('1,000')
    await press('Enter')
    expect(getActiveCell()).toBe('4-1')
    expect(listEdits(table)).toEqual(['3:owner=A', '3:regi_date=2026-11-20', '3:fees=1000'])
  })

  test('arrows commit and move after typing, and move the caret after F2', async () => {
    const table = await openTable()
    await cell(3, owner).click()
    await commands.typeText('AB')
    await press('ArrowRight')
    expect(getActiveCell()).toBe('3-2')
    await cell(4, owner).click()
    await press('F2')
    await expect.element(cellInput()).toHaveValue('소유자 5')
    await press('ArrowLeft')
    await commands.typeText('1')
    expect(getActiveCell()).toBe('4-1')
    await press('F2', 'ArrowDown')
    expect(getActiveCell()).toBe('5-1')
    expect(listEdits(table)).toEqual(['3:owner=AB', '4:owner=소유자 15'])
  })

  test('Escape discards the typed text, and an unchanged edit is not reported', async () => {
    const table = await openTable()
    await cell(3, owner).click()
    await commands.typeText('AB')
    await press('Escape', 'F2', 'Enter')
    expect(listEdits(table)).toEqual([])
    expect(readText(cell(3, owner))).toBe('소유자 4')
  })

  test('Alt+Enter starts a second line of text', async () => {
    const table = await openTable()
    await cell(3, owner).click()
    await commands.typeText('A')
    await press('Alt+Enter')
    await commands.typeText('B')
    await press('Enter')
    expect(listEdits(table)).toEqual(['3:owner=A\nB'])
  })

  test('accepts money as people write it, and keeps an invalid amount as typed with the reason', async () => {
    const table = await openTable()
    await cell(3, fees).click()
    for (const typed of ['1,234,000원', '38만']) {
      await commands.typeText(typed)
      await press('Enter')
    }
    await press('F2')
    await expect.element(cellInput()).toHaveValue('55000')
    await press('Control+KeyA', 'Backspace', 'Enter')
    const committed = ['3:fees=1234000', '4:fees=380000', '5:fees=null']
    expect(listEdits(table)).toEqual(committed)
    await commands.typeText('abc')
    await press('Enter')
    expect(getActiveCell()).toBe(`6-${fees}`)
    await expect.element(notice).toMatchTextContent('금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.')
    await cell(7, owner).click()
    await expect.element(cell(6, fees)).toMatchTextContent('abc')
    await expect.element(cell(6, fees)).toHaveAttribute('aria-invalid', 'true')
    expect(listEdits(table)).toEqual(committed)
  })

  test('stays open on an impossible date, and keeps the marked text when the cell is left', async () => {
    const table = await openTable()
    await cell(3, date).click()
    await commands.typeText('2026-02-30')
    await press('Enter')
    expect(getActiveCell()).toBe('3-2')
    await expect
      .element(page.getByCss('[data-anchored][id$="-notice"]'))
      .toMatchTextContent('2026년 2월에는 30일이 없습니다.')
    await cell(6, owner).click()
    expect(getActiveCell()).toBe('6-1')
    await expect.element(cell(3, date)).toMatchTextContent('2026-02-30')
    await expect.element(cell(3, date)).toHaveAttribute('aria-invalid', 'true')
    await cell(3, date).click()
    await press('Escape')
    await expect.element(cell(3, date)).toHaveTextContent('')
    expect(listEdits(table)).toEqual([])
  })

  test('explains why typing into a read-only cell does nothing, but not moving through it', async () => {
    const table = await openTable()
    const number = 9
    await cell(3, number).click()
    await press('ArrowDown')
    await expect.poll(() => notice.length).toBe(0)
    for (const key of ['x', '1', 'Delete']) {
      await press(key)
      await expect.element(notice).toHaveTextContent('읽기 전용 셀이라 입력할 수 없습니다.')
      await expect.poll(() => page.getByRole('status').filter({ hasText: '읽기 전용 셀' }).length).toBe(1)
      await press('ArrowDown')
      await expect.poll(() => notice.length).toBe(0)
    }
    await ime.press229('Process', 'KeyR')
    await expect.element(notice).toHaveTextContent('읽기 전용 셀이라 입력할 수 없습니다.')
    expect(listEdits(table)).toEqual([])
  })

  test('commits when the focus leaves the table', async () => {
    const table = await openTable()
    await cell(3, owner).click()
    await commands.typeText('AB')
    await page.getByRole('button', { name: '표 앞의 단추' }).click()
    await expect.poll(() => listEdits(table)).toEqual(['3:owner=AB'])
  })

  test('keeps a value that could not be stored in the cell with the reason', async () => {
    await openTable({ refusesEdits: true })
    await cell(3, owner).click()
    await commands.typeText('AB')
    await press('Tab')
    await expect.element(cell(3, owner)).toMatchTextContent('AB')
    await press('Shift+Tab')
    await expect.element(notice).toMatchTextContent('이 기기에 저장하지 못했습니다.')
  })

  test('finds list entries by 초성; the first Escape only closes the list', async () => {
    const table = await openTable()
    await cell(4, 0).click()
    await insertText('ㄱㄹㄷ')
    await expect.poll(() => readTexts(options())).toEqual(['가람동 도로확장미래신탁'])
    await press('Escape')
    await expect.poll(() => page.getByRole('listbox').length).toBe(0)
    await expect.element(cellInput()).toHaveValue('ㄱㄹㄷ')
    await press('Escape')
    expect(listEdits(table)).toEqual([])
  })

  test('F2 on a choice shows the whole list, from which arrows and a click choose', async () => {
    const table = await openTable()
    await cell(0, 5).click()
    await press('F2')
    await expect.poll(() => options().length).toBe(4)
    await press('ArrowDown', 'Tab')
    await cell(1, 5).dblClick()
    await options().filter({ hasText: '완료' }).click()
    expect(listEdits(table)).toEqual(['0:status=surveying', '1:status=completed'])
    expect(isCellInputFocused()).toBe(true)
  })

  test('completes free text that begins one suggestion, asks among several, and keeps any other', async () => {
    const table = await openTable()
    await cell(0, 7).click()
    await insertText('근저당')
    await expect.element(page.getByText('입력한 대로 쓰려면 Esc를 누르세요.')).toBeVisible()
    await press('Enter')
    await insertText('소유권')
    await expect.poll(() => options().length).toBe(2)
    await press('Enter')
    await expect.element(page.getByText(/^맞는 항목이 2건입니다\./)).toBeVisible()
    await press('Enter')
    await insertText('소유')
    await press('Escape', 'Enter')
    await insertText('보존')
    await press('Enter')
    expect(listEdits(table)).toEqual([
      '0:purpose=근저당권설정',
      '1:purpose=소유권이전',
      '2:purpose=소유',
      '3:purpose=보존',
    ])
  })

  test('letters typed after that question, meant for the next cell, wait for a second press', async () => {
    const table = await openTable()
    await cell(0, 7).click()
    await insertText('소유권')
    await press('Tab')
    await insertText('300000')
    await press('Tab')
    await expect.element(page.getByText('한 번 더 누르면 입력한 대로 들어갑니다.')).toBeVisible()
    expect(listEdits(table)).toEqual([])
    // The whole text is selected, so the value can be typed again.
    await insertText('소유권보존')
    await press('Tab')
    expect(listEdits(table)).toEqual(['0:purpose=소유권보존'])
  })
})

describe('the entry line', () => {
  test('Enter and Tab move through its cells, Ctrl+Enter adds, and the first cell is focused again', async () => {
    const table = await openTable()
    await cell(-1, 0).click()
    await insertText('솔빛마을 2')
    await press('ArrowDown', 'Enter')
    expect(getActiveCell()).toBe('-1-1')
    await commands.typeText('Kim')
    await press('Tab')
    await commands.typeText('261120')
    await press('Control+Enter')
    await expect.poll(getActiveCell).toBe('-1-0')
    expect(table.added).toEqual([
      { group_id: '00000000-0000-7000-9000-000000000001', owner: 'Kim', regi_date: '2026-11-20' },
    ])
    await expect.element(cell(-1, owner)).toHaveTextContent('')
  })

  test('Escape reverts an invalid text; 비우기 and Delete in the action column clear the line', async () => {
    await openTable()
    await cell(-1, 2).click()
    await commands.typeText('soon')
    await page.getByRole('button', { name: '표 앞의 단추' }).click()
    await expect.poll(() => readText(cell(-1, 2))).toContain('soon')
    await cell(-1, 2).click()
    await press('Escape')
    await expect.poll(() => readText(cell(-1, 2))).toBe('')
    for (const empty of [
      () => page.getByRole('button', { name: '신규 줄 비우기' }).click(),
      () => press('Control+Enter', 'End', 'Delete'),
    ]) {
      await cell(-1, owner).click()
      await commands.typeText('Kim')
      await press('Tab')
      await empty()
      await expect.poll(() => readText(cell(-1, owner))).toBe('')
    }
  })

  test('keeps the draft without a group and shows the reason at the cell', async () => {
    await openTable()
    await cell(-1, owner).click()
    await commands.typeText('Kim')
    await press('Tab')
    await page.getByRole('button', { name: '추가' }).click()
    await expect.element(notice).toMatchTextContent('사업구간(그룹)을 선택하세요.')
    expect(getActiveCell()).toBe('-1-0')
    expect(readText(cell(-1, owner))).toBe('Kim')
  })
})
