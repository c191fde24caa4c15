import type { AnyRouteMatch } from '@tanstack/react-router'

/** What the frame needs to know about a screen; every route declares it in router.tsx. */
export interface ScreenMeta {
  /** Document title and last part of the breadcrumb. */
  title: string
  /** Title for staff, if they see another screen at the same path. */
  staffTitle?: string
  /** Middle part of the breadcrumb; links to /services. */
  breadcrumb?: string
  /** `?fullscreen=1` shows this screen without the frame. */
  canFillScreen?: true
  /** A public page whose content reaches its lower edge, so it has no footer and no bottom bar. */
  hasNoFooter?: true
  /**
   * `staff_if_staff`: the back office for staff, the public site for everyone else. `bare`: a
   * window without a frame. `plain`: a public page without header and footer.
   */
  frame: 'public' | 'staff' | 'staff_if_staff' | 'bare' | 'plain'
}

/** Whether the router found no screen at the path. */
export function isNotFound(matches: readonly Pick<AnyRouteMatch, '_notFound' | 'status'>[]): boolean {
  return matches.some((match) => match._notFound === true || match.status === 'notFound')
}
