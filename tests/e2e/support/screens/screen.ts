import type { Locator, Page } from '@playwright/test'
import type { CollectionName } from '#contract/books/collections.ts'
import type { appPaths } from '#contract/app-paths.ts'

/** An address as the router has it, or one that it does not know. */
export type Route = (typeof appPaths)[number] | '/no-such-page'

/** Who walks to a screen. What a visitor sees differs from what staff see at the same address. */
export type Reader = 'visitor' | 'member' | 'staff' | 'superuser'

export type Device = 'desktop' | 'tablet' | 'phone'

/** One screen of the app: how to get there, and how to know that it is there. */
export interface Screen {
  readonly route: Route
  readonly reader: Reader
  /** The address where the route alone does not name it: a tab, or a record for a parameter. */
  readonly address?: string | ((walkContext: WalkContext) => string)
  /** What is on it once it is drawn. */
  readonly shows: (page: Page) => Locator
  /** Leaves a few of many parts that are alike, before axe takes a minute for all of them. */
  readonly narrow?: (page: Page) => Promise<void>
  /** Document title, where search engines read it. */
  readonly title?: string
  /** Staff see it within the public site, whose links are 24 px high and not 44. */
  readonly isOfSite?: true
  /** A list of records: on a tablet at least eleven are in sight, and nothing else scrolls. */
  readonly isList?: true
  /** What can be opened on it, looked over one after the other. */
  readonly states?: readonly State[]
}

export interface State {
  readonly name: string
  /** Leaves the page as it is to be looked over. Each begins where the one before ended. */
  readonly open: (page: Page, walkContext: WalkContext) => Promise<void>
  /** Only this part is new since the screen was looked over. */
  readonly within?: '[role=dialog]'
  /** Where it is opened. Absent: on a desktop. */
  readonly on?: readonly Device[]
}

/** Records that a walk needs, made for it on the server. */
export interface WalkContext {
  readonly url: string
  /** The first record of every book that has a window of its own. */
  readonly firstIds: ReadonlyMap<CollectionName, string>
  /** What the owners of the walk's own cases, units and deposits begin with. */
  readonly name: string
  /** A unit with an owner whose number is known. */
  readonly unitId: string
  /** The lot of an address of the walk's own. */
  readonly jibun: string
}

export function addressOf(screen: Screen, walkContext: WalkContext): string {
  const { address = screen.route } = screen
  return typeof address === 'string' ? address : address(walkContext)
}

/** The first heading. */
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
