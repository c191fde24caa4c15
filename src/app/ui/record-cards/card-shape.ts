import type { CardFields, CardPosition } from '#contract/books/field.ts'
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
  /** A second day, for records without that of `foot`. */
  readonly otherDay: Column | null
  /** Section and place are the two ends of a way. */
  readonly isRoute: boolean
  /** Columns with phone numbers. */
  readonly phoneColumns: readonly Column[]
}

/**
 * The card of a list, derived from all its columns, including hidden ones. `fields` overrides it;
 * keys the list doesn't have are ignored.
 */
export function createCardShape(columns: readonly Column[], fields: CardFields = {}): CardShape {
  const { isRoute = false, ...places } = fields
  const shownColumns = columns.filter(({ field }) => field.shown !== false)
  const texts = shownColumns.filter(isText)
  const textColumns = [...texts.filter(({ field }) => field.searched), ...texts]
  const used = new Set<Column>()
  function pick(position: CardPosition, fallback: Column | undefined): Column | null {
    const key = places[position]
    const column = key === null ? undefined : (columns.find((candidate) => candidate.key === key) ?? fallback)
    if (column) used.add(column)
    return column ?? null
  }

  const requestedKeys = new Set(Object.values(places))
  const isUnused = (column: Column) => !used.has(column) && !requestedKeys.has(column.key)
  const noteColumn = columns.find(({ key }) => key === places.note)
  const title =
    pick('title', (places.title && noteColumn) || (textColumns.find(isUnused) ?? shownColumns[0])) ?? columns[0]
  if (!title) throw new Error('a list without columns has no cards')
  const note = title === noteColumn ? null : pick('note', undefined)
  const state = pick(
    'state',
    columns.find((column) => isUnused(column) && column.badge !== undefined),
  )
  const section = pick(
    'section',
    shownColumns.find((column) => isUnused(column) && isNamedGroup(column)),
  )
  const place = pick(
    'place',
    textColumns.find((column) => isUnused(column) && column.field.searched),
  )
  const day = pick(
    'day',
    shownColumns.find((column) => isUnused(column) && isDay(column)),
  )
  const amount = pick(
    'amount',
    shownColumns.find((column) => isUnused(column) && column.field.kind === 'won'),
  )
  const otherDay = (day && isDay(day) && shownColumns.find((column) => isUnused(column) && isDay(column))) || null
  const spare = shownColumns.filter((column) => isUnused(column) && isShort(column))
  const foot = [day ?? spare.shift(), amount ?? spare.shift()].filter((column) => column !== undefined)
  return {
    title,
    note,
    section,
    place,
    state,
    foot,
    otherDay: otherDay && !foot.includes(otherDay) ? otherDay : null,
    isRoute,
    phoneColumns: columns.filter(({ field }) => field.reach === 'tel'),
  }
}

/** A reference such as 사업구간. An address, which also is cut in the middle, is a place. */
function isNamedGroup({ field }: Column): boolean {
  return field.truncatesInMiddle === true && (field.refers ?? field.names) !== undefined
}

/**
 * The columns for a tablet in portrait, which shows about five of them: those of the card come
 * first, even one that is hidden elsewhere, and only the title is pinned. Unchanged if all fit, or
 * if the title is itself an address, or if no address or section tells the records apart.
 */
export function fitPortrait(columns: readonly Column[], fields: CardFields | undefined): readonly Column[] {
  const shownWidth = columns.reduce((sum, { isHidden, width }) => sum + (isHidden ? 0 : width), 0)
  if (shownWidth <= portraitWidth) return columns
  const { title, section, place, note, foot } = createCardShape(columns, fields)
  if (title.field.truncatesInMiddle || !place?.field.truncatesInMiddle) return columns
  const day = foot.find(isDay) ?? null
  const leading = [title, section, place, day, note].filter((column) => column !== null)
  const otherColumns = columns.filter((column) => !leading.includes(column))
  return [
    ...leading.map(({ isHidden: _isHidden, ...column }) => ({
      ...column,
      isPinned: column.key === title.key,
      width: Math.min(column.width, column.key === place.key ? maxPlaceWidth : isDay(column) ? Infinity : maxTextWidth),
    })),
    ...otherColumns.map((column) => (column.isPinned ? { ...column, isPinned: false } : column)),
  ]
}

/** In px, next to checkbox, number and ⋯. */
const portraitWidth = 600
const maxTextWidth = 116
const maxPlaceWidth = 168

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
