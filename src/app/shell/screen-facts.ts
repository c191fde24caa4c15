import type { AnyRouteMatch } from '@tanstack/react-router'

/** What the frame needs to know of a screen; every route states it in router.tsx. */
export interface ScreenFacts {
  /** Document title and last part of the breadcrumb. */
  title: string
  /** The same for staff, where they see another screen at the same address. */
  staffTitle?: string
  /** Middle part of the breadcrumb, leading to /services. */
  trail?: string
  /** The address may ask for this screen alone, without the frame around it: `?fullscreen=1`. */
  canFillScreen?: true
  /** A public page that is worked in to its lower edge: without the foot of the site and the bar under the thumb (spec 3 §2 "AI chat"). */
  hasNoFoot?: true
  /**
   * `staff_if_staff`: the back office for staff, the public site for everybody else. `bare`: a window of its own.
   * `alone`: a public page without header and footer.
   */
  frame: 'public' | 'staff' | 'staff_if_staff' | 'bare' | 'alone'
}

/** Whether the router knows no screen at its address. */
export function isUnknownAddress(matches: readonly Pick<AnyRouteMatch, '_notFound' | 'status'>[]): boolean {
  return matches.some((match) => match._notFound === true || match.status === 'notFound')
}
