import { type SampleBridge, startBridge } from '../../support/fakes/registry-bridge.ts'
import { openOffice } from './office.ts'
import { test as base } from './test.ts'

/**
 * `test` in an office without records whose extracts come from a separate helper, `bridge`,
 * controlled by the test.
 */
export const test = base.extend<object, { bridge: SampleBridge }>({
  bridge: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const bridge = await startBridge()
      await use(bridge)
      await bridge.close()
    },
    { scope: 'worker' },
  ],
  office: [
    async ({ bridge }, use) => {
      const office = await openOffice({ demo: 'none', registry: bridge })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from './test.ts'
