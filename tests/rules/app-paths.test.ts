import { expect, test } from 'vitest'
import { pageTitles } from '../../src/app/features/site/page-metadata.ts'
import { appPaths, isAppPath, isPublicPath, publicPaths } from '../../src/contract/app-paths.ts'
import { readProjectFile } from './project-files.ts'

/** The router's paths, parsed from its source, because importing it would load every screen. */
const routed = ['router', 'site-routes'].flatMap((file) =>
  [
    ...readProjectFile(`src/app/routes/${file}.tsx`).matchAll(
      /^ {2}(?:path: |\.\.\.(?:sitePage|staffScreen)\()'([^']+)'.*,$/gm,
    ),
  ].map((match) => match[1]),
)

test('the server knows every path of the router, because it returns 404 for unknown ones', () => {
  expect(routed.length).toBeGreaterThan(15)
  expect(routed.filter((path) => !appPaths.some((known) => known === path))).toEqual([])
})

test.each([
  ['/', true],
  ['/about', true],
  ['/about/', true],
  ['/services/civil', true],
  ['/popup/real-estate/1', true],
  ['/blog/2', true],
  ['/blog/2/3', false],
  ['/popup/real-estate', false],
  ['/popup//1', false],
  ['/services/patents', false],
  ['//about', false],
  ['/wp-login', false],
])('%s is a path of the app: %s', (path, expected) => {
  expect(isAppPath(path)).toBe(expected)
})

test('search engines see every page of the site except /services and /features', () => {
  expect([...publicPaths].toSorted()).toEqual(
    Object.keys(pageTitles)
      .filter((path) => path !== '/services' && path !== '/features')
      .toSorted(),
  )
})

test.each([
  ['/', true],
  ['/services/deposit/', true],
  ['/blog/2', true],
  ['/services', false],
  ['/staff/blog/2', false],
  ['/quick', false],
])('%s is for search engines: %s', (path, expected) => {
  expect(isPublicPath(path)).toBe(expected)
})
