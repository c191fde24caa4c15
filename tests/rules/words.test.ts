import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

// Migrations keep their text: a database remembers the digest of each that it has run.
const code = [
  'vite.config.ts',
  ...listProjectFiles('{src,sw,tests}/**/*.{ts,tsx,css}').filter((path) => !path.startsWith('tests/rules/')),
]

test('code refers to no document outside the repository', () => {
  expect(code.flatMap((path) => findWords(path, readProjectFile(path), outsideReference))).toEqual([])
})

test.each(['// as spec 2 §5 says', '/** (decision 33) */', '// design §6', '// see grid.md', '// research/sync.md'])(
  'a reference to a document outside is reported: %s',
  (text) => expect(findWords('a.ts', text, outsideReference)).toHaveLength(1),
)

test('names use no outdated words', () => {
  expect(code.flatMap((path) => findWords(path, readProjectFile(path), oldName))).toEqual([])
})

test.each(['const mostRows = 3', 'readonly longestMs: number', 'type TaskGround = string', 'interface BulkNeed {'])(
  'an outdated name is reported: %s',
  (text) => expect(findWords('a.ts', text, oldName)).toHaveLength(1),
)

test.each(['const mostFrequent = 3', 'const maxRows = 3', 'type TaskContext = string'])(
  '%s is not reported as outdated',
  (text) => expect(findWords('a.ts', text, oldName)).toEqual([]),
)

test('comments use no odd words', () => {
  expect(code.flatMap((path) => findWords(path, extractComments(readProjectFile(path)), oddWord))).toEqual([])
})

test.each(['/** Whoever asks. */', '// drawn anew', '/* refused for good */'])('an odd word is reported: %s', (text) =>
  expect(findWords('a.ts', extractComments(text), oddWord)).toHaveLength(1),
)

test('the same words outside of comments are allowed', () => {
  expect(findWords('a.ts', extractComments("const anew = 'https://whoever.test'"), oddWord)).toEqual([])
})

test('titles of tests are at most 100 characters in plain words', () => {
  const tests = code.filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))
  expect(tests.flatMap((path) => findOddTitles(path, readProjectFile(path)))).toEqual([])
})

test.each(['whoever edits is told of it', 'an edit stays in sight', `refuses ${'a very '.repeat(20)}long text`])(
  'an odd or long title is reported: %s',
  (title) => expect(findOddTitles('a.test.ts', `test('${title}', () => {})`)).toHaveLength(1),
)

test('files named in comments exist', () => {
  const known = listProjectFiles('{src,sw,tests}/**/*')
    .map((path) => `/${path}`)
    .concat('/vite.config.ts')
  const findMissing = (path: string) =>
    [...extractComments(readProjectFile(path)).matchAll(fileName)]
      .map(([name]) => name)
      .filter((name) => !known.some((knownPath) => knownPath.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`)
  expect(code.flatMap(findMissing)).toEqual([])
  expect([...'// see gone/file.ts and row.tsx'.matchAll(fileName)].map(([name]) => name)).toEqual([
    'gone/file.ts',
    'row.tsx',
  ])
})

test('lines of comments are at most 100 columns wide', () => {
  expect(code.flatMap((path) => findWideComments(path, readProjectFile(path)))).toEqual([])
  expect(findWideComments('a.ts', `// ${'word '.repeat(20)}end`)).toEqual(['a.ts:1'])
})

const outsideReference =
  /\b[Ss]pec [123]\b|\b[Dd]ecision \d+|\b(?:design|grid|sync|domain|house|decisions)(?:\.md| §)|\bresearch\/[a-z]+\.md/g
const oldName =
  /\b(?:const|let|readonly) (?:most|longest|usual)(?!Frequent)[A-Z]\w*|\b(?:type|interface|class) \w+(?:Ground(?! =.*\bdepositGrounds)|Need|Seam|Hands|Company)\b/g
const fileName = /(?<![\w/.#-])(?:[a-z0-9-]+\/)*[a-z][a-z0-9-]+(?:\.[a-z]+)*\.(?:tsx?|css)\b/g
const oddWord = /\b(?:whoever|anew|for good)\b/gi
const title = /\b(?:test|describe)(?:\.\w+)*(?:\([^\n]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
const oddTitle = /\b(?:whoever|anew|for good|beside|told of|in sight|by then|lets? go of)\b|^.{141}/i

function findOddTitles(path: string, text: string): string[] {
  return [...text.matchAll(title)].flatMap(([, , words = '']) => (oddTitle.test(words) ? [`${path}: ${words}`] : []))
}

function findWords(path: string, text: string, words: RegExp): string[] {
  return [...text.matchAll(words)].map(([word]) => `${path}: ${word}`)
}

function extractComments(text: string): string {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g)].map(([comment]) => comment).join('\n')
}

/** Comments on separate lines; a URL or a directive of the linter cannot be broken. */
function findWideComments(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > 100 && /^\s*(?:\/\*|\/\/|\* )/.test(line) && !/https?:|oxlint-|[│─]/.test(line)
        ? [`${path}:${index + 1}`]
        : [],
    )
}
