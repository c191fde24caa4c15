import { openOffice } from './office.ts'
import { test as base, type Shared } from './test.ts'

interface OwnOffice {
  /**
   * The file that uses the office. Files that share a worker would share its office; another value
   * here makes another worker.
   */
  readonly ownedBy: string
}

/**
 * `test` in an office that only this file uses, for tests that change what every screen shows. Each
 * file sets `ownedBy`.
 */
export const test = base.extend<object, OwnOffice & Pick<Shared, 'demo' | 'office'>>({
  ownedBy: ['', { scope: 'worker', option: true }],
  office: [
    async ({ demo, ownedBy }, use) => {
      if (ownedBy === '') throw new Error('the file must name its office: test.use({ ownedBy })')
      const office = await openOffice({ demo })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from './test.ts'
