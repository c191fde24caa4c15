import { expect, test } from 'vitest'
import { appPaths } from '#contract/app-paths.ts'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import type { Screen } from '../e2e/support/screens/screen.ts'
import { screens } from '../e2e/support/screens/screens.ts'
import { readProjectFile } from './project-files.ts'

/** Screens with several tabs, with the file that names the tabs. */
const tabbedRoutes = {
  '/settings': 'src/app/features/admin/settings-page.tsx',
  '/settings/server': 'src/app/features/admin/server-page.tsx',
  '/services/real-estate': 'src/app/features/real-estate/real-estate-page.tsx',
  '/services/deposit': 'src/app/features/deposit-cases/deposit-page.tsx',
} as const

/** Routes that the list of screens lacks. */
function findRoutesWithoutScreen(routes: readonly string[], listed: readonly Screen[]): string[] {
  return routes.filter((route) => !listed.some((screen) => screen.route === route))
}

/** Tab URLs that the list of screens lacks. */
function findTabsWithoutScreen(route: string, source: string, listed: readonly Screen[]): string[] {
  const tabs = [...source.matchAll(/key: '([\w-]+)',\s+label: '/g)].map(([, tab]) => `${route}?tab=${tab}`)
  if (tabs.length === 0) throw new Error(`found no tabs of ${route}`)
  return tabs.filter((path) => !listed.some((screen) => screen.path === path))
}

test('every route of the router is on the list of screens (tests/e2e/support/screens)', () => {
  expect(findRoutesWithoutScreen(appPaths, screens)).toEqual([])
})

test('every tab of a screen with tabs is on the list of screens', () => {
  const missing = Object.entries(tabbedRoutes).flatMap(([route, file]) =>
    findTabsWithoutScreen(route, readProjectFile(file), screens),
  )
  expect(missing).toEqual([])
})

test('the list of screens contains the window of every book whose records open in one', () => {
  const context = { url: '', name: '', unitId: '', jibun: '', firstIds: new Map() }
  const windows = screens
    .filter(({ route }) => route === '/popup/$kind/$id')
    .map(({ path }) => (typeof path === 'function' ? path(context) : path))
  const books = collectionNames.filter((name) => getBook(name).hasWindow)
  expect(books.length).toBeGreaterThan(3)
  expect(books.filter((name) => !windows.some((path) => path?.startsWith(`/popup/${name}/`)))).toEqual([])
})

test('a new route and a new tab are reported', () => {
  expect(findRoutesWithoutScreen([...appPaths, '/staff/new-book'], screens)).toEqual(['/staff/new-book'])
  const source = "{ key: 'people', label: '사용자 관리' }, { key: 'new-tab', label: '새 탭' }"
  expect(findTabsWithoutScreen('/settings', source, screens)).toEqual(['/settings?tab=new-tab'])
})
