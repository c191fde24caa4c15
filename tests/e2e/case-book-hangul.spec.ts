import { hangulKeyboard, cellInput } from './support/hangul-keyboard.ts'
import { cellOf, openCaseBook, rowOf } from './support/case-book.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

for (const [how, key] of [
  ['Enter', 'Enter'],
  ['Tab', 'Tab'],
] as const) {
  test(`the first key on a resting cell starts a syllable, ${how} after it brings the whole name to the database @core`, async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, `한글${how}`)
    await openCaseBook(page, office.url, `?search=한글${how}`)
    const ime = await hangulKeyboard(page)
    await cellOf(rowOf(page, `한글${how}1`), '등기목적').click()
    await ime.compose('ㅅ', '사', '상')
    await expect(cellInput(page)).toHaveValue('상')
    await ime.accept('상')
    await ime.compose('ㅅ', '소', '속')
    await ime.press229(key, key)
    await expect(cellInput(page)).toHaveValue('상속')
    await ime.accept('속')
    await page.keyboard.press(key)
    await expect.poll(async () => (await casesOf(colleague, `한글${how}`))[0]?.purpose).toBe('상속')
    expect((await casesOf(colleague, `한글${how}`))[0]?.version).toBe(2)
  })
}

test('Escape during a composition takes nothing away; the next one leaves the cell as it was', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '한글취소')
  await openCaseBook(page, office.url, '?search=한글취소')
  const ime = await hangulKeyboard(page)
  const cell = cellOf(rowOf(page, '한글취소1'), '등기목적')
  await cell.click()
  await ime.compose('ㅁ', '마', '말')
  await ime.press229('Escape', 'Escape')
  await expect(cellInput(page)).toHaveValue('말')
  await ime.accept('말')
  await page.keyboard.press('Escape')
  await expect(cell).toHaveText('소유권이전')
  expect((await casesOf(colleague, '한글취소'))[0]).toMatchObject({ purpose: '소유권이전', version: 1 })
})

for (const [where, away] of [
  ['another cell', '소유자 주소'],
  ['a button of the screen', null],
] as const) {
  test(`a click on ${where} during a composition keeps the whole syllable, once`, async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    const name = away ? '한글옆칸' : '한글단추'
    await makeCases(colleague, name)
    await openCaseBook(page, office.url, `?search=${name}`)
    const ime = await hangulKeyboard(page)
    await cellOf(rowOf(page, `${name}1`), '등기목적').click()
    await ime.compose('ㅅ', '시', '신')
    if (away) await cellOf(rowOf(page, `${name}1`), away).click()
    else await page.getByRole('button', { name: '새로고침' }).click()
    await expect.poll(async () => (await casesOf(colleague, name))[0]?.purpose).toBe('신')
    expect((await casesOf(colleague, name))[0]?.version).toBe(2)
  })
}

test('the search box follows every 자모 of a syllable that is still being composed', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '훈민정음')
  await openCaseBook(page, office.url)
  const ime = await hangulKeyboard(page)
  await page.getByRole('searchbox', { name: '검색' }).click()
  for (const syllable of ['훈', '민', '정']) {
    await ime.compose(syllable)
    await ime.accept(syllable)
  }
  await ime.compose('ㅇ', '으')
  await expect(rowOf(page, '훈민정음1')).toBeVisible()
  await ime.accept('으')
  await expect(page.getByRole('searchbox', { name: '검색' })).toHaveValue('훈민정으')
})
