import { expect, test } from 'vitest'
import { officeSchema } from '#contract/office/office-settings.ts'
import { newOffice } from '#domain/office/office.ts'
import { isOffice } from './follow-office.ts'

const fee = { price: 300_000_000, fee: 440_000, since: '2026-11-23' }
const tax = { price: 300_000_000, area: 85, acquisition_tax: 3_000_000, education_tax: 300_000, since: '2020-01-01' }
const office = { ...newOffice, seal_strokes: ['M0 0'], fees: [fee], taxes: [tax] }

const spoiledExamples = [fee, tax].flatMap((example) =>
  Object.keys(example).flatMap((key) =>
    [undefined, null, 0, -1, 1.5, 1e300, '1'].map((value) => [{ ...example, [key]: value }]),
  ),
)

test('accepts and refuses the same data as the schema', () => {
  const spoiled = Object.keys(office).flatMap((key) =>
    [undefined, null, 0, 1.5, 'text', true, {}, ['text'], [1], [], [{}], [null], ...spoiledExamples].map((value) => ({
      ...office,
      [key]: value,
    })),
  )
  for (const candidate of [office, { ...office, seal_image: '/picture' }, undefined, null, 'text', [], {}, ...spoiled])
    expect(isOffice(candidate), JSON.stringify(candidate)).toBe(officeSchema.safeParse(candidate).success)
})
