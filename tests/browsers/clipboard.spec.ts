import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose, waitUntilCopied } from './support/office-pages.ts'
import { caseCell, field, link, role } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('cells are copied as text for other programs, and their lines are pasted into cells', async ({
  office,
  colleague,
  device,
  staffTab: table,
}) => {
  await makeCases(colleague, '표밖', 3)
  await openCaseBook(table, office, '표밖', 3)
  await waitUntilCopied(table)
  await table.click(caseCell('표밖1', '소유자'))
  await table.press('Shift+ArrowDown')
  await table.press('Control+c')
  // A field of a public page is the other program.
  const other = await device.openTab()
  await other.open(`${office.url}/contact`)
  // Until the app replaces the page that the server sent, a field loses what is typed.
  await other.see(link('업무 화면'))
  const message = field(/^문의 내용/)
  await other.click(message)
  await other.press('Control+v')
  await expect.poll(() => other.read(message)).toEqual(['표밖1 표밖2'])
  await other.press('Control+a')
  await other.type('첫째 목적')
  await other.press('Enter')
  await other.type('둘째 목적')
  await expect.poll(() => other.read(message)).toEqual(['첫째 목적 둘째 목적'])
  await other.press('Control+a')
  await other.press('Control+c')
  await other.close()

  await table.click(caseCell('표밖2', '등기목적'))
  await table.press('Control+v')
  await expect
    .poll(async () => (await listOwnCases(colleague, '표밖')).map(({ purpose }) => purpose))
    .toEqual(['소유권이전', '첫째 목적', '둘째 목적'])
})

test('the menu of a cell copies and cuts, and names the key where a page may not read the clipboard', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '차림표', 2)
  await openCaseBook(tab, office, '차림표', 2)
  await tab.click(caseCell('차림표1', '소유자'), { button: 'right' })
  await tab.click(role('menuitem', /^복사/))
  await tab.click(caseCell('차림표2', '등기목적'), { button: 'right' })
  await tab.click(role('menuitem', /^붙여넣기/))
  await tab.see(/^붙여넣기는 .*를 눌러 주세요/)
  await tab.press('Control+v')
  await expect.poll(() => readPurpose(tab, '차림표2')).toContain('차림표1')
})
