import { onSignOut } from '#app/session/session-channel.ts'
import { deviceStorage } from '#app/ui/browser/device-storage.ts'
import { type PushSubscriptionInput, pushSubscriptionSchema } from '#contract/notifications/notifications.ts'

/**
 * Whose notifications this browser receives: the id of the user who turned them on. A browser has
 * one subscription, which another user must not inherit.
 */
const ownerKey = 'push_owner'

export function isPushOwner(userId: string): boolean {
  return deviceStorage.getItem(ownerKey) === userId
}

export function setPushOwner(userId: string): void {
  deviceStorage.setItem(ownerKey, userId)
}

/** Safari on iPhone and iPad has push only in the installed app. */
export function hasPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Whether the browser may show notifications, as far as it has been asked. */
export function getPermission(): NotificationPermission {
  return hasPush() ? Notification.permission : 'default'
}

/**
 * Subscribes this browser with the office's key, or returns its subscription. Undefined if the
 * service worker isn't installed yet. Rejects where the browser's push service can't be reached.
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscriptionInput | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.active) return undefined
  const existing = await registration.pushManager.getSubscription()
  // A restored server may have another key.
  const isCurrent = encodeKey(existing?.options.applicationServerKey ?? null) === publicKey
  if (existing && !isCurrent) await existing.unsubscribe()
  const subscription =
    existing && isCurrent
      ? existing
      : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  return pushSubscriptionSchema.parse({ endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } })
}

function encodeKey(bytes: ArrayBuffer | null): string {
  if (bytes === null) return ''
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Ends the browser's subscription. Its push service need not be reachable. */
export async function unsubscribeBrowser(): Promise<void> {
  deviceStorage.removeItem(ownerKey)
  if (!hasPush()) return
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    await clearBadge()
  } catch {
    // The server has forgotten it, too.
  }
}

export async function clearBadge(): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
}

// Not awaited, because a push service that doesn't respond must not delay the sign-out.
onSignOut(() => void unsubscribeBrowser())
