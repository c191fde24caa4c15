import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, waitUntilCopied } from './support/office-pages.ts'
import { button, caseCell, field } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('cells are copied as text for other programs, and their lines are pasted into cells', async ({
  office,
  colleague,
  device,
  staffTab: table,
}) => {
  await makeCases(colleague, '표밖', 3)
  await openCaseBook(table, office, '표밖')
  await waitUntilCopied(table)
  await table.click(caseCell('표밖1', '소유자'))
  await table.press('Shift+ArrowDown')
  await table.press('Control+c')
  // A field of a public page is the other program.
  const other = await device.openTab()
  await other.open(`${office.url}/contact`)
  // Until the app replaces the page that the server sent, a field loses what is typed.
  await other.see(button(/님 메뉴/))
  const message = field(/^문의 내용/)
  await other.click(message)
  await other.press('Control+v')
  await expect.poll(() => other.read(message)).toEqual(['표밖1 표밖2'])
  await other.press('Control+a')
  await other.type('첫째 목적')
  await other.press('Enter')
  await other.type('둘째 목적')
  await other.press('Control+a')
  await other.press('Control+c')
  await other.close()

  await table.click(caseCell('표밖2', '등기목적'))
  await table.press('Control+v')
  await expect
    .poll(async () => (await listOwnCases(colleague, '표밖')).map(({ purpose }) => purpose))
    .toEqual(['소유권이전', '첫째 목적', '둘째 목적'])
})
