import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { button, field, link } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

const sizes = [
  { device: 'a phone', width: 390, height: 844 },
  { device: 'an upright tablet', width: 768, height: 1024 },
  { device: 'a tablet', width: 1024, height: 768 },
]

for (const { device: kind, width, height } of sizes)
  test(`no screen is wider than ${kind}`, async ({ office, staffTab: tab }) => {
    await tab.resize(width, height)
    const paths = [
      '/',
      '/services',
      '/contact',
      '/staff',
      '/services/real-estate?tab=table',
      '/services/deposit',
      '/features',
    ]
    for (const path of paths) {
      await tab.open(office.url + path)
      await tab.see({ css: 'main' })
      // No element while the page reloads for a new service worker.
      const excess = () => tab.evaluate(() => (document.scrollingElement?.scrollWidth ?? 9999) - innerWidth)
      await expect.poll(excess, { message: path }).toBeLessThanOrEqual(0)
    }
  })

test('on a phone a case is a card that opens, is edited and closes by 뒤로', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '손전화')
  await tab.resize(390, 844)
  await tab.open(`${office.url}/staff`)
  await tab.click(link('사건', { css: 'nav', name: '빠른 이동' }))
  await expect.poll(() => tab.read({ css: '[data-card-face]' })).not.toEqual([])
  await tab.open(`${office.url}/services/real-estate?tab=table&search=${encodeURIComponent('손전화')}`)
  const card = { css: '[data-card-face]', text: /손전화1/ }
  await tab.click(card)
  await tab.fill(field('등기목적'), '말소등기')
  await tab.click(button('저장'))
  await expect.poll(async () => (await listOwnCases(colleague, '손전화'))[0]?.purpose).toBe('말소등기')
  await tab.evaluate(() => history.back())
  await tab.see({ css: '[data-card-face]', text: /말소등기/ })
})
