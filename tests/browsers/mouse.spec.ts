import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readOwners } from './support/office-pages.ts'
import { caseCell } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('a dragged range of cells is cleared with one key and restored by undo', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '끌어서', 3)
  await openCaseBook(tab, office, '끌어서', 3)
  await tab.drag(caseCell('끌어서1', '등기목적'), caseCell('끌어서3', '등기목적'))
  await tab.press('Delete')
  const readPurposes = async () => (await listOwnCases(colleague, '끌어서')).map(({ purpose }) => purpose ?? '')
  await expect.poll(readPurposes).toEqual(['', '', ''])
  await tab.press('Control+z')
  await expect.poll(readPurposes).toEqual(['소유권이전', '소유권이전', '소유권이전'])
})

test('the wheel scrolls through rows, and every position shows rows', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '굴려서', 60)
  await openCaseBook(tab, office, '굴려서', 60)
  const seen = new Set<string>()
  await expect
    .poll(async () => {
      await tab.wheel({ css: '[role=columnheader]', text: /^소유자$/ }, 300)
      for (const owner of await readOwners(tab)) seen.add(owner)
      return seen.size
    })
    .toBe(60)
})
