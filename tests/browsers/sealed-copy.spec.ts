import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { pin } from '../e2e/support/sealed-copy.ts'
import { goOffline, openCaseBook, readPurpose, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { button, field, heading } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('a sealed copy opens with its PIN after a restart without a server, and sends what waits', async ({
  office,
  colleague,
  device,
  staffTab: tab,
}) => {
  await makeCases(colleague, '봉함')
  await tab.open(`${office.url}/account/devices`)
  // Until the list of devices is there, the button moves.
  await waitUntilCopied(tab)
  await tab.click(button('PIN으로 잠그기'))
  await tab.fill(field('새 PIN'), pin)
  await tab.fill(field('새 PIN 확인'), pin)
  await tab.press('Enter')
  await tab.see(button('지금 잠그기'), 60_000)
  await openCaseBook(tab, office, '봉함')
  await goOffline(tab, office)
  await typeIntoPurpose(tab, '봉함1', '봉하고 고침')
  await tab.see('대기 1')
  await device.kill()

  const morning = await device.start()
  await morning.open(`${office.url}/services/real-estate?tab=table&search=${encodeURIComponent('봉함')}`)
  await morning.see(heading('오프라인 사본이 잠겨 있습니다'))
  await morning.fill(field('PIN'), '000000')
  await morning.press('Enter')
  await morning.see(/4번 더 틀리면/)
  await morning.fill(field('PIN'), pin)
  await morning.click(button('잠금 해제'))
  await expect.poll(() => readPurpose(morning, '봉함1')).toContain('봉하고 고침')
  office.network.setReachable(true)
  await expect
    .poll(async () => (await listOwnCases(colleague, '봉함')).map(({ purpose, version }) => [purpose, version]))
    .toEqual([['봉하고 고침', 2]])
})
