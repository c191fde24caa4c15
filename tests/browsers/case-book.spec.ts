import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readOwners, readPurpose, typeIntoPurpose } from './support/office-pages.ts'
import { button, caseCell, caseRow, dialog, field, role } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('edits cells of the case book with the keyboard, in Hangul', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '글쇠', 2)
  await openCaseBook(tab, office, '글쇠', 2)
  await tab.click(caseCell('글쇠1', '등기목적'))
  await tab.press('F2')
  await tab.press('Control+a')
  await tab.type('상속에 의한 이전')
  await tab.press('Enter')
  await tab.type('말소')
  await tab.press('Tab')
  const listPurposes = async () => (await listOwnCases(colleague, '글쇠')).map(({ purpose }) => purpose)
  await expect.poll(listPurposes).toEqual(['상속에 의한 이전', '말소'])
  expect(await readPurpose(tab, '글쇠1')).toContain('상속에 의한 이전')
})

test('undoes and redoes an edit with keys', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '무르기')
  await openCaseBook(tab, office, '무르기')
  const readOnServer = async () => (await listOwnCases(colleague, '무르기'))[0]?.purpose
  await typeIntoPurpose(tab, '무르기1', '잘못 고침')
  await expect.poll(readOnServer).toBe('잘못 고침')
  await tab.press('Control+z')
  await expect.poll(() => readPurpose(tab, '무르기1')).toContain('소유권이전')
  await expect.poll(readOnServer).toBe('소유권이전')
  await tab.press('Control+y')
  await expect.poll(readOnServer).toBe('잘못 고침')
})

test('copies a cell to another with the keys of the clipboard', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '오려붙임', 2)
  await openCaseBook(tab, office, '오려붙임', 2)
  await typeIntoPurpose(tab, '오려붙임1', '옮길 목적')
  await tab.click(caseCell('오려붙임1', '등기목적'))
  await tab.press('Control+c')
  await tab.press('ArrowDown')
  await tab.press('Control+v')
  await expect.poll(async () => (await listOwnCases(colleague, '오려붙임'))[1]?.purpose).toBe('옮길 목적')
})

test('finds cases by 초성 and keeps only those with the value of a cell', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '뷁꿹', 3)
  await openCaseBook(tab, office, '')
  await tab.fill(field('검색'), 'ㅂㄲ')
  await expect.poll(() => readOwners(tab)).toEqual(['뷁꿹1', '뷁꿹2', '뷁꿹3'])
  await tab.click(caseCell('뷁꿹2', '소유자'), { button: 'right' })
  await tab.click(role('menuitem', /^이 값으로 필터/))
  await expect.poll(() => readOwners(tab)).toEqual(['뷁꿹2'])
  await tab.reload()
  await expect.poll(() => readOwners(tab)).toEqual(['뷁꿹2'])
  await tab.click(button('필터 초기화'))
  await expect.poll(async () => (await readOwners(tab)).length).toBeGreaterThan(3)
})

test('edits a case in the panel next to the table', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '곁창')
  await openCaseBook(tab, office, '곁창')
  await tab.click(button(/행 상세$/, caseRow('곁창1')))
  await tab.click(role('tab', '비용'))
  await tab.fill(field('보수료'), '300000')
  await tab.click(button('저장'))
  await expect.poll(() => listOwnCases(colleague, '곁창')).toMatchObject([{ fees: 300_000, fees_vat: 30_000 }])
})

test('a dialog keeps the focus, and Escape returns it to the table', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '물음창')
  await openCaseBook(tab, office, '물음창')
  const question = dialog(/./)
  await tab.click(button(/행 삭제$/, caseRow('물음창1')))
  await tab.see(question)
  for (let step = 0; step < 4; step += 1) {
    await tab.press('Tab')
    await expect.poll(() => tab.isFocused(question), { message: `Tab ${step}` }).toBe(true)
  }
  await tab.press('Escape')
  await tab.seeGone(question)
  // The table listens in this field.
  await expect.poll(() => tab.isFocused({ css: 'textarea[aria-activedescendant]' })).toBe(true)
})
