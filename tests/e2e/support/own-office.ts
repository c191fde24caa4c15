import { openOffice } from './office.ts'
import { test as base, type Shared } from './test.ts'

/** The same in an office of the file's own, for stories that change what every screen of an office shows. */
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
