import { formatCellText } from '#app/ui/data-table/cells/cell-text.ts'
import { type ColumnSum, listColumnSums, readSummand } from '#app/ui/data-table/columns/column-sums.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column, TreeNode } from '#app/ui/data-table/data-table-props.ts'
import type { CardFields, FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Grouping, RecordGroup, SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatWon } from '#domain/money/won.ts'
import type { OpenGroup } from './open-groups.ts'

/** Columns shown for the records of a group that is open in place. */
interface GroupColumns {
  /** Names the record, in the column of the group's name. */
  readonly name: Column | undefined
  /** Other columns that tell records apart, and its days. */
  readonly others: readonly Column[]
  /** Amounts, in the columns of their sums. */
  readonly summed: readonly ColumnSum[]
}

const maxOthers = 6

/**
 * The shown columns that fit next to a group: those naming a record, what its card shows, then its
 * days. Omits the field the list is grouped by, whose value is the same in every record; a day
 * stays if its month or year is what they share.
 */
export function chooseGroupColumns(
  shownColumns: readonly Column[],
  groupedBy: Grouping,
  card: CardFields = {},
): GroupColumns {
  const candidates = shownColumns.filter(({ key }) => key !== groupedBy.field || groupedBy.part !== undefined)
  const namingColumns = candidates.filter(({ isPinned, isName }) => isPinned || isName)
  const name =
    namingColumns.find(({ isName }) => isName) ??
    namingColumns[0] ??
    candidates.find(({ field }) => field.kind === 'text')
  const cardKeys = [card.note, card.place, ...(card.isRoute ? [card.section] : [])]
  const onCard = candidates.filter(({ key }) => cardKeys.includes(key))
  const days = candidates.filter(({ field }) => isDay(field.kind))
  const others = [...new Set([...namingColumns, ...onCard, ...days])]
    .filter((column) => column !== name)
    .slice(0, maxOthers)
  return { name, others, summed: listColumnSums(shownColumns) }
}

/** From this length on (an address), a text needs more width than a crowded list gives it. */
const longText = 300
const longTextWidth = 180

/** The same as columns of the groups' table: with the list's text, but not sortable. */
export function toTableColumns({ others }: GroupColumns): readonly Column[] {
  const fields = others.map(({ label, width, field: { grows, maxLength = 0 } }, index) => ({
    key: `place${index}`,
    label,
    kind: 'text' as const,
    width: maxLength >= longText ? Math.max(width, longTextWidth) : width,
    ...(grows && { grows }),
    group: '',
    editable: false as const,
  }))
  return buildAllColumns({ name: 'groups', label: '묶음', groups: {}, fields }).map((column, index) => ({
    ...column,
    align: others[index]?.align ?? 'start',
    sortField: null,
  }))
}

/** What a list by groups shows on its cards, and the columns only they have. */
interface GroupCard {
  readonly fields: CardFields
  readonly columns: readonly Column[]
}

/**
 * The cards of such a list show texts, those of the record's own card first. Of the days they show
 * that of the own card, and the one whose month or year groups the list.
 */
export function buildGroupCard(
  { others, summed }: GroupColumns,
  groupedBy: Grouping,
  card: CardFields = {},
): GroupCard {
  const day = others.findIndex(({ key }) => groupedBy.part !== undefined && key === groupedBy.field)
  const texts = others.flatMap(({ key, field }, index) =>
    isDay(field.kind) && key !== card.note ? [] : [{ key, place: `place${index}` }],
  )
  const note = texts.find(({ key }) => key === card.note) ?? texts.find(({ key }) => key !== card.place)
  const place = texts.find(({ key }) => key === card.place) ?? texts.find((text) => text !== note)
  const shared = { title: 'name', note: note?.place ?? null, day: 'count' }
  const section = day === -1 || note?.place === `place${day}` ? null : `place${day}`
  if (listPartSums(summed).length === 0)
    return { fields: { ...shared, section, place: place?.place ?? null, amount: 'sum0' }, columns: [] }
  return { fields: { ...shared, section, place: 'cardPlace', amount: 'cardAmount' }, columns: cardColumns }
}

const cardColumns = buildAllColumns({
  name: 'groups',
  label: '묶음',
  groups: {},
  fields: ['cardAmount', 'cardPlace'].map((key) => ({ key, label: '', kind: 'text', group: '', editable: false })),
})

/** The sums of one column that don't add up with each other, such as 사용액 and 충전액. */
function listPartSums(summed: readonly ColumnSum[]): readonly ColumnSum[] {
  const [first] = summed
  return first?.only ? summed.filter(({ only, column }) => only !== null && column === first.column) : []
}

/**
 * The values of `cardColumns`: the first amount that is not zero at the bottom, and the others in
 * the line of `place`, which only a record has.
 */
export function buildCardAmounts(
  summed: readonly ColumnSum[],
  amounts: readonly (number | null)[],
  place: FieldValue = null,
): Readonly<Record<string, FieldValue>> {
  const parts = listPartSums(summed)
  if (parts.length === 0) return {}
  const texts = parts.flatMap(({ label }, index) => {
    const amount = amounts[index] ?? 0
    return amount === 0 ? [] : [`${label} ${formatWon(amount)}원`]
  })
  const [first = `${parts[0]?.label} 0원`, ...others] = texts
  return { cardAmount: first, cardPlace: place ?? (others.join(' · ') || null) }
}

function isDay(kind: FieldKind): boolean {
  return kind === 'date' || kind === 'datetime'
}

/** A row of a list by groups: a group, one of its records in place, or the link to all of them. */
export interface GroupNode extends TreeNode {
  readonly kind: 'group' | 'record' | 'rest'
  readonly group: RecordGroup
  /** The row as in the list. */
  readonly record?: SourceRow
}

interface TreeRows {
  /** Place of the record's own card, a column key. */
  readonly place?: string | null | undefined
  /** Groups with their rows, in order. */
  readonly groups: ReadonlyMap<SourceRow, RecordGroup>
  readonly openIds: ReadonlySet<string>
  readonly opened: ReadonlyMap<string, OpenGroup>
  readonly columns: GroupColumns
}

/** Groups and the records of the open ones, as rows in display order. */
export function buildTreeRows({
  groups,
  openIds,
  opened,
  columns,
  place,
}: TreeRows): ReadonlyMap<SourceRow, GroupNode> {
  const nodes = new Map<SourceRow, GroupNode>()
  let number = 0
  for (const [row, group] of groups) {
    number += 1
    const isOpen = openIds.has(row.id)
    // A new object for an open group, so that its row is rendered again.
    nodes.set(isOpen ? { ...row } : row, { kind: 'group', group, level: 1, isOpen, number })
    const records = isOpen ? opened.get(row.id) : undefined
    if (!records) continue
    for (const [index, record] of records.rows.entries())
      nodes.set(toRecordRow(record, columns, place), {
        kind: 'record',
        group,
        record,
        level: 2,
        isOpen: null,
        number: index + 1,
      })
    if (records.total > records.rows.length)
      nodes.set(toRestRow(row, records.total), { kind: 'rest', group, level: 2, isOpen: null, number: null })
  }
  return nodes
}

function toRecordRow(
  record: SourceRow,
  { name, others, summed }: GroupColumns,
  place: string | null | undefined,
): SourceRow {
  const texts = others.map((column, index): [string, FieldValue] => [`place${index}`, formatCellText(column, record)])
  const sums = summed.map((sum) => readSummand(sum, record))
  const amounts = sums.map((sum, index): [string, FieldValue] => [`sum${index}`, sum])
  const placeColumn = others.find(({ key }) => key === place)
  const placeText = placeColumn ? formatCellText(placeColumn, record) : ''
  return withValues(record, {
    name: name ? formatCellText(name, record) : '',
    count: null,
    ...Object.fromEntries([...texts, ...amounts]),
    ...buildCardAmounts(summed, sums, placeText),
  })
}

function withValues(row: SourceRow, values: Readonly<Record<string, FieldValue>>): SourceRow {
  const { id, version, inserted_at, updated_at } = row.record
  return { ...row, record: { id, version, inserted_at, updated_at, ...values }, joined: {}, marks: {} }
}

const restPrefix = 'rest:'

function toRestRow(group: SourceRow, total: number): SourceRow {
  const name = `… ${formatNumber(total)}건 모두 보기`
  return { ...withValues(group, { name }), id: `${restPrefix}${group.id}` }
}

/** Whether this row is the link to all records of its group. */
export function isRestRow({ id }: SourceRow): boolean {
  return id.startsWith(restPrefix)
}
