import type { Way } from '../session/guards.ts'
import { isStaff, session } from '../session/session-store.ts'

/**
 * The back office around its screens. Its offline copy is opened as soon as the code for it is there, so that the first rows are on their way while the first screen is drawn; one that cannot be
 * opened says so where it is used.
 */
export async function fetchStaffArea() {
  const [area, { openOfflineCopyOf }] = await Promise.all([
    import('./staff-area.tsx'),
    import('../records/copy/opened-copy.ts'),
  ])
  const { user } = session
  if (user && isStaff(session)) openOfflineCopyOf(user.id).catch(() => undefined)
  return area
}

/**
 * Begins with it beside the fetching of a screen. What cannot be fetched now is asked for again, and missed, by the frame. A link that is only pointed at opens no copy: on a public page
 * nobody asked for it, and while somebody signs out it would hold what is being deleted.
 */
export function fetchStaffAreaAhead(cause: Way['cause']): void {
  if (cause === 'preload') return
  fetchStaffArea().catch(() => undefined)
}
