import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose } from './support/office-pages.ts'
import { caseCell } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('edits a cell of the case book with the keyboard, in Hangul', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '자판', 2)
  await openCaseBook(tab, office, '자판')
  await tab.click(caseCell('자판1', '소유자'))
  await tab.press('ArrowDown')
  await tab.press('ArrowUp')
  await tab.click(caseCell('자판1', '등기목적'))
  await tab.press('F2')
  await tab.press('Control+a')
  await tab.type('상속에 의한 이전')
  await tab.press('Enter')
  await tab.type('말소')
  await tab.press('Tab')
  const listPurposes = async () => (await listOwnCases(colleague, '자판')).map(({ purpose }) => purpose)
  await expect.poll(listPurposes).toEqual(['상속에 의한 이전', '말소'])
  expect(await readPurpose(tab, '자판1')).toContain('상속에 의한 이전')
})
