import { test as base, type Page } from '@playwright/test'
import { signInColleague, type Colleague } from './colleague.ts'
import { openOffice, type Office } from './office.ts'
import { signIn } from './sign-in.ts'

interface Shared {
  /** One running office with demo records for all tests of a file; its network is healed before every test. */
  office: Office
  colleague: Colleague
}

interface Own {
  /** A browser of its own in which 직원 is signed in. */
  staffPage: Page
  /** Fails the test on anything the page complains about: script errors, CSP refusals. */
  calmPage: Page
}

export const test = base.extend<Own, Shared>({
  office: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const office = await openOffice()
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
  colleague: [
    async ({ office }, use) => {
      await use(await signInColleague(office.origin))
    },
    { scope: 'worker' },
  ],
  calmPage: async ({ page, office }, use) => {
    office.network.setReachable(true)
    office.network.setTarget(office.origin)
    office.network.setFaults(() => ({ kind: 'pass' }))
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
        complaints.push(message.text())
    })
    await use(page)
    if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`)
  },
  staffPage: async ({ calmPage, office }, use) => {
    await signIn(calmPage, office.url)
    await use(calmPage)
  },
})

export { expect } from '@playwright/test'
