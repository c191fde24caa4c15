import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cost, plantBook } from './new-book/plant-book.ts'

/**
 * Cost of a mirrored list with screen, form, filters, import, export, history, undo, offline edit
 * and tests: adds business trips to a copy of the project. new-book.process.test.ts shows that the
 * copy compiles and has everything that a book must have.
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
