import { openOffice } from './office.ts'
import { test as base, type Shared } from './test.ts'

/** `test` in an office of the file's own, for tests that change what every screen shows. */
export const test = base.extend<object, Pick<Shared, 'demo' | 'office'>>({
  office: [
    async ({ demo }, use) => {
      const office = await openOffice({ demo })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from './test.ts'
