/**
 * Checksum bucket of a record, 0…255. Uses the last digits, because the first ones of a UUIDv7 are
 * its time. SQL twin: server/sync checksums.
 */
export function computeBucket(id: string): number {
  return Number.parseInt(id.slice(-2), 16)
}

/**
 * 32-bit hash of a record's state; a bucket's hash is the xor of its rows'. PostgreSQL can compute
 * it with bigint arithmetic: `((low32(id) # version) * 1597334677) & 4294967295` stays below 2^63.
 */
export function hashRow(id: string, version: number): number {
  const low = Number.parseInt(id.slice(-8), 16)
  return Math.imul(low ^ version, 1_597_334_677) >>> 0
}
