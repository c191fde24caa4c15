import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

// The e2e tests of one worker share an office, and a test finds its records by the beginning of
// their names.

test('no e2e test gives its records names that another e2e test finds', () => {
  const stories = listProjectFiles('tests/{e2e,browsers}/**/*.spec.ts')
  const names = stories.flatMap((file) => recordNames(readProjectFile(file)).map((name) => ({ file, ...name })))
  expect(names.length).toBeGreaterThan(50)
  expect(findClashes(names)).toEqual([])
})

test.each([
  [['봉인', '봉인선택'], ['봉인선택 (b) holds 봉인 (a)']],
  [['선택', '봉인선택'], ['봉인선택 (b) holds 선택 (a)']],
  [['같은', '같은'], ['같은 (b) holds 같은 (a)']],
  [['둘째', '셋째'], []],
])('the names %j clash: %j', ([a = '', b = ''], clashes) => {
  const buildSource = (name: string) => `await makeCases(colleague, \`${name}\${place}\`, 2)`
  const names = [a, b].flatMap((name, index) =>
    recordNames(buildSource(name)).map((found) => ({ file: index === 0 ? 'a' : 'b', ...found })),
  )
  expect(findClashes(names)).toEqual(clashes)
})

interface RecordName {
  /** The function that creates the records; records of different books cannot clash. */
  readonly maker: string
  readonly name: string
}

/**
 * Names that a test passes to `makeCases` and `makeDeposits`, up to the part that varies in a loop.
 */
function recordNames(source: string): RecordName[] {
  const calls = source.matchAll(/\b(makeCases|makeDeposits)\(\s*\w+,\s*['`]([^'`$]+)/g)
  return [...calls].map(([, maker = '', name = '']) => ({ maker, name }))
}

function findClashes(names: readonly (RecordName & { readonly file: string })[]): string[] {
  return names.flatMap((record) =>
    names
      .filter(({ file, maker, name }) => file !== record.file && maker === record.maker && name.includes(record.name))
      .filter(({ file, name }) => name !== record.name || file > record.file)
      .map(({ file, name }) => `${name} (${file}) holds ${record.name} (${record.file})`),
  )
}
