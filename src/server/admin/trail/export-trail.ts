import type { Readable } from 'node:stream'
import type { RawBuilder } from 'kysely'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { trailDescription, type TrailEntry } from '#contract/trail/trail.ts'
import { fieldColumn, sheetRow, type SourcedColumn } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import { bookLayout, rowsPerChunk, sheetNameOf } from '#server/documents/export/write-book.ts'
import { acquireSlot } from '#server/documents/worker-limits.ts'
import type { SheetChunk } from '#server/documents/xlsx/sheet.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import { readTrail } from './read-trail.ts'

/** An Excel sheet has at most 1,048,576 rows. */
const maxRows = 1_000_000
/** An Excel cell holds at most 32,767 characters. */
const maxCellLength = 32_000

/**
 * Rows of the trail before `newest` that match `condition`, as a sheet with the columns of the
 * screen plus all other known columns.
 */
export function exportTrail(db: Database, condition: RawBuilder<boolean>, newest: number): Readable {
  return writeSheet(bookLayout(sheetNameOf(trailDescription.label), columns), readChunks(db, { condition, newest }))
}

const columns: readonly SourcedColumn<TrailEntry>[] = [
  ...trailDescription.fields.map((field: Field) =>
    fieldColumn<TrailEntry>(field, (entry) => textOf(entry[field.key as keyof TrailEntry])),
  ),
  { header: '상세', kind: 'text', width: 60, cell: ({ detail }) => detailText(detail) },
]

function textOf(value: unknown): FieldValue {
  return typeof value === 'string' ? value : null
}

function detailText(detail: unknown): string | null {
  return detail === null ? null : JSON.stringify(detail).slice(0, maxCellLength)
}

async function* readChunks(
  db: Database,
  { condition, newest }: { condition: RawBuilder<boolean>; newest: number },
): AsyncGenerator<SheetChunk> {
  const releaseTurn = await acquireSlot('write')
  try {
    let after: TrailEntry | undefined
    for (let written = 0; written < maxRows; written += rowsPerChunk) {
      const { entries, hasMore } = await readTrail(db, condition, { newest, after, limit: rowsPerChunk })
      yield { rows: entries.map((entry) => sheetRow(columns, entry)) }
      after = entries.at(-1)
      if (!hasMore) break
    }
  } finally {
    releaseTurn()
  }
}
