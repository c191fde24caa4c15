import type { Locator, Page } from '@playwright/test'
import type { appPaths } from '#contract/app-paths.ts'
import type { CollectionName } from '#contract/books/collections.ts'

/** A route of the router, or an unknown path. */
export type Route = (typeof appPaths)[number] | '/no-such-page'

/** The visitor of a screen; visitors and staff see different screens at the same path. */
export type Audience = 'visitor' | 'member' | 'staff' | 'superuser'

export type Device = 'desktop' | 'tablet' | 'phone'

/** One screen of the app: its path, and how to recognize it. */
export interface Screen {
  readonly route: Route
  readonly reader: Audience
  /** The path if the route alone isn't enough: a tab, or a record for a parameter. */
  readonly path?: string | ((walkContext: WalkContext) => string)
  /** An element that is visible once the screen is rendered. */
  readonly shows: (page: Page) => Locator
  /** Reduces many similar parts to a few, because axe would take a minute for all of them. */
  readonly narrow?: (page: Page) => Promise<void>
  /** Document title, where search engines read it. */
  readonly title?: string
  /** Staff see it within the public site, whose links are 24 px high instead of 44. */
  readonly isPublicSite?: true
  /** A list of records: on a tablet at least eleven are visible, and nothing else scrolls. */
  readonly isList?: true
  /** Dialogs and panels that can be opened on it, checked one after the other. */
  readonly states?: readonly WalkState[]
}

export interface WalkState {
  readonly name: string
  /** Brings the page into the state to be checked. Each starts where the previous one ended. */
  readonly open: (page: Page, walkContext: WalkContext) => Promise<void>
  /** Only this part differs from the screen checked before. */
  readonly within?: '[role=dialog]'
  /** Devices on which it is opened. Absent: desktop. */
  readonly on?: readonly Device[]
}

/** Records that a walk needs, created for it on the server. */
export interface WalkContext {
  readonly url: string
  /** The first record of every book that has a record window. */
  readonly firstIds: ReadonlyMap<CollectionName, string>
  /** Prefix of the owners of the walk's own cases, units and deposits. */
  readonly name: string
  /** A unit whose owner's number is known. */
  readonly unitId: string
  /** The lot of one of the walk's own addresses. */
  readonly jibun: string
}

export function resolveUrl(screen: Screen, walkContext: WalkContext): string {
  const { path = screen.route } = screen
  return typeof path === 'string' ? path : path(walkContext)
}

export function heading(name: string | RegExp) {
  return (page: Page) => page.getByRole('heading', { level: 1, name })
}

/** Records of a book: a table, or cards on a phone. */
export function records(name: string) {
  return (page: Page) =>
    page
      .getByRole('grid', { name, exact: true })
      .or(page.getByRole('list', { name, exact: true }))
      .locator('[role=gridcell]:not([data-row="-1"]), [data-card-face]')
}

export function region(name: string) {
  return (page: Page) => page.getByRole('region', { name, exact: true })
}
