import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { OptionCreator } from '#app/ui/data-table/data-table-props.ts'
import { openTable } from './table-harness.tsx'
import { cell, cellInput, getActiveCell, insertText, listEdits, press } from './table-steps.ts'

const group = (index: number) => `00000000-0000-7000-9000-00000000000${index}`
const matches = () => page.getByText('한 번 더 누르면 첫 항목이 들어갑니다.', { exact: false })

test('Enter and Tab accept the only match of the typed text, by a part of its name or by 초성', async () => {
  const table = await openTable()
  await cell(4, 0).click()
  await insertText('가람')
  await press('Enter')
  await expect.poll(getActiveCell).toBe('5-0')
  await insertText('ㄴㄹㅈ')
  await press('Tab')
  await expect.poll(getActiveCell).toBe('5-1')
  expect(listEdits(table)).toEqual([`4:group_id=${group(2)}`, `5:group_id=${group(3)}`])
  await expect.element(cell(4, 0)).toMatchTextContent('가람동 도로확장')
})

test.each(['Enter', 'Tab'])(
  'of several matches the first %s highlights one and says how many; the second accepts it',
  async (key) => {
    const table = await openTable()
    await cell(2, 0).click()
    await insertText('솔빛')
    await press(key)
    await expect.element(matches()).toMatchTextContent('맞는 항목이 2건입니다.')
    expect(getActiveCell()).toMatch(/option-0$/)
    await press(key)
    expect(listEdits(table)).toEqual([`2:group_id=${group(0)}`])
  },
)

test('after that, an arrow chooses another match and more typing narrows', async () => {
  const table = await openTable()
  await cell(2, 0).click()
  await insertText('솔빛')
  await press('Enter', 'ArrowDown')
  await expect.element(matches()).not.toBeInTheDocument()
  await press('Enter')
  await cell(6, 0).click()
  await insertText('솔빛')
  await press('Tab')
  await insertText('마을 2')
  await expect.element(matches()).not.toBeInTheDocument()
  await press('Tab')
  expect(listEdits(table)).toEqual([`2:group_id=${group(1)}`, `6:group_id=${group(1)}`])
})

test('never replaces a name with a record that only contains the text elsewhere', async () => {
  const table = await openTable()
  await cell(2, 0).click()
  await insertText('미래신탁')
  await press('Enter')
  expect(listEdits(table)).toEqual([])
  await expect.element(matches()).toMatchTextContent('맞는 항목이 2건입니다.')
})

test('replaces a text without matches with what is typed next', async () => {
  const table = await openTable()
  await cell(4, 0).click()
  await insertText('없는 이름')
  await press('Enter')
  await expect.element(page.getByText('목록에 있는 값을 선택해 주세요.', { exact: false }).last()).toBeVisible()
  await insertText('가람')
  await expect.element(cellInput()).toHaveValue('가람')
  await press('Enter')
  expect(listEdits(table)).toEqual([`4:group_id=${group(2)}`])
})

test('Tab on the line that creates a record creates it and continues in the entry line', async () => {
  const makeGroup = vi.fn<OptionCreator['make']>(async () => ({ value: group(1), label: '새터 3구역' }))
  await openTable({ makeGroup })
  await cell(-1, 0).click()
  await insertText('새터 3구역')
  await press('Tab')
  await expect.poll(getActiveCell).toBe('-1-1')
  expect(makeGroup).toHaveBeenCalledExactlyOnceWith('새터 3구역')
  await commands.typeText('Kim')
  await expect.element(cellInput()).toHaveValue('Kim')
})

test('letters meant for the next cells after a prompt create no record', async () => {
  const makeGroup = vi.fn<OptionCreator['make']>(async () => ({ value: group(1), label: '새터 3구역' }))
  await openTable({ makeGroup })
  await cell(-1, 0).click()
  await insertText('솔빛')
  await press('Enter')
  await insertText('12/30')
  await press('Enter')
  await expect.element(page.getByText('한 번 더 누르면 새로 만듭니다.')).toBeVisible()
  await insertText('김하나')
  await expect.element(cellInput()).toHaveValue('김하나')
  await press('Control+Enter')
  await expect.element(page.getByText('한 번 더 누르면 새로 만듭니다.')).toBeVisible()
  expect(makeGroup).not.toHaveBeenCalled()
  await press('Enter')
  expect(makeGroup).toHaveBeenCalledExactlyOnceWith('김하나')
})

test('restores the typed text in its cell when a form is abandoned', async () => {
  await openTable({ makeGroup: async () => null })
  await cell(-1, 0).click()
  await insertText('새터 3구역')
  await press('Enter')
  await expect.element(cellInput()).toHaveValue('새터 3구역')
  expect(getActiveCell()).toMatch(/option-0$/)
})

test('marks a free text that nobody used before as new and accepts it as typed', async () => {
  const table = await openTable()
  const note = page.getByText('처음 쓰는 값입니다.')
  await cell(4, 7).click()
  await insertText('가등기')
  await expect.element(note).toBeVisible()
  await press('Escape')
  await expect.element(note).not.toBeInTheDocument()
  expect(getActiveCell()).toBe('4-7')
  await insertText('가등기')
  await press('Enter')
  await expect.poll(getActiveCell).toBe('5-7')
  expect(listEdits(table)).toEqual(['4:purpose=가등기'])
})

test('Enter skips fields carried over from the previous record', async () => {
  const table = await openTable({ carries: ['group_id', 'regi_date'] })
  await cell(-1, 0).click()
  await insertText('가람')
  await press('Enter')
  await commands.typeText('Kim 0')
  await press('Enter')
  await commands.typeText('2026-03-02')
  await press('Enter')
  await commands.typeText('100')
  await press('Control+Enter')
  for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await expect.poll(getActiveCell).toBe('-1-1')
    await commands.typeText(`Kim ${index}`)
    await press('Enter')
    await commands.typeText(`${index}00`)
    await press('Control+Enter')
  }
  await expect.poll(() => table.added.length).toBe(10)
  expect(table.added.at(-1)).toEqual({ group_id: group(2), owner: 'Kim 9', regi_date: '2026-03-02', fees: 900 })
})

test('Tab stops at a carried value, which typing replaces', async () => {
  const table = await openTable({ carries: ['group_id', 'regi_date'] })
  await cell(-1, 0).click()
  await insertText('가람')
  await press('Tab')
  for (const day of ['2026-03-02', '2026-03-03']) {
    await commands.typeText('Kim')
    await press('Tab')
    await expect.poll(getActiveCell).toBe('-1-2')
    await commands.typeText(day)
    await press('Tab')
    await expect.poll(getActiveCell).toBe('-1-3')
    await press('Control+Enter')
    await expect.poll(getActiveCell).toBe('-1-1')
  }
  expect(table.added.map((draft) => draft['regi_date'])).toEqual(['2026-03-02', '2026-03-03'])
  await press('Tab')
  await expect.element(page.getByText('바로 전 기록에서 이어진 값입니다. Esc로 지웁니다.').last()).toBeVisible()
  await press('Tab', 'Shift+Tab', 'Shift+Tab')
  await expect.poll(getActiveCell).toBe('-1-1')
})

test('Ctrl+Z right after Esc brings the carried values of the entry line back', async () => {
  const table = await openTable({ carries: ['group_id'] })
  await cell(-1, 0).click()
  await insertText('가람')
  await press('Tab', 'Control+Enter')
  await expect.poll(() => table.added.length).toBe(1)
  await expect.element(cell(-1, 0)).toMatchTextContent('가람동 도로확장')
  await press('Escape')
  await expect.element(cell(-1, 0)).not.toMatchTextContent('가람동 도로확장')
  await press('Control+Z')
  await expect.element(cell(-1, 0)).toMatchTextContent('가람동 도로확장')
  expect(table.history).toEqual([])
  await press('Control+Z')
  await expect.poll(() => table.history).toEqual(['undo'])
})

test('Enter and Tab in the entry line skip cells that are not typed', async () => {
  await openTable()
  for (const key of ['Enter', 'Tab']) {
    await cell(-1, 8).click()
    await commands.typeText('12')
    await press(key)
    await expect.poll(getActiveCell).toBe('-1-10')
  }
})
