import { openOffice } from './office.ts'
import { test as base } from './test.ts'

/** `test` in an office without records (`DEMO_DATA=off`), one for all tests of a file. */
export const test = base.extend<object, object>({
  office: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const office = await openOffice({ demo: 'none' })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from './test.ts'
