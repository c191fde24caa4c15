import { expect, test } from 'vitest'
import { appPaths } from '#contract/app-paths.ts'
import { nonPagePatterns, splitBuiltFiles } from './offline-files.ts'

test('caches no back-office file for visitors, and caches every file for somebody', () => {
  const urls = [
    'index.html',
    'assets/index-1.js',
    'assets/staff-case-book-2.js',
    'about',
    'staff-3.css',
    'assets/x.woff2',
    'assets/PretendardVariable.subset.7-4.woff2',
  ]
  const { shell, staff } = splitBuiltFiles(urls.map((url) => ({ url })))
  expect(staff.map(({ url }) => url)).toEqual([
    'assets/staff-case-book-2.js',
    'staff-3.css',
    'assets/PretendardVariable.subset.7-4.woff2',
  ])
  expect(shell.map(({ url }) => url)).toEqual(['index.html', 'assets/index-1.js', 'about', 'assets/x.woff2'])
})

function isPage(path: string): boolean {
  return !nonPagePatterns.some((pattern) => pattern.test(path))
}

test('serves the app for every app path when offline', () => {
  // Sign-in needs the server anyway.
  const paths = appPaths.filter((path) => !path.startsWith('/oauth/'))
  const examplePaths = paths.map((path) => path.replaceAll(/\$\w+/g, '019aa000-0000-7000-8000-000000000001'))
  expect(examplePaths.filter((path) => !isPage(path))).toEqual([])
  expect(isPage('/services/real-estate?tab=table&search=3.5')).toBe(true)
})

test.each(['/api/health', '/api/blog/1', '/oauth/authorize?state=1', '/docs', '/robots.txt', '/assets/index-1.js'])(
  '%s is never served with the app',
  (path) => {
    expect(isPage(path)).toBe(false)
  },
)
