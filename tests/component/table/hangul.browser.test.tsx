import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openFilters } from './filter-harness.tsx'
import {
  type CellEditor,
  cellEditors,
  composeWhole,
  dialogFields,
  type FieldEditor,
  filterFields,
  geul,
  han,
} from './hangul-editors.ts'
import { openTable, type TableHarness } from './table-harness.tsx'
import {
  cell,
  cellInput,
  getActiveCell,
  ime,
  isCellInputFocused,
  listEdits,
  options,
  press,
  readTexts,
} from './table-steps.ts'

const owner = 1

test('composes the first 자모 typed on a cell at rest completely', async () => {
  const table = await openTable()
  await cell(3, owner).click()
  await ime.compose('ㅎ', '하', '한')
  await expect.element(cellInput()).toHaveValue('한')
  await ime.accept('한')
  await ime.compose('ㄱ', '그', '글')
  await ime.accept('글')
  await press('Enter')
  expect(listEdits(table)).toEqual(['3:owner=한글'])
  expect(getActiveCell()).toBe('4-1')
})

test('Enter, Tab and arrows during composition belong to the input method; the next one commits', async () => {
  const table = await openTable()
  const expectedEdits: string[] = []
  for (const [row, key, place] of [
    [3, 'Enter', '4-1'],
    [5, 'Tab', '5-2'],
    [7, 'ArrowDown', '8-1'],
    [9, 'ArrowRight', '9-2'],
  ] as const) {
    await cell(row, owner).click()
    await ime.compose('ㄱ', '가', '강')
    await ime.press229(key, key)
    expect(listEdits(table), key).toEqual(expectedEdits)
    expect(getActiveCell(), key).toBe(`${row}-1`)
    await expect.element(cellInput()).toHaveValue('강')
    await ime.accept('강')
    await press(key)
    expectedEdits.push(`${row}:owner=강`)
    expect(listEdits(table), key).toEqual(expectedEdits)
    expect(getActiveCell(), key).toBe(place)
  }
})

test('Escape during composition cancels nothing; the next one cancels the edit', async () => {
  const table = await openTable()
  await cell(3, owner).click()
  await ime.compose('ㄱ', '가')
  await ime.press229('Escape', 'Escape')
  await expect.element(cellInput()).toHaveValue('가')
  await ime.accept('가')
  await press('Escape')
  expect(listEdits(table)).toEqual([])
  await expect.element(cell(3, owner)).toHaveTextContent('소유자 4')
})

test('a click elsewhere during composition commits the whole syllable once and focuses the clicked cell', async () => {
  const table = await openTable()
  await cell(3, owner).click()
  await ime.compose('ㄱ', '가', '강')
  await cell(7, owner).click()
  await expect.poll(() => listEdits(table)).toEqual(['3:owner=강'])
  await expect.poll(getActiveCell).toBe('7-1')
  await expect.poll(isCellInputFocused).toBe(true)
  await expect.element(cellInput()).toHaveValue('')
  await ime.compose('ㄴ', '나')
  await ime.accept('나')
  await press('Enter')
  expect(listEdits(table)).toEqual(['3:owner=강', '7:owner=나'])
  await cell(9, owner).click()
  await ime.compose('ㄷ', '다')
  await page.getByRole('button', { name: '표 앞의 단추' }).click()
  await expect.poll(() => listEdits(table).at(-1)).toBe('9:owner=다')
  expect(table.acts).toHaveLength(3)
})

test('filters a list by the syllable while it is composed', async () => {
  const table = await openTable()
  await cell(0, 0).click()
  await ime.compose('ㄴ', '나')
  await expect.poll(() => readTexts(options())).toEqual(['나래지구 택지개발미래신탁'])
  await ime.press229('Enter', 'Enter')
  expect(listEdits(table)).toEqual([])
  await ime.accept('나')
  await press('ArrowDown', 'Enter')
  await expect.element(cell(0, 0)).toMatchTextContent(/^나래지구 택지개발/)
})

test('a date accepts 오늘, and an invalid amount stays as typed with the reason', async () => {
  const table = await openTable()
  await cell(3, 2).click()
  await composeWhole([
    [['ㅇ', '오'], '오'],
    [['ㄴ', '느', '늘'], '늘'],
  ])
  await press('Enter')
  await cell(3, 3).click()
  await composeWhole([[['ㅎ', '하'], '하']])
  await press('Enter')
  await expect
    .element(page.getByCss('[data-anchored]'))
    .toHaveTextContent('금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.')
  expect(listEdits(table)).toEqual(['3:regi_date=2026-11-20'])
})

for (const editor of cellEditors) {
  test(`the cell editor for ${editor.kind} takes Hangul whole, and a click elsewhere ends the edit once`, async () => {
    const table = await openTable()
    const row = editor.row ?? 5
    const expectedEdits = await expectCompositionEndedByClick(table, editor, row)
    await expectCompositionKeepsItsKeys(table, editor, { row: row + 4, before: expectedEdits })
  })
}

async function expectCompositionEndedByClick(table: TableHarness, editor: CellEditor, row: number): Promise<string[]> {
  const { column, before = '', syllables, edit } = editor
  await cell(row, column).click()
  await commands.typeText(before)
  await composeWhole(syllables.slice(0, -1))
  await ime.compose(...(syllables.at(-1)?.[0] ?? []))
  // At its edge, because the open list may cover the middle.
  await cell(row + 3, owner).click({ position: { x: 4, y: 20 } })
  await expect.poll(getActiveCell).toBe(`${row + 3}-1`)
  await expect.poll(isCellInputFocused).toBe(true)
  await expect.element(cellInput()).toHaveValue('')
  const expectedEdits = edit === undefined || editor.choosesOnEnterOnly ? [] : [`${row}:${edit}`]
  expect(listEdits(table)).toEqual(expectedEdits)
  expect(table.acts).toHaveLength(expectedEdits.length)
  return expectedEdits
}

async function expectCompositionKeepsItsKeys(
  table: TableHarness,
  { column, before = '', syllables, text, edit }: CellEditor,
  at: { row: number; before: readonly string[] },
) {
  await cell(at.row, column).click()
  await commands.typeText(before)
  await composeWhole(syllables, async () => {
    const composed = (cellInput().element() as HTMLInputElement).value
    for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown', 'Backspace']) await ime.press229(key, key)
    expect(listEdits(table)).toEqual(at.before)
    expect(getActiveCell()).toMatch(new RegExp(`^(${at.row}-${column}|.*option-\\d+)$`))
    await expect.element(cellInput()).toHaveValue(composed)
  })
  await expect.element(cellInput()).toHaveValue(text)
  await press('Enter')
  const expectedEdits = edit === undefined ? at.before : [...at.before, `${at.row}:${edit}`]
  await expect.poll(() => listEdits(table)).toEqual(expectedEdits)
  await expect.element(cellInput()).toHaveValue(edit === undefined ? text : '')
}

test('Alt+Enter between two syllables starts a second line in a long text', async () => {
  const table = await openTable()
  await cell(5, 4).click()
  await composeWhole([han], () => ime.press229('Enter', 'Enter'))
  await press('Alt+Enter')
  await composeWhole([geul], () => ime.press229('Enter', 'Enter'))
  await expect.element(cellInput()).toHaveValue('한\n글')
  await press('Enter')
  expect(listEdits(table)).toEqual(['5:address=한\n글'])
})

test('Enter in the input method does not confirm the preview of a paste', async () => {
  const table = await openTable()
  await cell(5, 3).click()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', '하나\r\n둘\r\n')
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  cellInput().element().dispatchEvent(paste)
  const preview = page.getByRole('dialog')
  await expect.element(preview).toBeVisible()
  await ime.press229('Enter', 'Enter')
  await expect.element(preview).toBeVisible()
  expect(listEdits(table)).toEqual([])
  await press('Escape')
  await expect.element(preview).not.toBeInTheDocument()
  await expect.poll(isCellInputFocused).toBe(true)
  await composeWhole([[['ㅇ', '오'], '오']])
  await expect.element(cellInput()).toHaveValue('오')
})

test('keys during composition in a field of the filter bar neither submit nor close', async () => {
  await openFilters()
  for (const field of filterFields) {
    await expectFieldTakesHangul(field)
    await press('Escape')
  }
})

for (const field of dialogFields) {
  test(`the ${field.kind} takes Hangul whole, and keys of a composition do not close it`, () =>
    expectFieldTakesHangul(field))
}

async function expectFieldTakesHangul({ kind, open, stillOpen }: FieldEditor) {
  const input = await open()
  const element = await input.findElement()
  element.focus()
  await composeWhole([han, geul], async () => {
    await ime.press229('Enter', 'Enter')
    await ime.press229('Process', 'Escape')
    await expect.element(input, { message: kind }).toHaveValue('한글')
    await expect.element(input).toHaveFocus()
    await expect.element(stillOpen?.() ?? input).toBeVisible()
  })
  await expect.element(input).toHaveValue('한글')
}

test('composes in every kind of cell of the entry line, and only a plain Ctrl+Enter adds', async () => {
  const table = await openTable()
  await cell(-1, 0).click()
  await composeWhole([[['ㄴ', '나'], '나']], () => ime.press229('Enter', 'Enter'))
  await press('ArrowDown', 'Enter')
  await expect.element(cell(-1, 0)).toHaveTextContent('나래지구 택지개발')
  expect(getActiveCell()).toBe('-1-1')
  await composeWhole([han], () => ime.press229('Enter', 'Enter'))
  await press('Tab')
  await composeWhole(
    [
      [['ㅇ', '오'], '오'],
      [['ㄴ', '느', '늘'], '늘'],
    ],
    () => ime.press229('Tab', 'Tab'),
  )
  await press('Enter')
  await expect.element(cell(-1, 2)).toHaveTextContent('2026.11.20')
  await expect.element(cell(-1, owner)).toHaveTextContent('한')
  expect(table.added).toEqual([])
  await press('Control+Enter')
  await expect.poll(() => table.added.map((draft) => draft['owner'])).toEqual(['한'])
})
