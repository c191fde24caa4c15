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

/** Begins with it beside the fetching of a screen. What cannot be fetched now is asked for again, and missed, by the frame. */
export function fetchStaffAreaAhead(): void {
  fetchStaffArea().catch(() => undefined)
}
