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
  readonly calls: readonly Column[]
}

/**
 * The card of a list, derived from all its columns, including hidden ones. `given` overrides it;
 * keys the list doesn't have are ignored.
 */
export function cardShape(columns: readonly Column[], given: CardFields = {}): CardShape {
  const shown = columns.filter(({ field }) => field.shown !== false)
  const texts = shown.filter(isText)
  const words = [...texts.filter(({ field }) => field.searched), ...texts]
  const taken = new Set<Column>()
  function take(place: keyof CardFields, usual: Column | undefined): Column | null {
    const key = given[place]
    const column = key === null ? undefined : (columns.find((each) => each.key === key) ?? usual)
    if (column) taken.add(column)
    return column ?? null
  }

  const asked = new Set(Object.values(given))
  const isFree = (column: Column) => !taken.has(column) && !asked.has(column.key)
  const beside = columns.find(({ key }) => key === given.note)
  const title = take('title', (given.title && beside) || (words.find(isFree) ?? shown[0])) ?? columns[0]
  if (!title) throw new Error('a list without columns has no cards')
  const note = title === beside ? null : take('note', undefined)
  const state = take(
    'state',
    columns.find((column) => isFree(column) && column.badge !== undefined),
  )
  const section = take(
    'section',
    shown.find((column) => isFree(column) && column.field.endTells),
  )
  const place = take(
    'place',
    words.find((column) => isFree(column) && column.field.searched),
  )
  const day = take(
    'day',
    shown.find((column) => isFree(column) && isDay(column)),
  )
  const amount = take(
    'amount',
    shown.find((column) => isFree(column) && column.field.kind === 'won'),
  )
  const spare = shown.filter((column) => isFree(column) && isShort(column))
  const foot = [day ?? spare.shift(), amount ?? spare.shift()].filter((column) => column !== undefined)
  return { title, note, section, place, state, foot, calls: columns.filter(({ field }) => field.reach === 'tel') }
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
