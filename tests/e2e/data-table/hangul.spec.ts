import { expect, test } from './harness-server.ts'
import { cellEditors, fieldEditors, geul, han } from './hangul-editors.ts'
import type { Syllable } from './hangul-editors.ts'
import { activePlace, cell, edits, hangulKeyboard, isCellInputFocused, options, cellInput } from './table-steps.ts'
import type { InputMethod } from './table-steps.ts'

const owner = 1

test('the first 자모 on a cell at rest is composed whole', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 3, owner).click()
  await ime.compose('ㅎ', '하', '한')
  await expect(cellInput(page)).toHaveValue('한')
  await ime.accept('한')
  await ime.compose('ㄱ', '그', '글')
  await ime.accept('글')
  await page.keyboard.press('Enter')
  expect(await edits(page)).toEqual(['3:owner=한글'])
  expect(await activePlace(page)).toBe('4-1')
})

for (const [key, code, place] of [
  ['Enter', 'Enter', '4-1'],
  ['Tab', 'Tab', '3-2'],
  ['ArrowDown', 'ArrowDown', '4-1'],
  ['ArrowRight', 'ArrowRight', '3-2'],
] as const) {
  test(`${key} during composition belongs to the input method; the one after it commits`, async ({ openTable }) => {
    const page = await openTable()
    const ime = await hangulKeyboard(page)
    await cell(page, 3, owner).click()
    await ime.compose('ㄱ', '가', '강')
    await ime.press229(key, code)
    expect(await edits(page)).toEqual([])
    expect(await activePlace(page)).toBe('3-1')
    await expect(cellInput(page)).toHaveValue('강')
    await ime.accept('강')
    await page.keyboard.press(key)
    expect(await edits(page)).toEqual(['3:owner=강'])
    expect(await activePlace(page)).toBe(place)
  })
}

test('Escape during composition cancels nothing; the one after it cancels the edit', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 3, owner).click()
  await ime.compose('ㄱ', '가')
  await ime.press229('Escape', 'Escape')
  await expect(cellInput(page)).toHaveValue('가')
  await ime.accept('가')
  await page.keyboard.press('Escape')
  expect(await edits(page)).toEqual([])
  await expect(cell(page, 3, owner)).toHaveText('소유자 4')
})

test('a click elsewhere during composition commits the whole syllable, once, and the focus goes to the cell clicked', async ({
  openTable,
}) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 3, owner).click()
  await ime.compose('ㄱ', '가', '강')
  await cell(page, 7, owner).click()
  await expect.poll(() => edits(page)).toEqual(['3:owner=강'])
  await expect.poll(() => activePlace(page)).toBe('7-1')
  await expect.poll(() => isCellInputFocused(page)).toBe(true)
  await expect(cellInput(page)).toHaveValue('')
  await ime.compose('ㄴ', '나')
  await ime.accept('나')
  await page.keyboard.press('Enter')
  expect(await edits(page)).toEqual(['3:owner=강', '7:owner=나'])
})

test('leaving the table during composition commits the whole syllable', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 3, owner).click()
  await ime.compose('ㄱ', '가', '강')
  await page.getByRole('button', { name: '표 앞의 단추' }).click()
  await expect.poll(() => edits(page)).toEqual(['3:owner=강'])
})

test('a list follows the syllable while it is being composed', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 0, 0).click()
  await ime.compose('ㄴ', '나')
  await expect(options(page)).toHaveText(['나래지구 택지개발미래신탁'])
  await ime.press229('Enter', 'Enter')
  expect(await edits(page)).toEqual([])
  await ime.accept('나')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 0)).toContainText('나래지구 택지개발')
})

test('money, days and choices take Hangul as it is composed and judge it only at the end', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 3, 2).click()
  await ime.compose('ㅇ', '오')
  await ime.accept('오')
  await ime.compose('ㄴ', '느', '늘')
  await ime.accept('늘')
  await page.keyboard.press('Enter')
  await cell(page, 3, 3).click()
  await ime.compose('ㅎ', '하')
  await ime.accept('하')
  await page.keyboard.press('Enter')
  // What is no amount stays where it was typed, with the reason.
  await expect(page.locator('[data-anchored]')).toContainText('금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.')
  expect(await edits(page)).toEqual(['3:regi_date=2026-11-20'])
})

/** Composes syllable by syllable, and lets the keys that an input method keeps for itself pass in the middle of the last one. */
async function composeWhole(ime: InputMethod, syllables: readonly Syllable[], whileComposing: () => Promise<void>) {
  for (const [at, [steps, whole]] of syllables.entries()) {
    await ime.compose(...steps)
    if (at === syllables.length - 1) await whileComposing()
    await ime.accept(whole)
  }
}

const imeKeys = [
  ['Enter', 'Enter'],
  ['Escape', 'Escape'],
  ['Tab', 'Tab'],
  ['ArrowDown', 'ArrowDown'],
  ['Backspace', 'Backspace'],
] as const

for (const { kind, at, before = '', syllables, text, edits: wanted, onClick } of cellEditors) {
  test(`the editor of ${kind} takes the first 자모 and leaves the keys of a composition alone`, async ({
    openTable,
  }) => {
    const page = await openTable()
    const ime = await hangulKeyboard(page)
    const [row, column] = at
    await cell(page, row, column).click()
    await page.keyboard.type(before)
    await composeWhole(ime, syllables, async () => {
      const composed = await cellInput(page).inputValue()
      for (const [key, code] of imeKeys) await ime.press229(key, code)
      expect(await edits(page)).toEqual([])
      expect(await activePlace(page)).toMatch(new RegExp(`^(${row}-${column}|.*option-\\d+)$`))
      await expect(cellInput(page)).toHaveValue(composed)
    })
    await expect(cellInput(page)).toHaveValue(text)
    await page.keyboard.press('Enter')
    await expect.poll(() => edits(page)).toEqual(wanted)
    if (wanted.length === 0) await expect(cellInput(page)).toHaveValue(text)
  })

  test(`a click elsewhere during composition in the editor of ${kind} ends the edit once, with the syllable whole`, async ({
    openTable,
  }) => {
    const page = await openTable()
    const ime = await hangulKeyboard(page)
    const [row, column] = at
    await cell(page, row, column).click()
    await page.keyboard.type(before)
    for (const [steps, whole] of syllables.slice(0, -1)) {
      await ime.compose(...steps)
      await ime.accept(whole)
    }
    await ime.compose(...(syllables.at(-1)?.[0] ?? []))
    await cell(page, row + 3, 1).click({ position: { x: 4, y: 20 } })
    await expect.poll(() => activePlace(page)).toBe(`${row + 3}-1`)
    await expect.poll(() => isCellInputFocused(page)).toBe(true)
    await expect(cellInput(page)).toHaveValue('')
    expect(await edits(page)).toEqual(onClick ?? wanted)
    expect(await page.evaluate(() => window.harness.acts.length)).toBe((onClick ?? wanted).length)
  })
}

test('a long text takes a second line between two syllables', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 5, 4).click()
  await composeWhole(ime, [han], async () => ime.press229('Enter', 'Enter'))
  await page.keyboard.press('Alt+Enter')
  await composeWhole(ime, [geul], async () => ime.press229('Enter', 'Enter'))
  await expect(cellInput(page)).toHaveValue('한\n글')
  await page.keyboard.press('Enter')
  expect(await edits(page)).toEqual(['5:address=한\n글'])
})

test('the preview of a paste is not agreed to by an Enter of the input method', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 5, 3).click()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '하나\r\n둘\r\n')
    document
      .querySelector('[data-cell-input]')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const preview = page.getByRole('dialog')
  await preview.waitFor()
  await ime.press229('Enter', 'Enter')
  await expect(preview).toBeVisible()
  expect(await edits(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect.poll(() => isCellInputFocused(page)).toBe(true)
  await composeWhole(ime, [[['ㅇ', '오'], '오']], () => Promise.resolve())
  await expect(cellInput(page)).toHaveValue('오')
})

for (const field of fieldEditors) {
  test(`${field.kind} takes Hangul whole, and the keys of a composition neither answer nor close it`, async ({
    page,
    harnessUrl,
  }) => {
    await page.goto(`${harnessUrl}${field.page}`)
    await cell(page, 0, 1).waitFor()
    const ime = await hangulKeyboard(page)
    const input = await field.open(page)
    await input.focus()
    await composeWhole(ime, [han, geul], async () => {
      await ime.press229('Enter', 'Enter')
      await ime.press229('Process', 'Escape')
      await expect(input).toHaveValue('한글')
      await expect(input).toBeFocused()
      if (field.stillOpen) await expect(field.stillOpen(page)).toBeVisible()
    })
    await expect(input).toHaveValue('한글')
  })
}

test('the entry line composes in every kind of cell, and only a plain Ctrl+Enter adds', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, -1, 0).click()
  await composeWhole(ime, [[['ㄴ', '나'], '나']], async () => ime.press229('Enter', 'Enter'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(cell(page, -1, 0)).toHaveText('나래지구 택지개발')
  expect(await activePlace(page)).toBe('-1-1')
  await composeWhole(ime, [han], async () => ime.press229('Enter', 'Enter'))
  await page.keyboard.press('Tab')
  await composeWhole(
    ime,
    [
      [['ㅇ', '오'], '오'],
      [['ㄴ', '느', '늘'], '늘'],
    ],
    async () => ime.press229('Tab', 'Tab'),
  )
  await page.keyboard.press('Enter')
  await expect(cell(page, -1, 2)).toHaveText('2026.11.20')
  expect(await page.evaluate(() => window.harness.added.length)).toBe(0)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => page.evaluate(() => window.harness.added.map((draft) => draft['owner']))).toEqual(['한'])
})

test('the entry line takes the first 자모 as well', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, -1, owner).click()
  await ime.compose('ㅎ', '호', '홍')
  await ime.accept('홍')
  await page.keyboard.press('Enter')
  await expect(cell(page, -1, owner)).toHaveText('홍')
})
