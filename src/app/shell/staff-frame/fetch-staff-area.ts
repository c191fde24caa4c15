import type { Navigation } from '#app/session/guards.ts'
import { isStaff, session } from '#app/session/session-store.ts'

/**
 * Loads the back office. Opens its offline copy as soon as the code is loaded, so that the first
 * rows load while the first screen renders. A copy that fails to open reports it where it is used.
 */
export async function fetchStaffArea() {
  const [area, { openOfflineCopyFor }] = await Promise.all([
    import('./staff-area.tsx'),
    import('#app/records/offline-copy/current-copy.ts'),
  ])
  const { user } = session
  if (user && isStaff(session)) openOfflineCopyFor(user.id).catch(() => undefined)
  return area
}

/**
 * Starts loading the staff area in parallel with a screen. The frame retries what fails here and
 * reports it. Hovering a link opens no copy: on a public page nobody asked for it, and during
 * sign-out it would hold open what is being deleted.
 */
export function fetchStaffAreaAhead(cause: Navigation['cause']): void {
  if (cause === 'preload') return
  fetchStaffArea().catch(() => undefined)
}
