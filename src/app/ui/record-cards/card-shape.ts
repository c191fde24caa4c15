import type { CardFields } from '#contract/books/field.ts'
import type { Column } from '../data-table/data-table-props.ts'

/** Where columns appear on a card. */
export interface CardShape {
  readonly title: Column
  readonly note: Column | null
  /** The record's group, such as 사업구간. */
  readonly section: Column | null
  readonly place: Column | null
  readonly state: Column | null
  /**
   * At the bottom from the left: date and amount. A missing one is replaced by a column not shown
   * elsewhere.
   */
  readonly foot: readonly Column[]
  /** Columns with phone numbers. */
  readonly phoneColumns: readonly Column[]
}

/**
 * The card of a list, derived from all its columns, including hidden ones. `fields` overrides it;
 * keys the list doesn't have are ignored.
 */
export function createCardShape(columns: readonly Column[], fields: CardFields = {}): CardShape {
  const shown = columns.filter(({ field }) => field.shown !== false)
  const texts = shown.filter(isText)
  const textColumns = [...texts.filter(({ field }) => field.searched), ...texts]
  const used = new Set<Column>()
  function pick(place: keyof CardFields, fallback: Column | undefined): Column | null {
    const key = fields[place]
    const column = key === null ? undefined : (columns.find((candidate) => candidate.key === key) ?? fallback)
    if (column) used.add(column)
    return column ?? null
  }

  const requestedKeys = new Set(Object.values(fields))
  const isUnused = (column: Column) => !used.has(column) && !requestedKeys.has(column.key)
  const noteColumn = columns.find(({ key }) => key === fields.note)
  const title = pick('title', (fields.title && noteColumn) || (textColumns.find(isUnused) ?? shown[0])) ?? columns[0]
  if (!title) throw new Error('a list without columns has no cards')
  const note = title === noteColumn ? null : pick('note', undefined)
  const state = pick(
    'state',
    columns.find((column) => isUnused(column) && column.badge !== undefined),
  )
  const section = pick(
    'section',
    shown.find((column) => isUnused(column) && column.field.truncatesInMiddle),
  )
  const place = pick(
    'place',
    textColumns.find((column) => isUnused(column) && column.field.searched),
  )
  const day = pick(
    'day',
    shown.find((column) => isUnused(column) && isDay(column)),
  )
  const amount = pick(
    'amount',
    shown.find((column) => isUnused(column) && column.field.kind === 'won'),
  )
  const spare = shown.filter((column) => isUnused(column) && isShort(column))
  const foot = [day ?? spare.shift(), amount ?? spare.shift()].filter((column) => column !== undefined)
  return {
    title,
    note,
    section,
    place,
    state,
    foot,
    phoneColumns: columns.filter(({ field }) => field.reach === 'tel'),
  }
}

function isText({ field, isPicture }: Column): boolean {
  return field.kind === 'text' && !isPicture
}

function isDay({ field: { kind } }: Column): boolean {
  return kind === 'date' || kind === 'datetime'
}

/** Fits half a line. */
function isShort({ field: { kind, maxLength = 0 }, isPicture, isShare }: Column): boolean {
  return kind !== 'secret' && maxLength < 300 && !isPicture && !isShare
}
