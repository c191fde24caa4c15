import { type SampleHelper, startSampleHelper } from '../../support/fakes/sample-registry.ts'
import { openOffice } from './office.ts'
import { test as base } from './test.ts'

/**
 * `test` in an office without records. Its extracts come from the fixture `helper`, a registry
 * helper that the test controls.
 */
export const test = base.extend<object, { helper: SampleHelper }>({
  helper: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const helper = await startSampleHelper()
      await use(helper)
      await helper.close()
    },
    { scope: 'worker' },
  ],
  office: [
    async ({ helper }, use) => {
      const office = await openOffice({ demo: 'none', registry: helper })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from './test.ts'
