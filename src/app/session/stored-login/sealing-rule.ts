import { deviceStorage } from '#app/ui/browser/device-storage.ts'
/**
 * Whether copies on devices must be sealed, as the server last reported at sign-in or page start
 * (`OFFLINE_COPIES`). Stored because a device without a network must know it too; applies from the
 * next page load. Belongs to the device, not to a user, so it survives sign-out.
 */
const sealingRuleKey = 'sealed_copies'

export function saveSealingRule(isSealed: boolean): void {
  if (isSealed) deviceStorage.setItem(sealingRuleKey, '1')
  else deviceStorage.removeItem(sealingRuleKey)
}

export function isSealingRequired(): boolean {
  return deviceStorage.getItem(sealingRuleKey) === '1'
}
