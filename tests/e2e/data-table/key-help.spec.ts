import { commands } from '#app/ui/data-table/commands/key-commands.ts'
import { expect, ownPage, test } from './harness-server.ts'
import { activePlace, cell, edits, hangulKeyboard, isCellInputFocused, cellInput } from './table-steps.ts'

test('F1 opens the sheet of every key, searched by 초성, and Escape gives the focus back to the cell', async ({
  openTable,
}) => {
  const page = await openTable()
  await cell(page, 5, 1).click()
  await page.keyboard.press('F1')
  const sheet = page.getByRole('dialog', { name: '단축키' })
  await expect(sheet.getByRole('searchbox', { name: '단축키 찾기' })).toBeFocused()
  const count = Object.values(commands).flat().length
  await expect(sheet.getByRole('status')).toHaveText(`${count}개`)
  await expect(sheet.getByRole('term')).toHaveCount(count)
  await page.keyboard.type('ㅇㄹㄹ ㅊㅇㄱ')
  await expect(sheet.getByRole('term')).toHaveText(['아래로 채우기 (신규 줄에서는 바로 전 값)'])
  await page.keyboard.type('ㅋㅋ')
  await expect(sheet.getByText('찾는 단축키가 없습니다.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  expect(await isCellInputFocused(page)).toBe(true)
  expect(await activePlace(page)).toBe('5-1')
})

test('keys faster than the sheet opens are meant for it: Escape leaves what is being typed', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 5, 1).click()
  await page.keyboard.type('A')
  // In one go, before anything is drawn.
  await page.evaluate(() => {
    const press = (key: string, more: KeyboardEventInit = {}) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...more }),
      )
    press('F1')
    press('Enter')
    press('Escape')
  })
  await expect(page.getByRole('dialog', { name: '단축키' })).toHaveCount(0)
  expect(await edits(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await edits(page)).toEqual(['5:owner=A'])
})

test('the sheet opens by its button, and in the middle of an edit, which goes on behind it', async ({ openTable }) => {
  const page = await openTable()
  await page.getByRole('button', { name: '단축키 (F1)' }).click()
  await expect(page.getByRole('dialog', { name: '단축키' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => isCellInputFocused(page)).toBe(true)
  await cell(page, 5, 1).click()
  await page.keyboard.type('AB')
  await page.keyboard.press('F1')
  await page.getByRole('dialog', { name: '단축키' }).waitFor()
  // Longer than an editor without the focus waits before it commits.
  await page.waitForTimeout(400)
  expect(await edits(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(cellInput(page)).toBeFocused()
  await expect(cellInput(page)).toHaveValue('AB')
  await page.keyboard.type('C')
  await page.keyboard.press('Enter')
  expect(await edits(page)).toEqual(['5:owner=ABC'])
})

test('Enter goes down as in Excel once that is chosen, and the device remembers it', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 5, 1).click()
  await page.keyboard.press('F1')
  await page.getByLabel('엑셀처럼 Enter는 아래 셀로 갑니다').check()
  await page.keyboard.press('Escape')
  await page.reload()
  await cell(page, 5, 1).click()
  await page.keyboard.press('Enter')
  expect(await activePlace(page)).toBe('6-1')
  await expect(cellInput(page)).toHaveAttribute('data-mode', 'ready')
  await page.keyboard.press('F2')
  await expect(cellInput(page)).toHaveAttribute('data-mode', 'caret')
})

test('an opened list waits for keys; help, search and undo are heard from anywhere on the screen, and the search leads to what it found', async ({
  page,
  harnessUrl,
}) => {
  const searchBox = page.getByRole('searchbox', { name: '검색', exact: true })
  const sheet = page.getByRole('dialog', { name: '단축키' })
  const taken = () => page.evaluate(() => window.filterHarness.history)
  await page.goto(`${harnessUrl}filters.html`)
  await cell(page, 5, 1).waitFor()
  expect(await isCellInputFocused(page)).toBe(true)
  expect(await activePlace(page)).toBe('0-0')
  await page.keyboard.press('ArrowDown')
  expect(await activePlace(page)).toBe('1-0')

  await test.step('from a button, from a filter, from nowhere', async () => {
    await page.getByRole('button', { name: '내보내기' }).focus()
    await page.keyboard.press('Control+KeyZ')
    await page.getByRole('combobox', { name: '소유자' }).focus()
    await page.keyboard.press('Control+Shift+KeyZ')
    expect(await taken()).toEqual(['undo', 'redo'])
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('F1')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Control+KeyZ')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    expect(await taken()).toEqual(['undo', 'redo'])
    await page.getByRole('button', { name: '내보내기' }).focus()
    await page.keyboard.press('Control+KeyF')
    await expect(searchBox).toBeFocused()
  })

  await test.step('a field in which something was typed undoes that', async () => {
    await page.keyboard.press('Control+KeyZ')
    expect(await taken()).toEqual(['undo', 'redo', 'undo'])
    await page.keyboard.type('x')
    await page.keyboard.press('Control+KeyZ')
    await expect(searchBox).toHaveValue('')
    expect(await taken()).toHaveLength(3)
  })

  await test.step('Enter of a composition only ends it; the next one, or ↓, goes to the first cell that matches', async () => {
    const ime = await hangulKeyboard(page)
    await ime.compose('ㅅ')
    await ime.press229('Enter', 'Enter')
    await expect(searchBox).toBeFocused()
    await ime.accept('ㅅ')
    await page.keyboard.insertText('ㅇㅈ 77')
    await page.keyboard.press('Enter')
    await expect.poll(() => isCellInputFocused(page)).toBe(true)
    expect(await activePlace(page)).toBe('0-1')
    await expect(cell(page, 0, 1).locator('mark')).toHaveText(['소유자', '77'])
    await page.keyboard.press('Control+KeyF')
    await page.keyboard.type('없음')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('데이터가 없습니다')).toBeVisible()
    await expect(searchBox).toBeFocused()
    await page.keyboard.press('Control+KeyA')
    await page.keyboard.type('12')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => isCellInputFocused(page)).toBe(true)
    await expect(cell(page, 0, 1).locator('mark')).toHaveText('12')
    await expect(cell(page, 0, 3).locator('mark')).toHaveCount(0)
  })
})

test('a list too tall for a browser becomes pages, and says so', async ({ page, harnessUrl }) => {
  await page.goto(`${harnessUrl}filters.html`)
  await cell(page, 5, 1).waitFor()
  await page.evaluate(() => window.filterHarness.pretendTotal(500_000))
  await expect(page.getByRole('button', { name: '무한스크롤' })).toHaveAttribute('aria-pressed', 'false')
  const messages = await page.evaluate(() => window.filterHarness.messages.map(({ text }) => text))
  expect(messages).toEqual(['한 번에 펼치기에는 행이 너무 많아 페이지로 나누어 보여 줍니다.'])
})

test('on a Mac the keys are written as they are printed there', ownPage, async ({ openTable, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/156',
    })
  })
  await openTable()
  await cell(page, 5, 1).click()
  await page.keyboard.press('F1')
  const sheet = page.getByRole('dialog', { name: '단축키' })
  await expect(sheet.getByText('⌘C', { exact: true })).toBeVisible()
  await expect(sheet.getByText('Ctrl+C', { exact: true })).toHaveCount(0)
})
