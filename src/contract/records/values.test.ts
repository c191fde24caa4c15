import { expect, test } from 'vitest'
import { instantSchema } from './values.ts'
test('accepts only instants that the database knows: no year 0 and no invalid zone', () => {
  const known = ['2026-11-22T10:00:00+09:00', '2026-11-22T01:00:00Z', '0001-01-01T00:00:00-15:59']
  const unknown = ['0000-01-01T00:00:00Z', '2026-11-22T10:00:00+16:00', '2026-11-22T10:00:00-20:56', '2026-11-22']
  expect([...known, ...unknown].filter((text) => instantSchema.safeParse(text).success)).toEqual(known)
})
