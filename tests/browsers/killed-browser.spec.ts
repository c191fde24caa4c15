import { setTimeout as wait } from 'node:timers/promises'
import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { goOffline, openCaseBook, readPurpose, typeIntoPurpose } from './support/office-pages.ts'
import { expect, test } from './support/test.ts'

test('an edit that is shown as waiting survives a kill 0, 100 and 400 ms later', async ({
  office,
  colleague,
  device,
  staffTab,
}) => {
  const delays = [0, 100, 400]
  await makeCases(colleague, '툭꺼짐', delays.length)
  await openCaseBook(staffTab, office, '툭꺼짐')
  await goOffline(staffTab, office)
  let tab = staffTab
  for (const [index, delay] of delays.entries()) {
    const owner = `툭꺼짐${index + 1}`
    await typeIntoPurpose(tab, owner, `꺼지기 ${delay} ms 전`)
    await tab.see(`대기 ${index + 1}`)
    await wait(delay)
    await device.kill()
    tab = await device.start()
    await openCaseBook(tab, office, '툭꺼짐')
    await expect.poll(() => readPurpose(tab, owner)).toContain(`꺼지기 ${delay} ms 전`)
  }
  office.network.setReachable(true)
  await tab.see('동기화됨', 120_000)
  await expect
    .poll(async () => (await listOwnCases(colleague, '툭꺼짐')).map(({ purpose, version }) => [purpose, version]))
    .toEqual(delays.map((delay) => [`꺼지기 ${delay} ms 전`, 2]))
})
