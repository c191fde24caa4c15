import type { Field, FieldPart, RecordDescription } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import type { ImportMapping } from '#contract/records/excel-import.ts'
import { isImportable, rowIdTitles } from '#domain/sheets/record-sheet.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'

/**
 * Unique display names of the columns: the title, or Excel's column letter where the title is empty
 * or repeated.
 */
function nameColumns(titles: readonly string[]): readonly string[] {
  const used = new Set<string>()
  return titles.map((title, index) => {
    const letter = `${toColumnLetter(index)}열`
    const name = [title, title === '' ? letter : `${title.slice(0, maxTitle)} (${letter})`].find(
      (candidate) => candidate !== '' && !used.has(candidate),
    )
    used.add(name ?? '')
    return name ?? `${letter} (${index + 1})`
  })
}

/** Leaves room for the letter in the name. */
const maxTitle = 180

/** Excel's column names: A, …, Z, AA. */
function toColumnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : toColumnLetter(Math.floor(index / 26) - 1) + last
}

export interface ImportColumn {
  /** The title as in the file. */
  readonly header: string
  /** Display name: the title, with the column letter if the title is empty or repeated. */
  readonly name: string
  /**
   * A field's key, or `id` or `base` of a row id. Null: the column is not imported (a name that
   * belongs to a referenced record, 합계 is computed, 순번 counts rows).
   */
  readonly key: string | null
  readonly label: string | null
  readonly partOf?: PartOf
}

/**
 * The field of which a column is a part; its columns are joined in this order. `isShared`: the
 * column is also a field itself.
 */
interface PartOf {
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
  readonly book: RecordDescription
  /**
   * A header row must have this column, except in sheets exported here, whose row ids identify the
   * rows.
   */
  readonly requiredKey: string
  /** Columns that are not a field themselves but complete one (a time next to its date). */
  readonly extraColumns?: readonly Pick<Field, 'key' | 'label'>[]
  /** The user's mapping, by name → key; other columns follow their titles. */
  readonly mapping?: ImportMapping
  /** The user can map columns, so a sheet without known titles is not an error. */
  readonly isChosen?: boolean
}

/**
 * Finds the row of column titles and what each title means. Offices put a letterhead or a title
 * above their tables, so the first twenty rows are checked and the one with the most known titles
 * wins. Null when no row names the needed column and at least one more field. The user's mapping
 * applies to that row and does not choose another.
 */
export function findHeaderRow(rows: readonly (readonly ParsedCell[])[], titles: KnownTitles): HeaderRow | null {
  const keysByTitle = mapTitlesToKeys(titles)
  const index = findHeaderIndex(rows, titles, keysByTitle)
  if (index === null) return null
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0)
  const row = Array.from({ length: width }, (_, column) => rows[index]?.[column] ?? null)
  return { index, columns: mapColumns(row, titles, keysByTitle) }
}

function findHeaderIndex(
  rows: readonly (readonly ParsedCell[])[],
  { mapping: _mapping, ...titles }: KnownTitles,
  keysByTitle: ReadonlyMap<string, string>,
): number | null {
  const candidates = rows
    .slice(0, searchedRows)
    .map((row, index) => ({ index, columns: mapColumns(row, titles, keysByTitle) }))
  const best = candidates.toSorted((a, b) => countKnown(b.columns) - countKnown(a.columns) || a.index - b.index)[0]
  const isKnown = best !== undefined && countKnown(best.columns) >= 2
  if (titles.isChosen) return (isKnown ? best : findWidestTextRow(candidates))?.index ?? null
  if (!isKnown) return null
  return best.columns.some(({ key }) => key === titles.requiredKey || key === 'id') ? best.index : null
}

const searchedRows = 20

/** For unknown titles: the first of the rows with the most texts. */
function findWidestTextRow(candidates: readonly HeaderRow[]): HeaderRow | null {
  const textCells = ({ columns }: HeaderRow) => columns.filter(({ header }) => header !== '').length
  const widest = candidates.toSorted((a, b) => textCells(b) - textCells(a) || a.index - b.index)[0]
  return widest && textCells(widest) >= 2 ? widest : null
}

function countKnown(columns: readonly ImportColumn[]): number {
  return columns.filter(({ key }) => key !== null).length
}

/**
 * Of two columns with the same meaning the first one counts, unless together they form one field.
 * The user's mapping takes precedence over titles.
 */
function mapColumns(
  row: readonly ParsedCell[],
  titles: KnownTitles,
  keysByTitle: ReadonlyMap<string, string>,
): ImportColumn[] {
  const headers = Array.from(row, (cell) =>
    typeof cell === 'string' ? maskResidentNumbers(cutTitle(cell.normalize('NFC').trim())) : '',
  )
  const names = nameColumns(headers)
  const meanings = resolveChosenKeys(names, titles)
  const used = new Set<string | null>([...meanings.values()])
  const { joined, unused } = findPartColumns(
    headers.map((header, index) => (meanings.has(index) ? '' : header)),
    { titles, keysByTitle, used },
  )
  return headers.map((header, index) => {
    const head = { header, name: names[index] ?? header }
    const chosen = meanings.get(index)
    if (chosen !== undefined) return { ...head, key: chosen, label: chosen === null ? null : findLabel(titles, chosen) }
    const partOf = joined.get(index)
    const key = partOf && !partOf.isShared ? partOf.key : findKeyByTitle(header, keysByTitle)
    const isDuplicate = partOf?.key !== key && (used.has(key) || isJoined(joined, key))
    if (key === null || unused.has(index) || isDuplicate)
      return { ...head, key: null, label: null, ...(partOf && { partOf }) }
    used.add(key)
    return { ...head, key, label: findLabel(titles, key), ...(partOf && { partOf }) }
  })
}

/**
 * The user's mapping by column index. If two columns are mapped to one field, the first counts;
 * fields that imports cannot set are ignored.
 */
function resolveChosenKeys(names: readonly string[], titles: KnownTitles): ReadonlyMap<number, string | null> {
  // A Map, because a title may be any word, even `constructor`.
  const mapping = new Map(Object.entries(titles.mapping ?? {}))
  const fields = new Set(
    [...titles.book.fields.filter(isImportable), ...(titles.extraColumns ?? [])].map(({ key }) => key),
  )
  const chosen = new Map<number, string | null>()
  for (const [index, name] of names.entries()) {
    const key = mapping.get(name)
    if (key === undefined) continue
    chosen.set(index, key !== null && fields.has(key) && ![...chosen.values()].includes(key) ? key : null)
  }
  return chosen
}

const maxTitleLength = 200

/**
 * A cell may hold 32,000 letters; no title does. Never cuts through a number, which would then
 * escape masking.
 */
function cutTitle(text: string): string {
  return text.length <= maxTitleLength ? text : text.slice(0, maxTitleLength).replace(/(?<![\d\s.-])[\d\s.-]+$/, '')
}

/**
 * `joined`: by column index, columns that together form a field. `unused`: parts of a field that
 * the sheet also has as a whole.
 */
interface PartColumns {
  readonly joined: ReadonlyMap<number, PartOf>
  readonly unused: ReadonlySet<number>
}

function isJoined(joined: PartColumns['joined'], key: string | null): boolean {
  return [...joined.values()].some((part) => part.key === key)
}

/** `used`: fields that already have a column. */
function findPartColumns(
  headers: readonly string[],
  {
    titles: { book },
    keysByTitle,
    used,
  }: { titles: KnownTitles; keysByTitle: ReadonlyMap<string, string>; used: ReadonlySet<string | null> },
): PartColumns {
  const joined = new Map<number, PartOf>()
  const unused = new Set<number>()
  const headerKeys = headers.map((header) => findKeyByTitle(header, keysByTitle))
  for (const [key, parts] of Object.entries(book.parts ?? {})) {
    if (used.has(key)) continue
    const columnOrder = parts.flatMap((part: FieldPart, order): [number, PartOf][] => {
      const partTitles = new Set(part.titles.map((title) => normalizeTitle(title)))
      const index = headers.findIndex(
        (header, position) =>
          partTitles.has(normalizeTitle(header)) &&
          !joined.has(position) &&
          (part.isField || [null, key].includes(headerKeys[position] ?? null)),
      )
      const isShared = ![null, key].includes(headerKeys[index] ?? null)
      return index < 0 ? [] : [[index, { key, part, order, isShared }]]
    })
    const exclusive = columnOrder.filter(([, { isShared }]) => !isShared)
    const isWhole = headerKeys.some(
      (ownKey, index) => ownKey === key && !columnOrder.some(([position]) => position === index),
    )
    if (columnOrder.length < 2 || exclusive.length === 0) continue
    if (isWhole) for (const [index] of exclusive) unused.add(index)
    else for (const [index, column] of columnOrder) joined.set(index, column)
  }
  return { joined, unused }
}

function findKeyByTitle(header: string, keysByTitle: ReadonlyMap<string, string>): string | null {
  return (
    keysByTitle.get(normalizeTitle(header)) ??
    keysByTitle.get(normalizeTitle(header.replace(/\([^()]*\)/g, ''))) ??
    null
  )
}

function findLabel({ book, extraColumns = [] }: KnownTitles, key: string): string {
  return [...book.fields, ...extraColumns, ...rowIdColumns].find((field) => field.key === key)?.label ?? key
}

/** Our own sheets have these hidden columns last. */
const rowIdColumns = [
  { key: 'id', label: rowIdTitles.id },
  { key: 'base', label: rowIdTitles.base },
] as const

/** Whether a column identifies the record instead of holding its data. */
export function isRowIdColumn(key: string | null): boolean {
  return rowIdColumns.some((column) => column.key === key)
}

/** The meaning of each title; of two with one meaning the first counts. */
export function resolveTitleKeys(headers: readonly string[], titles: KnownTitles): readonly (string | null)[] {
  return mapColumns(headers, titles, mapTitlesToKeys(titles)).map(({ key }) => key)
}

function mapTitlesToKeys({ book, extraColumns = [] }: KnownTitles): Map<string, string> {
  const columns = [...book.fields.filter(isImportable), ...extraColumns, ...rowIdColumns]
  const titles: RecordDescription['importTitles'] = { id: ['고유 ID'], ...book.importTitles }
  return new Map(
    columns.flatMap(({ key, label }) =>
      [key, label, ...(titles[key] ?? [])].map((title) => [normalizeTitle(title), key] as const),
    ),
  )
}

/** Ignores spaces, line breaks, full-width letters, middle dots and the star of required fields. */
function normalizeTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·ㆍ・*/,_()[\]]/g, '')
}
