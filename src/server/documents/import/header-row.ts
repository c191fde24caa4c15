import type { Field, RecordDescription } from '#contract/records/field.ts'
import type { ReadCell } from '../xlsx/sheet.ts'

export interface ImportColumn {
  /** As it stands in the file. */
  readonly header: string
  /** A field's key, or `id`. Null: the column is not imported (a name that belongs to what is pointed at, 합계 is computed, 순번 counts rows). */
  readonly key: string | null
  readonly label: string | null
}

export interface HeaderRow {
  /** Index of the header row; the data starts below it. */
  readonly index: number
  readonly columns: readonly ImportColumn[]
}

export interface KnownTitles {
  readonly description: RecordDescription
  /** Other words for the same column, as offices write them (research/domain.md §3.2), by field key; `id` is 번호. */
  readonly otherTitles: Readonly<Record<string, readonly string[]>>
  /** A row is no header without this column. */
  readonly neededKey: string
}

/**
 * Finds the row of column titles and what each title means: offices put a letterhead or a title above their tables, so the first twenty rows are looked
 * at and the one with the most known titles wins. Null when no row names the needed column and at least one more field.
 */
export function findHeaderRow(rows: readonly (readonly ReadCell[])[], titles: KnownTitles): HeaderRow | null {
  const keysByTitle = keysOf(titles)
  const candidates = rows
    .slice(0, searchedRows)
    .map((row, index) => ({ index, columns: mapColumns(row, titles, keysByTitle) }))
  const best = candidates.toSorted((a, b) => countKnown(b.columns) - countKnown(a.columns) || a.index - b.index)[0]
  if (best === undefined || countKnown(best.columns) < 2) return null
  return best.columns.some(({ key }) => key === titles.neededKey) ? best : null
}

const searchedRows = 20

/** What nobody edits, and what is kept secret, no sheet sets. */
export function isImported({ editable, kind }: Field): boolean {
  return editable !== false && kind !== 'secret'
}

function countKnown(columns: readonly ImportColumn[]): number {
  return columns.filter(({ key }) => key !== null).length
}

/** Of two columns with the same meaning the first one counts. */
function mapColumns(
  row: readonly ReadCell[],
  { description }: KnownTitles,
  keysByTitle: ReadonlyMap<string, string>,
): ImportColumn[] {
  const taken = new Set<string>()
  return Array.from(row, (cell) => {
    const header = typeof cell === 'string' ? cell.normalize('NFC').trim() : ''
    const key =
      keysByTitle.get(plainTitle(header)) ?? keysByTitle.get(plainTitle(header.replace(/\(.*?\)/g, ''))) ?? null
    if (key === null || taken.has(key)) return { header, key: null, label: null }
    taken.add(key)
    return { header, key, label: labelOf(description, key) }
  })
}

function labelOf({ fields }: RecordDescription, key: string): string {
  return fields.find((field) => field.key === key)?.label ?? '번호'
}

function keysOf({ description, otherTitles }: KnownTitles): Map<string, string> {
  const keys = [...description.fields.filter(isImported).map(({ key }) => key), 'id']
  return new Map(
    keys.flatMap((key) =>
      [key, labelOf(description, key), ...(otherTitles[key] ?? [])].map((title) => [plainTitle(title), key] as const),
    ),
  )
}

/** Spaces, line breaks, full-width letters, middle dots and the star of required fields make no difference. */
function plainTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·ㆍ・*/,_()[\]]/g, '')
}
