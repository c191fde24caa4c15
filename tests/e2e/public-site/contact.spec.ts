import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { waitUntilPagesStored } from '../support/go-offline.ts'
import { listInquiriesAbout, openContact, sendInquiry, writeInquiry } from '../support/inquiries.ts'
import { expect, test } from '../support/test.ts'
import { openBackgroundTurn } from '../support/worker-events.ts'

test('sends an inquiry written offline once, also after a lost response or with no page open @offline', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await openContact(page, office.url)
  await waitUntilPagesStored(page)
  office.network.setReachable(false)
  await writeInquiry(page, '기다리는 문의')
  await sendInquiry(page)
  await expect(page.getByRole('status').filter({ hasText: '보관되었습니다' })).toContainText(
    '연결되면 자동으로 보냅니다',
  )
  await writeInquiry(page, '지우는 문의')
  await sendInquiry(page)
  const waiting = page.getByRole('region', { name: '보낼 문의' })
  await expect(waiting.getByRole('listitem')).toHaveCount(2)

  await page.reload()
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'main')
  await waiting.getByRole('button', { name: '지우는 문의 지우기' }).click()
  await waiting.getByRole('button', { name: '지우기 확인' }).click()
  await expect(waiting.getByRole('listitem')).toHaveCount(1)

  const dropped = { count: 0 }
  office.network.setFaults(({ method, path }) => {
    if (method !== 'POST' || !path.startsWith('/api/contact') || dropped.count > 0) return { kind: 'pass' }
    dropped.count += 1
    return { kind: 'drop_response' }
  })
  office.network.setReachable(true)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(waiting).toHaveCount(0, { timeout: 60_000 })
  expect(dropped.count).toBe(1)
  expect(await listInquiriesAbout(colleague, '기다리는 문의')).toHaveLength(1)

  office.network.setReachable(false)
  await writeInquiry(page, '나중 문의')
  await sendInquiry(page)
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  const giveTurn = await openBackgroundTurn(page.context(), office.url, 'inquiries')
  const context = page.context()
  await page.close()
  office.network.setReachable(true)
  const countSent = async () => {
    await giveTurn()
    return (await listInquiriesAbout(colleague, '나중 문의')).length
  }
  await expect.poll(countSent, { timeout: 60_000, intervals: [1000, 2000, 5000] }).toBe(1)
  expect(await listInquiriesAbout(colleague, '지우는 문의')).toEqual([])
  const nextVisit = await context.newPage()
  const receipt = nextVisit.getByRole('status').filter({ hasText: /보관했던 문의가 전송되었습니다\. 접수: 20\d\d/ })
  await nextVisit.goto(`${office.url}/about`)
  await expect(receipt).toBeVisible()
  await expectAccessible(nextVisit)
  await nextVisit.reload()
  await expect(nextVisit.getByRole('heading', { level: 1 })).toBeVisible()
  await nextVisit.waitForLoadState('networkidle')
  await expect(receipt).toHaveCount(0)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((path) => path.includes('/staff-'))).toEqual([])
})

test('nothing shifts on a phone when fonts arrive late while somebody types', async ({
  office,
  newDevicePage: page,
}) => {
  office.network.setFaults(({ path }) => {
    if (/\/site-[^/]*\.woff2$/.test(path)) return { kind: 'delay', ms: 3000 }
    return /\/Pretendard[^/]*\.woff2$/.test(path) ? { kind: 'delay', ms: 700 } : { kind: 'pass' }
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await watchShifts(page)
  await openContact(page, office.url)
  await page.waitForLoadState('networkidle')
  for (const [label, letters] of [
    ['이름', '윤쀍뙑'],
    ['문의 내용', '똠방각하와 펲시콜라'],
  ] as const) {
    const pieces = waitForPieces(page)
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).click()
    await page.keyboard.type(letters)
    await pieces
  }
  const shifts = await page.evaluate((): unknown => Reflect.get(window, 'shifts'))
  // Text rendered in another font moves by a pixel or two within its field; visible shifts are a
  // hundred times larger.
  expect(JSON.stringify(shifts), 'what moved').toBe('[]')
})

/**
 * Records every layout shift, including those shortly after a press or a key, which browsers
 * ignore.
 */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && Number(entry.value) > 0.001) shifts.push(JSON.stringify(entry))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits until a part of the web font was loaded and rendered. */
async function waitForPieces(page: Page): Promise<void> {
  await page.waitForResponse((response) => /\/Pretendard[^/]*\.woff2$/.test(response.url()))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() =>
    document.fonts.ready.then(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    ),
  )
}
