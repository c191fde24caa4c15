import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import {
  notificationDevicePath,
  notificationsPath,
  notificationStatusSchema,
} from '#contract/notifications/notifications.ts'
import { clearBadge, getPermission, isPushOwner, subscribeBrowser } from './push-device.ts'

/** Opens what a notification leads to, and keeps a device that receives them subscribed. */
export function useNotifications(): void {
  useOpenPaths()
  useKeepSubscribed()
  useEffect(() => {
    // The number on the icon is for users who aren't looking.
    const onShow = () => document.visibilityState === 'visible' && void clearBadge()
    onShow()
    document.addEventListener('visibilitychange', onShow)
    return () => document.removeEventListener('visibilitychange', onShow)
  }, [])
}

/**
 * The service worker asks; the reply keeps it from opening another window (sw/notifications.ts).
 */
function useOpenPaths(): void {
  const router = useRouter()
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
      const path = readOpenPath(data)
      if (path === null) return
      ports[0]?.postMessage('opening')
      void router.navigate({ href: path })
    }
    workers?.addEventListener('message', onMessage)
    return () => workers?.removeEventListener('message', onMessage)
  }, [router])
}

function readOpenPath(data: unknown): string | null {
  const isOpenPath = typeof data === 'object' && data !== null && 'type' in data && data.type === 'OPEN_PATH'
  return isOpenPath && 'path' in data && typeof data.path === 'string' ? data.path : null
}

/**
 * The server forgets a device with its session, and browsers replace subscriptions. A user who has
 * turned notifications on here and signs in again goes on receiving them.
 */
function useKeepSubscribed(): void {
  const api = useApi()
  const { user } = useSession()
  const userId = user?.id ?? ''
  useEffect(() => {
    if (!isPushOwner(userId) || getPermission() !== 'granted') return
    async function renew() {
      const status = notificationStatusSchema.parse(await api(notificationsPath).json())
      const subscription = await subscribeBrowser(status.public_key)
      if (subscription) await api.put(notificationDevicePath, { json: subscription })
    }
    // Without a network the next start tries again.
    void renew().catch(() => undefined)
  }, [api, userId])
}
