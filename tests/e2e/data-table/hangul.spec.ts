import { expect, test } from './harness-server.ts'
import { activePlace, cell, edits, hangulKeyboard, isSinkFocused, options, sink } from './table-steps.ts'

const owner = 1

test('the first 자모 on a cell at rest is composed whole', async ({ openTable }) => {
  const page = await openTable()
  const ime = await hangulKeyboard(page)
  await cell(page, 3, owner).click()
  await ime.compose('ㅎ', '하', '한')
  await expect(sink(page)).toHaveValue('한')
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
    await expect(sink(page)).toHaveValue('강')
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
  await expect(sink(page)).toHaveValue('가')
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
  await expect.poll(() => isSinkFocused(page)).toBe(true)
  await expect(sink(page)).toHaveValue('')
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
  expect(await edits(page)).toEqual(['3:regi_date=2026-11-20', '3:fees=0'])
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
