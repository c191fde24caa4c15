import { expect, test } from 'vitest'
import { officeSchema } from '#contract/office/office-settings.ts'
import { newOffice } from '#domain/office/office.ts'
import { isOffice } from './follow-office.ts'

const office = { ...newOffice, seal_strokes: ['M0 0'], fees: [{ price: 300_000_000, fee: 440_000 }] }

const spoiledFees = [null, 0, -1, 1.5, 1e300, '1'].flatMap((sum) => [
  [{ price: sum, fee: 1 }],
  [{ price: 1, fee: sum }],
])

test('accepts and refuses the same data as the schema', () => {
  const spoiled = Object.keys(office).flatMap((key) =>
    [undefined, null, 0, 1.5, 'text', true, {}, ['text'], [1], [], [{}], [null], ...spoiledFees].map((value) => ({
      ...office,
      [key]: value,
    })),
  )
  for (const candidate of [office, { ...office, seal_image: '/picture' }, undefined, null, 'text', [], {}, ...spoiled])
    expect(isOffice(candidate), JSON.stringify(candidate)).toBe(officeSchema.safeParse(candidate).success)
})
