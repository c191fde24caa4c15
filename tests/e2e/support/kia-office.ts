import { type FakeKia, startFakeKia } from '../../support/people/kia-provider.ts'
import { openOffice } from './office.ts'
import { test as base } from './test.ts'

/**
 * `test` in an office that accepts accounts of the vehicle maker; `maker` is its provider, run by
 * the test.
 */
export const test = base.extend<object, { maker: FakeKia }>({
  maker: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const maker = await startFakeKia(keys)
      await use(maker)
      await maker.close()
    },
    { scope: 'worker' },
  ],
  office: [
    async ({ maker }, use) => {
      const office = await openOffice({ maker: { url: maker.url, ...keys } })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
})

const keys = { clientId: 'maker-id', clientSecret: 'maker-secret' }

export { expect } from './test.ts'
