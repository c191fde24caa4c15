/**
 * Whether copies on devices must be sealed, as the server last said at a sign-in, or when a page began (`OFFLINE_COPIES`); it holds from the next page on: a device without a network must know it, too. A setting of the device, not of a person: it stays at
 * sign-out.
 */
const key = 'sealed_copies'

export function keepSealingRule(isSealed: boolean): void {
  if (isSealed) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}

export function mustSeal(): boolean {
  return localStorage.getItem(key) === '1'
}
