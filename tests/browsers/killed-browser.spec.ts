import { setTimeout as wait } from 'node:timers/promises'
import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { goOffline, openCaseBook, readPurpose, typeIntoPurpose } from './support/office-pages.ts'
import { caseCell, caseRow } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('an edit that is shown as waiting survives a kill 0, 100 and 400 ms later', async ({
  office,
  colleague,
  device,
  staffTab,
}) => {
  const delays = [0, 100, 400]
  await makeCases(colleague, '툭꺼짐', delays.length)
  await openCaseBook(staffTab, office, '툭꺼짐', delays.length)
  await goOffline(staffTab, office)
  let tab = staffTab
  for (const [index, delay] of delays.entries()) {
    const owner = `툭꺼짐${index + 1}`
    await typeIntoPurpose(tab, owner, `꺼지기 ${delay} ms 전`)
    await tab.see(`대기 ${index + 1}`)
    await wait(delay)
    await device.kill()
    tab = await device.start()
    await openCaseBook(tab, office, '툭꺼짐', delays.length)
    await expect.poll(() => readPurpose(tab, owner)).toContain(`꺼지기 ${delay} ms 전`)
  }
  office.network.setReachable(true)
  await tab.see('동기화됨', 120_000)
  await expect
    .poll(async () => (await listOwnCases(colleague, '툭꺼짐')).map(({ purpose, version }) => [purpose, version]))
    .toEqual(delays.map((delay) => [`꺼지기 ${delay} ms 전`, 2]))
})

test('after a kill right after the last of four Enters, edits are there in their order and are sent once', async ({
  office,
  colleague,
  device,
  staffTab,
}) => {
  const rows = [1, 2, 3, 4]
  const delays = [0, 100, 400]
  await makeCases(colleague, '뚝끊김', rows.length)
  await openCaseBook(staffTab, office, '뚝끊김', rows.length)
  await goOffline(staffTab, office)
  let tab = staffTab
  const expected = rows.map(() => '소유권이전')
  const edits = rows.map(() => 0)
  for (const delay of delays) {
    await tab.click(caseCell('뚝끊김1', '등기목적'))
    const words = (row: number) => `${delay}에 고침${row}`
    for (const row of rows) {
      await tab.type(words(row))
      await tab.press('Enter')
    }
    await wait(delay)
    await device.kill()
    tab = await device.start()
    await openCaseBook(tab, office, '뚝끊김', rows.length)
    await tab.see(caseRow('뚝끊김4'))
    // A kill may cost the last edits, but never an earlier one than those that were kept.
    const shown = await Promise.all(rows.map((row) => readPurpose(tab, `뚝끊김${row}`)))
    const kept = rows.filter((row) => shown[row - 1]?.includes(words(row)))
    expect(kept).toEqual(rows.slice(0, kept.length))
    for (const row of kept) {
      expected[row - 1] = words(row)
      edits[row - 1] = (edits[row - 1] ?? 0) + 1
    }
    for (const row of rows) expect(shown[row - 1]).toContain(expected[row - 1])
  }
  office.network.setReachable(true)
  await tab.see('동기화됨', 120_000)
  await expect
    .poll(async () => (await listOwnCases(colleague, '뚝끊김')).map(({ purpose }) => purpose))
    .toEqual(expected)
  // Edits of one cell are sent as one, unless an earlier one may already be under way.
  const versions = (await listOwnCases(colleague, '뚝끊김')).map(({ version }) => version)
  for (const [index, version] of versions.entries()) expect(version).toBeLessThanOrEqual(1 + (edits[index] ?? 0))
})
