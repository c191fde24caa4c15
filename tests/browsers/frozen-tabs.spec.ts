import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { button } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('another tab sends what the tab that sent has stored before its process was killed', async ({
  office,
  colleague,
  device,
  staffTab: first,
}) => {
  await makeCases(colleague, '꺼진탭', 1)
  await openCaseBook(first, office, '꺼진탭')
  await waitUntilCopied(first)
  const second = await device.openTab()
  await openCaseBook(second, office, '꺼진탭')
  office.network.setReachable(false)
  await typeIntoPurpose(first, '꺼진탭1', '꺼지기 전에')
  await second.see('대기 1')
  await device.crash(first)
  office.network.setReachable(true)
  await second.click(button('지금 동기화'))
  await second.see('대기 0', 120_000)
  await expect
    .poll(async () => (await listOwnCases(colleague, '꺼진탭')).map(({ purpose, version }) => [purpose, version]))
    .toEqual([['꺼지기 전에', 2]])
})
