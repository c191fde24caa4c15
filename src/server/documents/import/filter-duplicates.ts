import { josa } from 'es-hangul'
import { sql } from 'kysely'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { isImportable } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import { canViolateUnique, type WritableBook } from '#server/writes/writable-book.ts'
import type { ImportError, KnownRow, ValidRow } from './sheet-row.ts'

interface FilteredRows {
  readonly fresh: readonly ValidRow[]
  readonly knownRows: readonly KnownRow[]
  readonly errors: readonly ImportError[]
  readonly warnings: ImportReport['warnings']
}

export interface BookOfRecords {
  readonly book: WritableBook
  /**
   * Text or reference fields that distinguish most records, the first one required and indexed.
   * Duplicates are looked for among records with equal values in these fields.
   */
  readonly sharedKeys: readonly [string, ...string[]]
  /** Names of the book and its records in messages. */
  readonly words: { readonly book: string; readonly record: string }
}

/**
 * Guards against importing a sheet twice. A row with a unique value that another record has is
 * refused. A new row equal in every field to a record or another row may be intended (two units of
 * one owner) and is only reported.
 */
export async function filterDuplicates(
  db: Database,
  imported: BookOfRecords,
  rows: { readonly good: readonly ValidRow[]; readonly knownRows: readonly KnownRow[] },
): Promise<FilteredRows> {
  const errors = await findTakenValues(db, imported, [...rows.good, ...rows.knownRows])
  const invalidRows = new Set(errors.map(({ row }) => row))
  const isValid = ({ row }: ValidRow) => !invalidRows.has(row)
  const fresh = rows.good.filter(isValid)
  const equalRows = await findEqualRows(db, imported, fresh)
  const bookWarnings = fresh
    .filter(({ row }) => equalRows.has(row))
    .map(({ row }) => ({
      row,
      message: `같은 내용의 ${josa(imported.words.record, '이/가')} ${imported.words.book}에 있습니다.`,
    }))
  return {
    fresh,
    knownRows: rows.knownRows.filter(isValid),
    errors,
    warnings: [...bookWarnings, ...findRepeats(listFieldKeys(imported), fresh)].toSorted((a, b) => a.row - b.row),
  }
}

/** Rows whose unique value is already taken by another record of the book or by a row above. */
async function findTakenValues(db: Database, { book, words }: BookOfRecords, rows: readonly (ValidRow | KnownRow)[]) {
  const { unique, fields } = book
  if (!unique) return []
  const { key, within } = unique
  const label = fields.find((field) => field.key === key)?.label ?? ''
  const getScope = (record: Readonly<Record<string, unknown>>) => (within === undefined ? null : record[within])
  const uniqueValues = rows
    .filter((importRow) =>
      canViolateUnique(book, { before: 'exported' in importRow ? {} : null, changes: importRow.fields }),
    )
    .map((importRow) => ({
      row: importRow.row,
      id: 'exported' in importRow ? importRow.exported.id : null,
      record: mergeFields(importRow),
    }))
    .flatMap(({ row, id, record }) => {
      const value = record[key]
      return typeof value === 'string' ? [{ row, id, value, name: JSON.stringify([getScope(record), value]) }] : []
    })
  if (uniqueValues.length === 0) return []
  const takenValues = await sql<{ id: string; value: string; scope: string | null }>`
    select id, ${sql.ref(key)} as value, ${within === undefined ? sql`null` : sql.ref(within)} as scope
    from ${sql.table(book.table)} where ${sql.ref(key)} = any(${uniqueValues.map(({ value }) => value)}::text[])
  `.execute(db)
  const idByValue = new Map(takenValues.rows.map(({ id, value, scope }) => [JSON.stringify([scope, value]), id]))
  const firstRows = new Map(uniqueValues.toReversed().map(({ row, name }) => [name, row]))
  return uniqueValues.flatMap(({ row, id, value, name }): ImportError[] => {
    const first = firstRows.get(name) ?? row
    if ((idByValue.get(name) ?? id) !== id)
      return [{ row, field: key, value, message: `${words.book}에 이미 있는 ${label}입니다.` }]
    return first === row
      ? []
      : [{ row, field: key, value, message: `파일의 ${first}행과 ${josa(label, '이/가')} 같습니다.` }]
  })
}

function mergeFields(importRow: ValidRow | KnownRow): Readonly<Record<string, unknown>> {
  return 'exported' in importRow ? { ...importRow.exported.state.current, ...importRow.fields } : importRow.fields
}

function listFieldKeys({ book }: BookOfRecords): string[] {
  return book.fields.filter(isImportable).map(({ key }) => key)
}

/**
 * Numbers of rows whose values already exist in the book. Joined by the shared keys; the other
 * fields are compared on that result.
 */
async function findEqualRows(db: Database, imported: BookOfRecords, fresh: readonly ValidRow[]): Promise<Set<number>> {
  const entries = JSON.stringify(fresh.map(({ row, fields }) => ({ row, entry: fields })))
  const table = sql.table(imported.book.table)
  const [first, ...otherKeys] = imported.sharedKeys
  const pair = (key: string) => [sql.ref(`r.${key}`), sql.ref(`entry.${key}`)] as const
  const [storedColumn, enteredColumn] = pair(first)
  const joined = otherKeys.map(pair).map(([left, right]) => sql` and coalesce(${left}, '') = coalesce(${right}, '')`)
  const same = listFieldKeys(imported)
    .map(pair)
    .map(([left, right]) => sql`${left} is not distinct from ${right}`)
  const duplicates = await sql<{ row: number }>`
    select distinct given.row
    from jsonb_to_recordset(${entries}::jsonb) as given (row integer, entry jsonb)
    cross join lateral jsonb_populate_record(null::${table}, given.entry) entry
    join ${table} r on ${storedColumn} = ${enteredColumn}${sql.join(joined, sql``)}
    where ${sql.join(same, sql` and `)}
  `.execute(db)
  return new Set(duplicates.rows.map(({ row }) => row))
}

function findRepeats(fieldKeys: readonly string[], fresh: readonly ValidRow[]): ImportReport['warnings'] {
  const firstByContent = new Map<string, number>()
  return fresh.flatMap(({ row, fields }) => {
    const content = JSON.stringify(fieldKeys.map((key) => fields[key]))
    const first = firstByContent.get(content)
    if (first === undefined) firstByContent.set(content, row)
    return first === undefined ? [] : [{ row, message: `파일의 ${first}행과 내용이 같습니다.` }]
  })
}
