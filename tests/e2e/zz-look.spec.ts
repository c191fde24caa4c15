import { startSession } from './support/start-session.ts'
import { test, expect } from './support/test.ts'
test.use({ demo: 'full' })
test('look', async ({ office, newDevicePage: page }) => {
  await startSession(page, office, 'superuser')
  const shots: [string, string][] = [
    ['people', '/settings?tab=people'],
    ['cards', '/quick?tab=card'],
    ['services', '/services'],
    ['grid', '/services/deposit?tab=grid'],
    ['units', '/services/real-estate?tab=data'],
    ['addr', '/services/real-estate?tab=address'],
    ['book', '/services/real-estate'],
  ]
  for (const width of [1440, 1366]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [name, url] of shots) {
      await page.goto(`${office.url}${url}`)
      await page.waitForTimeout(name === 'people' ? 4000 : 3000)
      await page.screenshot({ path: `/tmp/w2/${name}-${width}.png` })
      console.log(name, page.url())
    }
  }
  await page.goto(`${office.url}/services`)
  await page.waitForTimeout(1500)
  console.log(await page.evaluate(() => [...document.querySelectorAll('a')].map((a) => `${a.getAttribute('href')} ${a.textContent}`).join('\n')))
  expect(1).toBe(1)
})
