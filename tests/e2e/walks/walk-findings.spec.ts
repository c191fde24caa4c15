import type { Page } from '@playwright/test'
import { watchCode } from '../support/code-watch.ts'
import { openContact } from '../support/inquiries.ts'
import { expect, test } from '../support/test.ts'
import { devices } from '../support/walk/devices.ts'
import { checkPage, findLayoutErrors } from '../support/walk/look-over.ts'

test.use({ ...devices.phone.context, serviceWorkers: 'block' })

test('a walk reports every kind of planted fault', async ({ office, browser }) => {
  // A separate window, because calmPage would fail on the planted error.
  const context = await browser.newContext(devices.phone.context)
  const refusals = await watchCode(context)
  const page = await context.newPage()
  await openContact(page, office.url)
  expect(await checkPage(page, { device: 'phone', isPublic: true })).toEqual([])

  await plantFaults(page)
  const findingLists = [
    await checkPage(page, { device: 'phone', isPublic: true }),
    await findLayoutErrors(page, { device: 'phone', isForStaff: true }),
    // Dark mode is checked on a desktop only.
    await checkPage(page, { device: 'desktop', within: 'main' }),
  ]
  const found = findingLists.flat().join('\n')
  for (const fault of [
    /^button-name: #nameless$/m,
    /^color-contrast: .*#faint.* \(at night\)$/m,
    /^2 first headings: .*second/m,
    /^heading skips to level 4: deep$/m,
    /^wider than 390 px: 600 px, .*id="wide"/m,
    /^too small for a finger: button small 20×20$/m,
    /^out of reach: button far$/m,
    /^cut off: a text that is longer/m,
    /^moves: .*id="moving"/m,
    /^announced twice: .*role="alert"/m,
  ])
    expect(found).toMatch(fault)
  expect(found).not.toMatch(/^color-contrast: [^(]*#faint[^(]*$/m)
  await expect.poll(() => refusals().join('\n')).toContain('planted error')
  await expect.poll(() => refusals().join('\n')).toMatch(/script-src|trusted-types/)
  await context.close()
})

/** One fault of each kind that `checkPage` and `watchCode` detect. */
async function plantFaults(page: Page): Promise<void> {
  await page.evaluate(() => {
    const main = document.querySelector('main')
    const plant = (name: string, text: string, style: Partial<CSSStyleDeclaration> = {}) => {
      const element = document.createElement(name)
      element.textContent = text
      Object.assign(element.style, style)
      main?.append(element)
      return element
    }
    plant('button', '', { width: '60px', height: '60px' }).id = 'nameless'
    plant('button', 'small', { width: '20px', height: '20px', padding: '0', minHeight: '0' })
    plant('button', 'far', { position: 'fixed', left: '-200px', width: '60px', height: '60px' })
    plant('h1', 'second')
    plant('h4', 'deep')
    plant('div', 'wide', { width: '600px' }).id = 'wide'
    plant('div', 'a text that is longer than its box', { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' })
    const moving = plant('p', 'moving')
    moving.id = 'moving'
    moving.style.setProperty('transition', 'color 2s', 'important')
    plant('p', 'faint in the dark').id = 'faint'
    const night = new CSSStyleSheet()
    night.replaceSync('@media (prefers-color-scheme: dark) { #faint { color: #333; background: #222 } }')
    document.adoptedStyleSheets.push(night)
    const status = plant('div', '')
    status.setAttribute('role', 'status')
    status.append(Object.assign(document.createElement('p'), { role: 'alert', textContent: 'twice' }))
    setTimeout(() => {
      throw new Error('planted error')
    })
    setTimeout(() => Object.assign(document.createElement('script'), { src: 'https://example.com/x.js' }))
  })
}
