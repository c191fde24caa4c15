import { z } from 'zod'
import { type AnswerCell, shownRows, type TablePart } from '#contract/chat/answer.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { AttachedTable, Knowledge } from '../knowledge.ts'
import { formatLabelled } from './format-answer.ts'
import type { Tool, ToolResult } from './tool.ts'

/** A condition on rows of a sheet; columns by index from 0, joined by AND. */
const conditionSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('contains'), column: z.int().min(0), text: z.string().min(1).max(200) }),
  z.strictObject({
    op: z.literal('between'),
    column: z.int().min(0),
    from: z.union([z.number(), z.string(), z.null()]),
    to: z.union([z.number(), z.string(), z.null()]),
  }),
])
export type SheetCondition = z.infer<typeof conditionSchema>

const conditions = z.array(conditionSchema).max(5).default([])

const rowsSchema = z.strictObject({
  conditions,
  sort: z
    .strictObject({ column: z.int().min(0), direction: z.enum(['asc', 'desc']) })
    .nullable()
    .default(null),
  limit: z.int().min(1).max(shownRows).default(shownRows),
})

/** Rows of the attached sheet. */
export const sheetRows: Tool<typeof rowsSchema> = {
  name: 'sheet_rows',
  description:
    'Rows of the sheet that the person attached, filtered and sorted; columns are named by their place from 0.',
  parameters: rowsSchema,
  isOffered: hasSheet,
  label: () => '첨부한 파일에서 찾고 있습니다.',
  run: (input, { table }) => Promise.resolve(table ? listRows(table, input) : noSheet),
}

const sumSchema = z.strictObject({
  conditions,
  /** Null counts rows. */
  column: z.int().min(0).nullable().default(null),
  how: z.enum(['sum', 'average', 'min', 'max', 'count']).default('sum'),
  by: z.int().min(0).nullable().default(null),
})

/** A figure over a column of the attached sheet, optionally grouped by another column. */
export const sheetSum: Tool<typeof sumSchema> = {
  name: 'sheet_sum',
  description:
    'Sum, average, smallest or largest value of a column of the attached sheet, or a count of rows; `by` groups by another column.',
  parameters: sumSchema,
  isOffered: hasSheet,
  label: () => '첨부한 파일에서 계산하고 있습니다.',
  run: (input, { table }) => Promise.resolve(table ? computeSums(table, input) : noSheet),
}

function hasSheet({ table }: Knowledge): boolean {
  return table !== null
}

const noSheet: ToolResult = { parts: [], text: 'error: no sheet is attached' }

type SheetRow = AttachedTable['rows'][number]

function listRows(table: AttachedTable, { conditions: filters, sort, limit }: z.output<typeof rowsSchema>): ToolResult {
  const matching = filterRows(table, filters)
  const rows = sort ? matching.toSorted((a, b) => compareRows(a, b, sort)) : matching
  const part: TablePart = {
    kind: 'table',
    title: table.name,
    columns: table.columns
      .slice(0, maxColumns)
      .map((column) => ({ label: column.name, kind: toCellKind(column.type) })),
    rows: rows.slice(0, limit).map((row) => row.slice(0, maxColumns)),
    count: rows.length,
  }
  const limitPhrase = rows.length > limit ? ` 가운데 앞의 ${limit}행` : ''
  return buildAnswer(table, filters, {
    sentence: `${formatNumber(rows.length)}행${limitPhrase}입니다.`,
    part: rows.length > 0 ? part : null,
  })
}

const maxColumns = 12

function computeSums(table: AttachedTable, input: z.output<typeof sumSchema>): ToolResult {
  const { conditions: filters, column, how, by } = input
  const rows = filterRows(table, filters)
  const name = column === null ? '행' : (table.columns[column]?.name ?? '')
  const label = `${name} ${figureNames[how]}`
  const figure = computeFigure(rows, input)
  const groups = by === null ? [] : groupRows(rows, by)
  const part: TablePart = {
    kind: 'table',
    title: table.name,
    columns: [
      { label: by === null ? '조건' : (table.columns[by]?.name ?? ''), kind: 'text' },
      { label: '행', kind: 'number' },
      ...(column === null ? [] : [{ label, kind: 'number' as const }]),
    ],
    rows:
      by === null
        ? [toTableLine(formatConditions(table, filters) || '전체', rows, input)]
        : groups.slice(0, shownRows).map(([value, of]) => toTableLine(value, of, input)),
    ...(by !== null && { total: toTableLine('전체', rows, input) }),
    count: by === null ? 1 : groups.length,
  }
  const sentence =
    column === null
      ? `${formatNumber(rows.length)}행입니다.`
      : `${label} ${figure === null ? '없음' : formatNumber(figure, 2)}입니다.`
  return buildAnswer(table, filters, {
    sentence: [sentence, ...describeOmissions(table, rows, column)].join(' '),
    part,
  })
}

/** Says what the figure leaves out and why. */
function describeOmissions({ totals = 0 }: AttachedTable, rows: readonly SheetRow[], column: number | null): string[] {
  const cells = column === null ? [] : rows.map((row) => row[column] ?? null)
  const unread = cells.filter((cell) => typeof cell === 'string')
  const count = (rowCount: number) => `${formatNumber(rowCount)}행`
  return [
    ...(totals > 0 ? [`합계·소계 ${count(totals)}은 두 번 세지 않도록 뺐습니다.`] : []),
    ...(unread.length > 0 ? [`숫자로 읽을 수 없는 ${count(unread.length)}은 뺐습니다(예: ${unread[0]}).`] : []),
  ]
}

const figureNames = { sum: '합계', average: '평균', min: '최솟값', max: '최댓값', count: '건수' } as const

function toTableLine(label: string, rows: readonly SheetRow[], input: z.output<typeof sumSchema>): AnswerCell[] {
  return [label, rows.length, ...(input.column === null ? [] : [computeFigure(rows, input)])]
}

function computeFigure(rows: readonly SheetRow[], { column, how }: z.output<typeof sumSchema>): number | null {
  if (column === null || how === 'count') return rows.length
  const numbers = rows.map((row) => row[column]).filter((value) => typeof value === 'number')
  if (numbers.length === 0) return null
  const sum = numbers.reduce((total, value) => total + value, 0)
  if (how === 'sum') return removeFloatNoise(sum)
  if (how === 'average') return Math.round((sum / numbers.length) * 100) / 100
  return numbers.reduce((best, value) => (how === 'min' ? Math.min(best, value) : Math.max(best, value)))
}

/** Rounds away floating-point noise: 0.1 + 0.2 reads as 0.3. */
function removeFloatNoise(sum: number): number {
  return Number(sum.toPrecision(15))
}

/** The largest groups first. */
function groupRows(rows: readonly SheetRow[], by: number): [string, SheetRow[]][] {
  const groups = new Map<string, SheetRow[]>()
  for (const row of rows) {
    const value = String(row[by] ?? '') || '없음'
    const group = groups.get(value) ?? []
    groups.set(value, group)
    group.push(row)
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

function filterRows({ rows }: AttachedTable, filters: readonly SheetCondition[]): readonly SheetRow[] {
  return rows.filter((row) => filters.every((condition) => matchesCondition(row[condition.column] ?? null, condition)))
}

function matchesCondition(cell: string | number | null, condition: SheetCondition): boolean {
  if (cell === null) return false
  if (condition.op === 'contains') return normalizeText(String(cell)).includes(normalizeText(condition.text))
  const { from, to } = condition
  const value = typeof from === 'number' || typeof to === 'number' ? Number(cell) : String(cell)
  return (from === null || value >= from) && (to === null || value <= to)
}

function normalizeText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s/g, '')
}

function compareRows(
  a: SheetRow,
  b: SheetRow,
  { column, direction }: { column: number; direction: 'asc' | 'desc' },
): number {
  const [cell, other] = [a[column] ?? null, b[column] ?? null]
  if (cell === null || other === null) return Number(cell === null) - Number(other === null)
  const order = cell < other ? -1 : Number(cell > other)
  return direction === 'asc' ? order : -order
}

function toCellKind(type: AttachedTable['columns'][number]['type']): TablePart['columns'][number]['kind'] {
  return type === 'number' || type === 'date' ? type : 'text'
}

function formatConditions({ columns }: AttachedTable, filters: readonly SheetCondition[]): string {
  return filters
    .map((condition) => {
      const name = columns[condition.column]?.name ?? ''
      if (condition.op === 'contains') return `${name} ‘${condition.text}’`
      return `${name} ${condition.from ?? ''} ~ ${condition.to ?? ''}`
    })
    .join(' · ')
}

function buildAnswer(
  table: AttachedTable,
  filters: readonly SheetCondition[],
  { sentence, part }: { sentence: string; part: TablePart | null },
): ToolResult {
  const condition = formatConditions(table, filters)
  const text = `${table.name}${condition === '' ? '' : ` · ${condition}`}: ${sentence}`
  return {
    parts: [{ kind: 'text', text }, ...(part ? [part] : [])],
    text: part ? `${formatLabelled(part)}\n${sentence}` : sentence,
  }
}
