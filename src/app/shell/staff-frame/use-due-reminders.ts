import { useNavigate } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useFirstRows } from '#app/records/offline-copy/use-first-rows.ts'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { buildListLink } from '#app/records/url-state/record-links.ts'
import { useSession } from '#app/session/session-store.ts'
import { createDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Filter, Query } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { firstDay } from '#domain/dates/office-date.ts'

/** The user and day of the last announcement on this device, `<user id>/<day>`. */
const lastAnnounced = createDeviceSetting({
  key: 'reminders_announced',
  parse: (text) => text ?? '',
  format: (text) => text,
})

/**
 * Announces once a day what this person, or nobody in particular, should look at again. It reads
 * the offline copy, so it works without a network.
 */
export function useDueReminders(): void {
  const toast = useToast()
  const navigate = useNavigate()
  const { connection } = useSyncStatus()
  const today = useSyncExternalStore(subscribeToMinutes, getOfficeToday)
  const { user } = useSession()
  const own = useFirstRows('reminders', buildDueQuery(today, ownFilter(user?.nickname ?? '')), 1)
  const unowned = useFirstRows('reminders', buildDueQuery(today, unownedFilter), 1)
  const count = own.total + unowned.total
  const userId = user?.id
  useEffect(() => {
    const announcement = `${userId}/${today}`
    if (count === 0 || lastAnnounced.read() === announcement) return
    lastAnnounced.save(announcement)
    const message = `오늘 다시 볼 것이 ${formatNumber(count)}건 있습니다.`
    const { to, search } = buildListLink('reminders', {})
    toast.info(message, {
      action: { label: '보기', onSelect: () => void navigate({ to, ...(search && { search }) }) },
    })
    // With a connection the server notifies the device itself.
    if (connection === 'offline' && document.visibilityState === 'hidden') void notify(message, to)
  }, [count, userId, today, connection, toast, navigate])
}

function subscribeToMinutes(onChange: () => void): () => void {
  const timer = setInterval(onChange, 60_000)
  return () => clearInterval(timer)
}

const ownFilter = (text: string): Filter => ({ op: 'contains', field: 'person', text })
const unownedFilter: Filter = { op: 'equals', field: 'person', value: null }

function buildDueQuery(today: string, filter: Filter): Query {
  const isDue: Filter = { op: 'between', field: 'due_on', from: firstDay, to: today }
  const isOpen: Filter = { op: 'equals', field: 'done_on', value: null }
  return { filters: [isDue, isOpen, filter], search: '', sort: [] }
}

/** A system notification of this device's own, where the person allows them. */
async function notify(body: string, path: string): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.ready
  await registration.showNotification('다시 보기', { body, tag: 'reminders', lang: 'ko', data: { path } })
}
