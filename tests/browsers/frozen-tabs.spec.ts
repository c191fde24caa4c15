import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import type { NetworkFault, PassingRequest } from '../support/servers/fault-proxy.ts'
import { openCaseBook, readPurpose, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { button } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('another tab takes over from a frozen one, which sends nothing again when it wakes', async ({
  office,
  colleague,
  device,
  engine,
  staffTab: first,
}) => {
  test.skip(engine === 'firefox', 'no system stops the process of a single Firefox tab')
  // WebKit may run the service worker in the stopped process, and then answers no request of
  // another page. So this device has none.
  const setFaults = (decide: (request: PassingRequest) => NetworkFault) =>
    office.network.setFaults((request) =>
      request.path === '/sw.js' ? { kind: 'status', status: 404 } : decide(request),
    )
  setFaults(() => ({ kind: 'pass' }))
  await makeCases(colleague, '얼음', 3)
  await openCaseBook(first, office, '얼음', 3)
  await first.see('동기화됨')
  const second = await device.openTab()
  await openCaseBook(second, office, '얼음', 3)
  await second.see('동기화됨')
  const listSent = () => office.network.requests.flatMap(({ writes }) => writes.map(({ opId }) => opId))

  // The first tab sends, and is stopped before it has received the response.
  setFaults(({ opId }) => (opId ? { kind: 'hang' } : { kind: 'pass' }))
  await typeIntoPurpose(first, '얼음1', '얼기 전에')
  await expect.poll(() => office.network.hanging()).toBe(1)
  const thaw = await device.freeze(first, second)
  setFaults(() => ({ kind: 'pass' }))
  const sentBefore = listSent().length
  await typeIntoPurpose(second, '얼음2', '얼어 있는 동안')
  await second.see('동기화됨', 180_000)
  const readAll = async () => (await listOwnCases(colleague, '얼음')).map(({ purpose, version }) => [purpose, version])
  await expect.poll(readAll).toEqual([
    ['얼기 전에', 2],
    ['얼어 있는 동안', 2],
    ['소유권이전', 1],
  ])
  // The edit of the frozen tab once again, and that of the second tab.
  expect(listSent().slice(sentBefore)).toHaveLength(2)

  thaw()
  await expect.poll(() => readPurpose(first, '얼음2')).toContain('얼어 있는 동안')
  await typeIntoPurpose(first, '얼음3', '깬 뒤에')
  await expect.poll(readAll).toEqual([
    ['얼기 전에', 2],
    ['얼어 있는 동안', 2],
    ['깬 뒤에', 2],
  ])
  await first.see('동기화됨', 120_000)
  expect(new Set(listSent().slice(sentBefore)).size).toBe(3)
  expect(listSent().slice(sentBefore)).toHaveLength(3)
})

test('another tab sends what the tab that sent has stored before its process was killed', async ({
  office,
  colleague,
  device,
  engine,
  staffTab: first,
}) => {
  test.skip(engine === 'webkit', 'WebKitWebDriver ends its session with the first page that crashes')
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
