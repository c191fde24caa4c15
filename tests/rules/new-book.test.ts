import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cost, plantBook } from './new-book/plant-book.ts'

/**
 * What a mirrored list with screen, form, filters, import, export, history, undo, offline edit and tests costs (design §2): business trips are added to a copy of the project.
 * That the copy compiles and has everything that a book must have is shown by new-book.process.test.ts.
 */
let copy: string
let cost: Cost
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-book-'))
  cost = plantBook(join(import.meta.dirname, '../..'), copy)
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }), 60_000)

test('a new book touches at most 8 files and adds at most 500 lines', () => {
  expect(cost.files.length, cost.files.join('\n')).toBeLessThanOrEqual(8)
  expect(cost.lines).toBeLessThanOrEqual(500)
})
