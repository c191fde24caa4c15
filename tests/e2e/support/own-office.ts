import { openOffice } from './office.ts'
import { test as base } from './test.ts'

/** The same in an office of the file's own, for stories that change what every screen of an office shows. */
export const test = base.extend<object, object>({
  office: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const office = await openOffice()
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from './test.ts'
