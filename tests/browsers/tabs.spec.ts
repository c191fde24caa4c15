import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { button } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('two tabs show the same data, and one takes over when the other closes while it sends', async ({
  office,
  colleague,
  device,
  staffTab: first,
}) => {
  await makeCases(colleague, '쌍탭', 2)
  await openCaseBook(first, office, '쌍탭', 2)
  const second = await device.openTab()
  await openCaseBook(second, office, '쌍탭', 2)
  await waitUntilCopied(first)
  office.network.setReachable(false)
  await typeIntoPurpose(first, '쌍탭1', '첫째 탭에서')
  await expect.poll(() => readPurpose(second, '쌍탭1')).toContain('첫째 탭에서')
  await typeIntoPurpose(second, '쌍탭2', '둘째 탭에서')
  await expect.poll(() => readPurpose(first, '쌍탭2')).toContain('둘째 탭에서')
  await second.see('대기 2')

  // The first tab opened first, so it sends; the delay lets the other one see it.
  office.network.setFaults(({ opId }) => (opId ? { kind: 'delay', ms: 10_000 } : { kind: 'pass' }))
  office.network.setReachable(true)
  await first.click(button('지금 동기화'))
  await second.see(/^전송 중 [12]$/)
  await first.close()
  office.network.setFaults(() => ({ kind: 'pass' }))
  await second.see('대기 0', 120_000)
  await expect
    .poll(async () => (await listOwnCases(colleague, '쌍탭')).map(({ purpose, version }) => [purpose, version]))
    .toEqual([
      ['첫째 탭에서', 2],
      ['둘째 탭에서', 2],
    ])
})
