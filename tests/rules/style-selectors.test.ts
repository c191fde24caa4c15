import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

/**
 * Class variants that end in "any element" next to or after another (`[&+*]`, `[&>*:nth-child(2)]`,
 * `peer-…`). The browser then checks them against every element of the page, and again whenever a
 * child comes or goes: one such class in the blog's editor made each step of an arrow key in the
 * table a third slower. Give the element itself its class, or wrap it.
 */
const universalVariant =
  /\[&[^\]\s]*(?:[+~]\*|\*:(?:nth-|first-|last-|only-)|[>_]:(?:nth-|first-|last-|only-|not\())[^\]\s]*\]:|\bpeer-\w+:/

test('no class has a selector that is matched against every element of the page', () => {
  const paths = [...listProjectFiles('src/app/**/*.tsx'), ...listProjectFiles('src/app/**/*.ts')]
  const found = paths.flatMap((path) =>
    readProjectFile(path)
      .split('\n')
      .flatMap((line, index) => (universalVariant.test(line) ? `${path}:${index + 1}` : [])),
  )
  expect(found).toEqual([])
  expect(paths.length).toBeGreaterThan(100)
})

test.each([
  ['flex [&:not(:empty)+*]:mt-2', true],
  ['[&~*]:hidden', true],
  ['folding:[&>*:nth-child(n+2)]:hidden', true],
  ['[&>:first-child]:mt-0', true],
  ['peer-checked:underline', true],
  ['max-sm:[&>*]:shrink-0', false],
  ['[&>button]:opacity-0', false],
  ['not-first:min-h-112 first:mt-0 group-hover/row:border-l', false],
])('%j is matched against every element: %s', (classes, expected) => {
  expect(universalVariant.test(classes)).toBe(expected)
})

test('no variant is defined twice, where the later definition would replace the first', () => {
  const variants = listProjectFiles('src/app/**/*.css').flatMap((path) => listVariantNames(readProjectFile(path)))
  expect(variants.length).toBeGreaterThan(5)
  expect(variants.filter((name, index) => variants.indexOf(name) !== index)).toEqual([])
  expect(listVariantNames('@custom-variant low (@media (height < 2rem));\n@custom-variant night {')).toEqual([
    'low',
    'night',
  ])
})

function listVariantNames(css: string): string[] {
  return [...css.matchAll(/@custom-variant ([a-z-]+)/g)].map(([, name = '']) => name)
}
