import { checkForUpdate, isRunningNextBuild, withNextBuild } from '../e2e/support/next-build.ts'
import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import type { Tab } from './support/tab.ts'
import { button } from './support/target.ts'
import { expect, test } from './support/test.ts'

const readController = (tab: Tab) =>
  tab.evaluate(() => navigator.serviceWorker.controller?.state ?? null).catch(() => null)

test('a new version is offered, and then runs in both tabs with the waiting edit', async ({
  office,
  colleague,
  device,
  staffTab: first,
}) => {
  await makeCases(colleague, '갈아탐')
  await withNextBuild(office, async (next) => {
    await openCaseBook(first, office, '갈아탐')
    await waitUntilCopied(first)
    await expect.poll(() => readController(first), { timeout: 120_000 }).toBe('activated')
    const second = await device.openTab()
    await openCaseBook(second, office, '갈아탐')
    office.network.setFaults(({ opId }) => (opId ? { kind: 'status', status: 503 } : { kind: 'pass' }))
    await typeIntoPurpose(second, '갈아탐1', '옛판에서')
    await second.see('대기 1')
    next.publish()
    await checkForUpdate(first)
    await first.see(/새 버전이 있습니다/, 300_000)
    expect(await isRunningNextBuild(first)).toBe(false)
    await first.click(button('업데이트'))
    // The app asks first if the waiting edit is being sent at that moment.
    const isAsked = async () => (await first.read(button('그래도 업데이트')).catch(() => [])).length > 0
    await expect.poll(async () => (await isRunningNextBuild(first)) || (await isAsked())).toBe(true)
    if (await isAsked()) await first.click(button('그래도 업데이트'))
    for (const tab of [first, second]) await expect.poll(() => isRunningNextBuild(tab), { timeout: 180_000 }).toBe(true)
    await expect.poll(() => readPurpose(second, '갈아탐1')).toContain('옛판에서')
    office.network.setFaults(() => ({ kind: 'pass' }))
    await expect
      .poll(async () => (await listOwnCases(colleague, '갈아탐'))[0], { timeout: 120_000 })
      .toMatchObject({ purpose: '옛판에서', version: 2 })
  })
})

test('an installation of the service worker is finished after it was cut off twice', async ({ office, device }) => {
  office.network.setFaults(({ path }) =>
    path.startsWith('/assets/') ? { kind: 'delay', ms: 1_000 } : { kind: 'pass' },
  )
  const openUntilInstalling = async (tab: Tab) => {
    await tab.open(office.url)
    const readState = () =>
      tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing?.state ?? null)
    await expect.poll(readState).toBe('installing')
  }
  const first = await device.start()
  await openUntilInstalling(first)
  await first.open(`${office.url}/contact`)
  await device.kill()
  const second = await device.start()
  await openUntilInstalling(second)
  await device.kill()

  office.network.setFaults(() => ({ kind: 'pass' }))
  const tab = await device.start()
  await tab.open(`${office.url}/services`)
  await expect.poll(() => readController(tab), { timeout: 180_000 }).toBe('activated')
  office.network.setReachable(false)
  await tab.open(`${office.url}/about`)
  await tab.see({ css: 'h1' })
})
