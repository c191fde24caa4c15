import type { Browser, Page } from '@playwright/test'
import { publicAddresses } from '../support/public-addresses.ts'
import { untilAlive } from './support/alive.ts'
import { untilPagesStored } from './support/go-offline.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** What the app adds to the document by itself and what a network that is gone makes the browser say: neither is a fault of a page. */
const isOfTheNetwork = /Failed to load resource|net::ERR_/

/** Neither the server nor the running app writes a second one. */
const headElements = [
  'title',
  'link[rel=canonical]',
  'link[rel=alternate]',
  'meta[name=description]',
  'meta[property="og:title"]',
]

test('every public page is taken over as the server sent it: nothing is drawn anew and nothing is complained about', async ({
  office,
  calmPage: page,
  browser,
}) => {
  office.network.setReachable(true)
  const complaints: string[] = []
  for (const path of publicAddresses) {
    // A browser that was never here: no service worker answers in the server's place.
    const visitor = await watchedPage(browser, complaints)
    watchRequests(visitor, office.url, complaints)
    const answer = await visitor.goto(office.url + path)
    const sentTitle = /<title>([^<]*)</.exec((await answer?.text()) ?? '')?.[1] ?? ''
    await untilAtRest(visitor)
    expect.soft(await lostElements(visitor), path).toEqual([])
    await expect.soft(visitor, path).toHaveTitle(sentTitle)
    for (const once of headElements)
      expect
        .soft(await visitor.locator(`head > ${once}, body ${once}:not(svg *)`).count(), `${path} ${once}`)
        .toBeLessThan(2)
    await visitor.context().close()
  }
  expect(complaints).toEqual([])
  await page.goto(`${office.url}/blog/1`)
  await untilAlive(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '공탁' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '공탁 서비스' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '부동산 취득세 개정 안내' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
})

test('after one visit every public page opens from the device, with a network and without, and is taken over all the same', async ({
  office,
  browser,
}) => {
  // Every page twice.
  test.setTimeout(400_000)
  office.network.setReachable(true)
  const complaints: string[] = []
  const visitor = await watchedPage(browser, complaints)
  await visitor.goto(office.url)
  await untilPagesStored(visitor)
  const stored = await visitor.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map((request) => new URL(request.url).pathname)
  })
  expect(stored.length).toBeGreaterThan(2)
  expect(stored.filter((path) => path.includes('/staff-'))).toEqual([])
  await expect
    .poll(() => visitor.evaluate(async () => (await caches.match('/api/blog/posts/3/'))?.ok), { timeout: 60_000 })
    .toBe(true)
  for (const isReachable of [true, false]) {
    office.network.setReachable(isReachable)
    for (const path of [...publicAddresses, '/blog/3']) {
      const where = `${path} ${isReachable ? 'with' : 'without'} a network`
      await visitor.goto(office.url + path)
      await untilAtRest(visitor)
      expect.soft(await visitor.locator('main').innerText(), where).not.toMatch(/불러오지 못했습니다|찾을 수 없습니다/)
      // The service worker does not keep these: on the same device staff open another screen there (server/commands/prerender-site.ts).
      const isShell = ['/services/real-estate', '/services/deposit'].includes(path) || path.startsWith('/blog')
      if (!isShell) expect.soft(await lostElements(visitor), where).toEqual([])
    }
  }
  expect(complaints.filter((text) => !isOfTheNetwork.test(text))).toEqual([])
  await visitor.context().close()
  office.network.setReachable(true)
})

test('staff who are signed in see their own reading of public pages, without a complaint', async ({
  office,
  browser,
}) => {
  office.network.setReachable(true)
  const complaints: string[] = []
  const page = await watchedPage(browser, complaints)
  await signIn(page, office.url)
  await page.goto(`${office.url}/services/civil`)
  await expect(page.getByRole('heading', { level: 2, name: '스태프 전용 안내' })).toBeVisible()
  await page.goto(`${office.url}/services/real-estate?tab=table`)
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '주 메뉴' })).toHaveCount(0)
  await page.goto(office.url)
  await expect(page.getByRole('link', { name: '업무 화면' })).toBeVisible()
  expect(complaints.filter((text) => !isOfTheNetwork.test(text))).toEqual([])
  await page.context().close()
})

test('what is typed before the page is alive stands in the inquiry that is sent @core', async ({
  office,
  calmPage: page,
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

test('who reads down a page before it is alive stays where they are, and the question they opened stays open', async ({
  office,
  calmPage: page,
}) => {
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

/** A page as the server sent it, whose script comes with the answer's call. */
async function openLifeless(page: Page, url: string): Promise<() => Promise<void>> {
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  return async () => {
    script.resolve()
    await untilAlive(page)
  }
}

/** Nothing is asked of another host, and no address of this one is broken. */
function watchRequests(page: Page, origin: string, complaints: string[]): void {
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complaints.push(`asks ${url}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
}

/** A page of a new browser that remembers the elements it came with, and writes down whatever it says on its console. */
async function watchedPage(browser: Browser, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`)
  })
  await page.addInitScript(() => {
    // Modules run after this moment, and everything the server sent has been read by then.
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        Object.assign(window, { sentElements: [...document.querySelectorAll('#root *')] })
    })
  })
  return page
}

/** Taken over, and whatever it still had to say has been said. */
async function untilAtRest(page: Page): Promise<void> {
  await untilAlive(page)
  await page.waitForLoadState('networkidle')
}

/** Elements that came with the page and are in the document no more; "all of them" when it came without any. */
async function lostElements(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const sent: unknown = Reflect.get(window, 'sentElements')
    const elements = Array.isArray(sent) ? sent.filter((one): one is Element => one instanceof Element) : []
    if (!elements.some((one) => one.localName === 'h1')) return ['all of them']
    return elements.filter((one) => !one.isConnected).map((one) => one.outerHTML.slice(0, 100))
  })
}
