import type { Page } from '@playwright/test'
import { publicPages } from './support/public-pages.ts'
import { expect, test } from './support/test.ts'

test('nothing on the public pages moves while it loads', async ({ office, calmPage: page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const { path } of publicPages) {
    await page.goto(office.url + path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => Reflect.get(window, 'shifts')), path).toEqual([])
  }
})

test('the fonts cut at build hold every letter of the public pages, headings in the serif, and figures of one width', async ({
  office,
  calmPage: page,
}) => {
  for (const { path } of publicPages) {
    // A page that is drawn before its fonts have come keeps the device's letters (theme.css); the next one finds them stored.
    await expect(async () => {
      await page.goto(office.url + path, { waitUntil: 'networkidle' })
      await openAllAnswers(page)
      const [headings, others] = [await fontsOf(page, 'h1, main .font-serif'), await fontsOf(page, 'body *')]
      expect(headings.drawn, path).toBeGreaterThan(0)
      expect(others.drawn, path).toBeGreaterThan(50)
      expect([headings.foreign, others.foreign], path).toEqual([[], []])
    }).toPass()
  }
  const widths = await page.evaluate(() => {
    const line = document.body.appendChild(document.createElement('span'))
    Object.assign(line.style, { position: 'absolute', fontVariantNumeric: 'tabular-nums' })
    return ['1111111111', '0000000000'].map((figures) => {
      line.textContent = figures
      return line.getBoundingClientRect().width
    })
  })
  expect(widths[0]).toBe(widths[1])
})

test('each question opens and closes on its own, by mouse and by keyboard', async ({ office, calmPage: page }) => {
  await page.goto(`${office.url}/services/civil`)
  const questions = page.locator('details')
  await expect(questions).toHaveCount(4)
  const opened = () => questions.evaluateAll((all) => all.map((one) => one instanceof HTMLDetailsElement && one.open))
  await page.getByText('비용은 얼마인가요?').click()
  await page.getByText('패소하면 어떻게 되나요?').click()
  expect(await opened()).toEqual([false, false, true, true])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(await opened()).toEqual([false, false, false, true])
  await expect(page.getByText('소송비용은 패소한 사람이 부담하는 것이 원칙이며')).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: '상담 문의하기' })).toHaveAttribute('href', '/contact')
})

test('by keyboard: the skip link comes first, the places follow, and every stop can be seen', async ({
  office,
  calmPage: page,
}) => {
  await page.goto(office.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeFocused()
  await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeInViewport()
  for (const name of ['온결 법무사사무소 홈', '부동산 등기', '법인 등기', '공탁', '민사']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '민사 서비스' })).toBeVisible()
})

test('on paper the answers stand open and what only works on a screen is gone', async ({ office, calmPage: page }) => {
  await page.goto(`${office.url}/services/civil`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('판결서를 송달받은 날부터 2주 안에')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

async function openAllAnswers(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
}

/** Fonts that the direct texts of the elements are drawn in. `foreign`: those of the device, which stand in for letters that the site's own lack. */
async function fontsOf(page: Page, selector: string): Promise<{ drawn: number; foreign: string[] }> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('DOM.enable')
  await inspector.send('CSS.enable')
  const { root } = await inspector.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await inspector.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const answers = await Promise.all(nodeIds.map((nodeId) => inspector.send('CSS.getPlatformFontsForNode', { nodeId })))
  await inspector.detach()
  const fonts = answers.flatMap((answer) => answer.fonts)
  return { drawn: fonts.length, foreign: fonts.filter((font) => !font.isCustomFont).map((font) => font.familyName) }
}
