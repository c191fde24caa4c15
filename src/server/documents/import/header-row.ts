import type { ImportMapping } from '#contract/excel-import.ts'
import { maskResidentNumbers } from '#contract/resident-number.ts'
import type { Field, FieldPart, RecordDescription } from '#contract/books/field.ts'
import { markTitles } from '#domain/sheet-mark.ts'
import { isImported } from '#domain/template-sheet.ts'
import type { ReadCell } from '../xlsx/sheet.ts'

export interface ImportColumn {
  /** As it stands in the file. */
  readonly header: string
  /** A field's key, or that of a mark (`id`, `base`). Null: the column is not imported (a name that belongs to what is pointed at, 합계 is computed, 순번 counts rows). */
  readonly key: string | null
  readonly label: string | null
  readonly partOf?: PartOf
}

/** Of which field a column's cells are a part, joined with those of its other columns in this order. `isShared`: the column is a field by itself, too. */
export interface PartOf {
  readonly key: string
  readonly part: FieldPart
  readonly order: number
  readonly isShared: boolean
}

export interface HeaderRow {
  /** Index of the header row; the data starts below it. */
  readonly index: number
  readonly columns: readonly ImportColumn[]
}

export interface KnownTitles {
  readonly description: RecordDescription
  /** A row is no header without this column, but for the sheets that were taken out here: their marks say what the rows are. */
  readonly neededKey: string
  /** Columns that are no field by themselves but complete one (a time of day beside its day). */
  readonly extraColumns?: readonly Pick<Field, 'key' | 'label'>[]
  /**
   * The sheets are somebody else's: a person says what their columns mean. By title → key; what it does not name means what its title says. A sheet without any
   * known title is then no mistake.
   */
  readonly mapping?: ImportMapping
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
  if (titles.mapping) return best && countKnown(best.columns) >= 2 ? best : widestTextRow(candidates)
  if (best === undefined || countKnown(best.columns) < 2) return null
  return best.columns.some(({ key }) => key === titles.neededKey || key === 'id') ? best : null
}

const searchedRows = 20

/** Titles nobody knows: the first of the rows with the most words. */
function widestTextRow(candidates: readonly HeaderRow[]): HeaderRow | null {
  const words = ({ columns }: HeaderRow) => columns.filter(({ header }) => header !== '').length
  const widest = candidates.toSorted((a, b) => words(b) - words(a) || a.index - b.index)[0]
  return widest && words(widest) >= 2 ? widest : null
}

function countKnown(columns: readonly ImportColumn[]): number {
  return columns.filter(({ key }) => key !== null).length
}

/** Of two columns with the same meaning the first one counts, unless together they make one field. */
function mapColumns(
  row: readonly ReadCell[],
  titles: KnownTitles,
  keysByTitle: ReadonlyMap<string, string>,
): ImportColumn[] {
  const taken = new Set<string>()
  // A title may be any word, `constructor` too.
  const chosen = new Map(Object.entries(titles.mapping ?? {}))
  const headers = Array.from(row, (cell) =>
    typeof cell === 'string' ? maskResidentNumbers(cutTitle(cell.normalize('NFC').trim())) : '',
  )
  const { joined, spare } = titles.mapping ? noParts : partColumns(headers, titles, keysByTitle)
  return headers.map((header, index) => {
    const partOf = joined.get(index)
    const mapped = chosen.get(header.slice(0, 200))
    const own = mapped === undefined ? keyOfTitle(header, keysByTitle) : mapped
    const key = partOf && !partOf.isShared ? partOf.key : own
    const isMore = partOf?.key !== key && (taken.has(key ?? '') || isJoined(joined, key))
    if (key === null || spare.has(index) || isMore) return { header, key: null, label: null, ...(partOf && { partOf }) }
    taken.add(key)
    return { header, key, label: labelOf(titles, key), ...(partOf && { partOf }) }
  })
}

const longestTitle = 200

/** A cell may hold 32,000 letters, and no title does. Never half of a number, which would not be known for one. */
function cutTitle(text: string): string {
  return text.length <= longestTitle ? text : text.slice(0, longestTitle).replace(/(?<![\d\s.-])[\d\s.-]+$/, '')
}

/** `joined`: by their place, columns that only together are a field. `spare`: parts of one that the sheet has whole as well. */
interface PartColumns {
  readonly joined: ReadonlyMap<number, PartOf>
  readonly spare: ReadonlySet<number>
}

const noParts: PartColumns = { joined: new Map(), spare: new Set() }

function isJoined(joined: PartColumns['joined'], key: string | null): boolean {
  return [...joined.values()].some((part) => part.key === key)
}

function partColumns(
  headers: readonly string[],
  { description }: KnownTitles,
  keysByTitle: ReadonlyMap<string, string>,
): PartColumns {
  const joined = new Map<number, PartOf>()
  const spare = new Set<number>()
  const own = headers.map((header) => keyOfTitle(header, keysByTitle))
  for (const [key, parts] of Object.entries(description.parts ?? {})) {
    const places = parts.flatMap((part: FieldPart, order): [number, PartOf][] => {
      const known = new Set(part.titles.map((title) => plainTitle(title)))
      const index = headers.findIndex(
        (header, at) =>
          known.has(plainTitle(header)) && !joined.has(at) && (part.isField || [null, key].includes(own[at] ?? null)),
      )
      const isShared = ![null, key].includes(own[index] ?? null)
      return index < 0 ? [] : [[index, { key, part, order, isShared }]]
    })
    const exclusive = places.filter(([, { isShared }]) => !isShared)
    const isWhole = own.some((one, index) => one === key && !places.some(([at]) => at === index))
    if (places.length < 2 || exclusive.length === 0) continue
    if (isWhole) for (const [index] of exclusive) spare.add(index)
    else for (const [index, column] of places) joined.set(index, column)
  }
  return { joined, spare }
}

function keyOfTitle(header: string, keysByTitle: ReadonlyMap<string, string>): string | null {
  return keysByTitle.get(plainTitle(header)) ?? keysByTitle.get(plainTitle(header.replace(/\([^()]*\)/g, ''))) ?? null
}

function labelOf({ description, extraColumns = [] }: KnownTitles, key: string): string {
  return [...description.fields, ...extraColumns, ...markColumns].find((field) => field.key === key)?.label ?? key
}

/** Our own sheets have them last, hidden. */
const markColumns = [
  { key: 'id', label: markTitles.id },
  { key: 'base', label: markTitles.base },
] as const

/** A column that says which record a row is, and nothing of the record. */
export function isMark(key: string | null): boolean {
  return markColumns.some((column) => column.key === key)
}

/** What each of these titles means, of two with one meaning the first. */
export function meaningOfTitles(headers: readonly string[], titles: KnownTitles): readonly (string | null)[] {
  return mapColumns(headers, titles, keysOf(titles)).map(({ key }) => key)
}

function keysOf({ description, extraColumns = [] }: KnownTitles): Map<string, string> {
  const columns = [...description.fields.filter(isImported), ...extraColumns, ...markColumns]
  const titles: RecordDescription['titles'] = { id: ['고유 ID'], ...description.titles }
  return new Map(
    columns.flatMap(({ key, label }) =>
      [key, label, ...(titles[key] ?? [])].map((title) => [plainTitle(title), key] as const),
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
