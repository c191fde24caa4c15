import { networkOf } from '#server/plugins/refusal-streaks.ts'

/** The network an address belongs to: a provider gives another address of it tomorrow. */
export function placeOf(address: string | null): string | null {
  if (address === null || address === '') return null
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') ? networkOf(plain) : plain.split('.').slice(0, 3).join('.')
}
