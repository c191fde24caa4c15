import { networkOf } from '#server/audit/refusal-streaks.ts'

/** The network of an address: providers change the address of a subscriber within one network. */
export function networkGroup(address: string | null): string | null {
  if (address === null || address === '') return null
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') ? networkOf(plain) : plain.split('.').slice(0, 3).join('.')
}
