import { expect, test } from 'vitest'
import { looksAtKeys } from './key-reading.ts'
import { listProjectFiles, readProjectFile } from './project-files.ts'

// While Hangul is being composed, Enter, Tab, Escape and the arrows belong to the input method. A
// handler that does not call `isImeKey` first takes them away, and the last syllable is lost or
// duplicated.

test('every screen file that handles keys checks the composition guard first', () => {
  expect(listProjectFiles('src/app/**/*.{ts,tsx}').filter((path) => isUnguarded(path, readProjectFile(path)))).toEqual(
    [],
  )
})

test.each([
  ["if (event.key === 'Enter') save()", true],
  ["if ('Escape' === event.key) close()", true],
  ["switch (event.key) {\n  case 'Tab':", true],
  ["const { key, shiftKey } = event\nif (key === 'Enter') save()", true],
  ["if (event.code == 'KeyC') copy()", true],
  ["if (['Enter', 'Tab'].includes(event.key)) save()", true],
  ["import { isImeKey } from './composition.ts'\nif (event.key === 'Enter') save()", true],
  [
    "import { isImeKey } from '#app/ui/text-editing/composition.ts'\nif (isImeKey(event)) return\nif (event.key === 'Enter') save()",
    false,
  ],
  ['if (field.key === column.key) return', false],
  ["const name = field.key\nif (error.code === 'conflict') merge()", false],
])('%j is unguarded: %s', (source, expected) => {
  expect(isUnguarded('src/app/features/site/x.tsx', source)).toBe(expected)
})

function isUnguarded(path: string, source: string): boolean {
  if (path.endsWith('/composition.ts') || /[.]test[.]tsx?$/.test(path)) return false
  return looksAtKeys(source) && !callsGuard(source)
}

function callsGuard(source: string): boolean {
  return /import \{[^}]*\bisImeKey\b[^}]*\} from '[^']*\/composition[.]ts'/.test(source) && /\bisImeKey\(/.test(source)
}
