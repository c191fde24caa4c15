import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

// Names of one developer's machine must not reach files that everybody gets. The words are
// assembled so that this file itself passes.
const joinFolder = (...names: string[]): string => ['', ...names, ''].join('/')
const registry = 'registry'
const tracePatterns = [
  new RegExp(
    `(^|[^\\w.~-])(${[joinFolder('work'), joinFolder('tmp'), joinFolder('root'), joinFolder('home', '\\w+')].join('|')})\\w`,
  ),
  new RegExp(
    `https?://(?!registry[.]npmjs[.]org)[\\w.-]*(${[registry, 'verdaccio', 'artifactory', 'nexus'].join('|')})[\\w.:-]*/`,
  ),
]

test('no committed file names a path or a package registry of the machine it was written on', () => {
  const paths = listProjectFiles('**/*').concat(listProjectFiles('.*'), listProjectFiles('.ci/*'))
  const texts = paths.filter((path) => !/[.](png|ico|jpe?g|webp|woff2?|ttf|otf|xlsx?|pdf|zip|gz)$/.test(path))
  expect(texts.flatMap(findTraces)).toEqual([])
  expect(texts.length).toBeGreaterThan(100)
})

test.each([
  ["'/wo' + 'rk/main'", false],
  [joinFolder('work', 'main').concat('x'), true],
  [`"resolved": "http://${registry}.local:4873/zod"`, true],
  ['"resolved": "https://registry.npmjs.org/zod/-/zod-4.tgz"', false],
  [`readFile('${joinFolder('tmp')}out.json')`, true],
  [`https://example.org${joinFolder('home')}`, false],
])('%j is a trace: %s', (line, expected) => {
  expect(tracePatterns.some((pattern) => pattern.test(line))).toBe(expected)
})

function findTraces(path: string): string[] {
  const lines = readProjectFile(path).split('\n')
  return lines.flatMap((line, index) =>
    tracePatterns.some((pattern) => pattern.test(line)) ? `${path}:${index + 1}` : [],
  )
}
