import { expect, test } from 'vitest'
import { looksAtKeys } from './key-reading.ts'
import { listProjectFiles, readProjectFile } from './project-files.ts'

// The sheet of keys (F1) is generated from key-commands.ts. A key that a file of the table handles
// by itself would be missing there, and would work in states where the list says otherwise.

/** Parts with their own focus, and the one key each handles besides the browser's. */
const ownFocus = {
  'src/app/ui/data-table/paging/paging-bar.tsx': 'Enter in the field 페이지 이동',
  'src/app/ui/data-table/cells/conflict-card.tsx': 'Escape on the buttons of a conflict, back to the cell',
}

test('only the key list and parts with a focus of their own handle keys of the table', () => {
  const files = listProjectFiles('src/app/ui/data-table/**/*.{ts,tsx}').filter((path) => !/[.]test[.]tsx?$/.test(path))
  const binders = files.filter((path) => looksAtKeys(readProjectFile(path)))
  expect(binders).toEqual(Object.keys(ownFocus).toSorted())
})

test('only the cell input and a few listed parts of the table listen to key events', () => {
  const files = listProjectFiles('src/app/ui/data-table/**/*.{ts,tsx}').filter((path) => !/[.]test[.]tsx?$/.test(path))
  const hearers = files.filter((path) => /onKey(Down|Up|Press)=|['"]key(down|up|press)['"]/.test(readProjectFile(path)))
  expect(hearers).toEqual(
    [
      ...Object.keys(ownFocus),
      'src/app/ui/data-table/screen-reader/cell-events.ts',
      'src/app/ui/data-table/editing/cell-input-events.ts',
      'src/app/ui/data-table/commands/screen-keys.ts',
      'src/app/ui/data-table/commands/last-pointer.ts',
    ].toSorted(),
  )
})
