import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { goOffline, openCaseBook, readPurpose, typeIntoPurpose } from './support/office-pages.ts'
import { caseRow } from './support/target.ts'
import { expect, test } from './support/test.ts'

const rows = [1, 2, 3, 4, 5]

test('five edits without a server survive a reload and a killed browser, and are sent exactly once', async ({
  office,
  colleague,
  device,
  staffTab: tab,
}) => {
  await makeCases(colleague, '밤일', rows.length)
  await openCaseBook(tab, office, '밤일', rows.length)
  await goOffline(tab, office)
  await office.kill()
  for (const row of rows) await typeIntoPurpose(tab, `밤일${row}`, `밤에 고침${row}`)
  await tab.see('대기 5')
  await tab.reload()
  for (const row of rows) await expect.poll(() => readPurpose(tab, `밤일${row}`)).toContain(`밤에 고침${row}`)

  await device.kill()
  const morning = await device.start()
  await openCaseBook(morning, office, '밤일', rows.length)
  for (const row of rows) await expect.poll(() => readPurpose(morning, `밤일${row}`)).toContain(`밤에 고침${row}`)
  await office.start()
  office.network.setReachable(true)
  await morning.see(caseRow('밤일1'))
  await morning.see('동기화됨', 120_000)
  await expect
    .poll(async () => (await listOwnCases(colleague, '밤일')).map(({ purpose, version }) => [purpose, version]))
    .toEqual(rows.map((row) => [`밤에 고침${row}`, 2]))
})
