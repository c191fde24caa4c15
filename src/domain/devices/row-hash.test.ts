import { expect, test } from 'vitest'
import { computeBucket, hashRow } from './row-hash.ts'

const id = '0199f000-0000-7000-8000-0123456789ab'

test('the bucket comes from the random end of the id', () => {
  expect(computeBucket(id)).toBe(0xab)
})

test('the hash equals the one PostgreSQL computes with bigint arithmetic', () => {
  const inBigint = ((BigInt(0x456789ab) ^ 7n) * 1_597_334_677n) & 4_294_967_295n
  expect(BigInt(hashRow(id, 7))).toBe(inBigint)
  expect(hashRow(id, 8)).not.toBe(hashRow(id, 7))
})
