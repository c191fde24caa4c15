import type { Browser, Page } from '@playwright/test'
import { visitorPaths } from '../../support/browsers/visitor-paths.ts'
import { watchCode } from '../support/code-watch.ts'
import { waitUntilPagesStored } from '../support/go-offline.ts'
import { waitForHydration } from '../support/hydration.ts'
import { listFonts } from '../support/rendered-fonts.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/**
 * Elements the app adds to the document and messages about a missing network are not faults of a
 * page.
 */
const networkErrorPattern = /Failed to load resource|net::ERR_/

/** Logged where a test blocks the service worker. */
const blockedWorkerPattern = /Service Worker registration blocked by Playwright/

/** Neither the server nor the running app may write a second one of these. */
const headElements = [
  'title',
  'link[rel=canonical]',
  'link[rel=alternate]',
  'meta[name=description]',
  'meta[property="og:title"]',
]

test('hydrates every public page without redrawing, layout shifts, foreign fonts or console messages', async ({
  office,
  browser,
}) => {
  office.network.setReachable(true)
  const complaints: string[] = []
  // No service worker responds in place of the server.
  const visitor = await openWatchedPage(browser, complaints, 'block')
  watchRequests(visitor, office.url, complaints)
  await watchShifts(visitor)
  // A page rendered before its fonts arrive keeps the device's fonts.
  await visitor.goto(office.url, { waitUntil: 'networkidle' })
  for (const path of visitorPaths) {
    const response = await visitor.goto(office.url + path)
    const sentTitle = /<title>([^<]*)</.exec((await response?.text()) ?? '')?.[1] ?? ''
    await waitUntilAtRest(visitor)
    expect.soft(await findLostElements(visitor), path).toEqual([])
    expect.soft(await visitor.title(), path).toBe(sentTitle)
    expect.soft(await visitor.evaluate(findRepeated, headElements), path).toEqual([])
    expect.soft(await visitor.evaluate(() => Reflect.get(window, 'shifts')), path).toEqual([])
    await openAllAnswers(visitor)
    const [headings, others] = [await listFonts(visitor, 'h1, main .font-serif'), await listFonts(visitor, 'body *')]
    expect.soft([headings.count > 0, others.count > 50], path).toEqual([true, true])
    // The characters of posts are not known at build time; their font parts are loaded on demand.
    const foreign = path.startsWith('/blog') ? [] : [...headings.foreign, ...others.foreign]
    expect.soft(foreign, path).toEqual([])
  }
  expect(complaints).toEqual([])
  expect(await visitor.evaluate(measureFigureWidths)).toHaveLength(1)
  await visitor.evaluate(() => Object.assign(window, { isSamePage: true }))
  await visitor.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '공탁' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: '공탁 서비스' })).toBeVisible()
  await visitor.goBack()
  await expect(visitor.getByRole('heading', { level: 1, name: '부동산 취득세 개정 안내' })).toBeVisible()
  expect(await visitor.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  await visitor.context().close()
})

test('after one visit every public page opens from the device, also offline, and hydrates', async ({
  office,
  browser,
}) => {
  office.network.setReachable(true)
  const complaints: string[] = []
  const visitor = await openWatchedPage(browser, complaints)
  const refusals = await watchCode(visitor.context())
  await visitor.goto(office.url)
  await waitUntilPagesStored(visitor)
  const stored = await visitor.evaluate(readStoredPaths)
  expect(stored.length).toBeGreaterThan(2)
  expect(stored.filter((path) => path.includes('/staff-'))).toEqual([])
  await expect.poll(() => visitor.evaluate(readStoredPaths), { timeout: 60_000 }).toContain('/api/blog/posts/3/')
  const countStoredPictures = () =>
    visitor.evaluate(async () => (await (await caches.open('blog-pictures')).keys()).length)
  await expect.poll(countStoredPictures).toBe(4)
  // The app loads from the device, and reports an unknown URL itself.
  await visitor.goto(`${office.url}/no/such/page`)
  await expect(visitor.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeVisible()

  office.network.setReachable(false)
  for (const path of [...visitorPaths, '/blog/3']) {
    await visitor.goto(office.url + path)
    await waitForHydration(visitor)
    // The service worker does not store these, because staff see another screen at these URLs on
    // the same device.
    const isShell = ['/services/real-estate', '/services/deposit'].includes(path) || path.startsWith('/blog')
    if (!isShell) expect.soft(await findLostElements(visitor), path).toEqual([])
    expect.soft(await visitor.locator('main').innerText(), path).not.toMatch(/불러오지 못했습니다|찾을 수 없습니다/)
  }
  await visitor.goto(`${office.url}/blog`)
  const cover = visitor.getByRole('img', { name: '세살 창호' })
  await cover.scrollIntoViewIfNeeded()
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960)
  await visitor.getByRole('link', { name: '보증금을 못 받고 이사해야 한다면, 임차권등기명령' }).click()
  await expect(visitor.getByRole('heading', { level: 2, name: '가장 많이 하시는 실수' })).toBeVisible()
  await visitor.goto(`${office.url}/blog/99999`)
  await expect(visitor.getByRole('heading', { level: 1, name: '게시글을 불러오지 못했습니다' })).toBeVisible()
  expect(complaints.filter((text) => !networkErrorPattern.test(text))).toEqual([])
  expect(refusals()).toEqual([])
  await visitor.context().close()
  office.network.setReachable(true)
})

test('shows their version of public pages to signed-in staff and none of it to visitors', async ({
  office,
  browser,
}) => {
  office.network.setReachable(true)
  const complaints: string[] = []
  const page = await openWatchedPage(browser, complaints, 'block')
  const guidance = page.getByRole('heading', { level: 2, name: '스태프 전용 안내' })
  await page.goto(`${office.url}/services/civil`)
  await waitUntilAtRest(page)
  await expect(guidance).toHaveCount(0)
  await startSession(page, office)
  for (const path of ['/services/civil', '/services/corporate']) {
    await page.goto(office.url + path)
    await expect(guidance).toBeVisible()
  }
  await page.goto(`${office.url}/services/real-estate?tab=table`)
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '주 메뉴' })).toHaveCount(0)
  expect((await page.goto(`${office.url}/services/patents`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeVisible()
  await page.getByRole('link', { name: '오늘로' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
  expect(complaints.filter((text) => !networkErrorPattern.test(text))).toEqual([])
  await page.context().close()
})

test('keeps what was typed and ticked in the inquiry form before hydration @core', async ({
  office,
  newDevicePage: page,
}) => {
  const comeAlive = await openLifeless(page, `${office.url}/contact`)
  const name = page.getByRole('textbox', { name: /^이름/ })
  await name.fill('윤새봄')
  await page.getByRole('checkbox', { name: /동의합니다/ }).check()
  await page.getByRole('button', { name: '보내기' }).click()
  await name.press('Enter')
  expect(page.url()).toBe(`${office.url}/contact`)
  await comeAlive()
  await page.getByRole('textbox', { name: /^제목/ }).fill('먼저 적은 문의')
  await expect(name).toHaveValue('윤새봄')
  await expect(page.getByRole('checkbox', { name: /동의합니다/ })).toBeChecked()
  await page.getByRole('button', { name: '보내기' }).click()
  await expect(page.getByText('이름을 입력해 주세요.')).toHaveCount(0)
  await expect(page.getByText('문의 내용을 입력해 주세요.')).toBeVisible()
})

test('hydration keeps the scroll position and an opened question', async ({ office, newDevicePage: page }) => {
  const comeAlive = await openLifeless(page, `${office.url}/services/civil`)
  await page.getByText('패소하면 어떻게 되나요?').click()
  const answer = page.getByText('소송비용은 패소한 사람이 부담하는 것이 원칙이며')
  await expect(answer).toBeVisible()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(500)
  await comeAlive()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.scrollY)).toBe(place)
  await expect(answer).toBeVisible()
})

/**
 * Opens a page as the server sent it, whose script loads only when the returned function is called.
 */
async function openLifeless(page: Page, url: string): Promise<() => Promise<void>> {
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  return async () => {
    script.resolve()
    await waitForHydration(page)
  }
}

/** Checks that no other host is requested and no URL of this one is broken. */
function watchRequests(page: Page, origin: string, complaints: string[]): void {
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complaints.push(`asks ${url}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function openAllAnswers(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
}

/** Selectors that match more than once in the document. */
function findRepeated(selectors: string[]): string[] {
  return selectors.filter(
    (selector) => document.querySelectorAll(`head > ${selector}, body ${selector}:not(svg *)`).length > 1,
  )
}

/** Widths of ones and of zeros in columns of figures, which must be equal. */
function measureFigureWidths(): number[] {
  const line = document.body.appendChild(document.createElement('span'))
  Object.assign(line.style, { position: 'absolute', fontVariantNumeric: 'tabular-nums' })
  const widths = ['1111111111', '0000000000'].map((figures) => {
    line.textContent = figures
    return line.getBoundingClientRect().width
  })
  return [...new Set(widths)]
}

/** Everything the service worker has cached. */
async function readStoredPaths(): Promise<string[]> {
  const names = await caches.keys()
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return keys.flat().map((request) => new URL(request.url).pathname)
}

/** A page of a new browser that remembers its initial elements and records its console output. */
async function openWatchedPage(
  browser: Browser,
  complaints: string[],
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<Page> {
  const context = await browser.newContext({ locale: 'ko-KR', timezoneId: 'Asia/Seoul', serviceWorkers })
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !blockedWorkerPattern.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()}`)
  })
  await page.addInitScript(() => {
    // Modules run after this moment, when everything the server sent has been parsed.
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        Object.assign(window, { sentElements: [...document.querySelectorAll('#root *')] })
    })
  })
  return page
}

/** Waits until the page is hydrated and has no more console output. */
async function waitUntilAtRest(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
}

/** Initial elements that are no longer in the document; "all of them" when there were none. */
async function findLostElements(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const sent: unknown = Reflect.get(window, 'sentElements')
    const elements = Array.isArray(sent) ? sent.filter((item): item is Element => item instanceof Element) : []
    if (!elements.some((element) => element.localName === 'h1')) return ['all of them']
    return elements.filter((element) => !element.isConnected).map((element) => element.outerHTML.slice(0, 100))
  })
}
