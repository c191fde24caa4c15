import ts from 'typescript'
import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

test('nothing spreads a literal that could be written out', () => {
  const files = listProjectFiles('{src,sw,tests}/**/*.{ts,tsx}')
  expect(files.flatMap((path) => findLiteralSpreads(path, readProjectFile(path)))).toEqual([])
})

test.each([
  ['an object in an object', 'const a = { ...{ b, c } }'],
  ['a list in a list', 'const a = [...[b, c]]'],
  ['a list of arguments', 'call(...[b, c])'],
  ['properties of an element', 'const a = <Row {...{ b, c }} />'],
])('a literal spread is reported: %s', (_name, text) => {
  expect(findLiteralSpreads('a.tsx', text)).toEqual(['a.tsx:1'])
})

test.each(['const a = { ...(b ? { c } : {}) }', 'const a = [...[1, 2].map(call)]', 'call(...b)'])(
  'a spread that does something is allowed: %s',
  (text) => {
    expect(findLiteralSpreads('a.tsx', text)).toEqual([])
  },
)

function findLiteralSpreads(path: string, text: string): string[] {
  if (!/\.\.\.[[{]/.test(text)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isLiteralSpread(node)) {
      found.push(`${path}:${String(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isLiteralSpread(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node) && !ts.isJsxSpreadAttribute(node)) return false
  return ts.isObjectLiteralExpression(node.expression) || ts.isArrayLiteralExpression(node.expression)
}
