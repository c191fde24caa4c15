import { findCaseRow, findCell, openCaseBook } from '../support/case-book.ts'
import { cellInput, openHangulKeyboard } from '../support/hangul-keyboard.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

for (const [how, key] of [
  ['Enter', 'Enter'],
  ['Tab', 'Tab'],
] as const) {
  test(`the first key on a selected cell starts a syllable, and ${how} saves the complete word @core`, async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, `한글${how}`)
    await openCaseBook(page, office.url, `?search=한글${how}`)
    const ime = await openHangulKeyboard(page)
    await findCell(findCaseRow(page, `한글${how}1`), '등기목적').click()
    await ime.compose('ㅅ', '사', '상')
    await expect(cellInput(page)).toHaveValue('상')
    await ime.accept('상')
    await ime.compose('ㅅ', '소', '속')
    await ime.press229(key, key)
    await expect(cellInput(page)).toHaveValue('상속')
    await ime.accept('속')
    await page.keyboard.press(key)
    await expect.poll(async () => (await listOwnCases(colleague, `한글${how}`))[0]?.purpose).toBe('상속')
    expect((await listOwnCases(colleague, `한글${how}`))[0]?.version).toBe(2)
  })
}
