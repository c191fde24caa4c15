/**
 * Whether copies on devices must be sealed, as the server last reported at sign-in or page start
 * (`OFFLINE_COPIES`). Stored because a device without a network must know it too; applies from the
 * next page load. Belongs to the device, not to a user, so it survives sign-out.
 */
const key = 'sealed_copies'

export function keepSealingRule(isSealed: boolean): void {
  if (isSealed) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}

export function mustSeal(): boolean {
  return localStorage.getItem(key) === '1'
}
