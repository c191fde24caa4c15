import type { z } from 'zod'
import type { AttachedTable } from '../knowledge.ts'
import type { SheetCondition, sheetRows, sheetSum } from '../tools/sheet-tools.ts'
import { blankOut } from './blank-out.ts'
import { bookWords, casesPattern } from './book-words.ts'
import { buildFlexiblePattern } from './field-words.ts'
import { listLeftoverWords } from './leftover-words.ts'
import { readAmount, readMeasure } from './measures.ts'
import { readDays } from './read-days.ts'

type SheetCall =
  | { readonly tool: 'sheet_rows'; readonly input: z.output<typeof sheetRows.parameters> }
  | { readonly tool: 'sheet_sum'; readonly input: z.output<typeof sheetSum.parameters> }

/**
 * The call for a question about an attached sheet (금액 합계, 거래처별 합계, 서울만 보여 줘, 가장 큰 금액); null when it
 * names nothing of the sheet.
 */
export function readSheetQuestion(input: string, table: AttachedTable, today: string): SheetCall | null {
  const question = input
    .normalize('NFC')
    .replace(/[\n\t]/g, ' ')
    .replace(/[?？!.](?=\s|$)/g, ' ')
  const by = readGrouping(question, table)
  const days = readDays(by.rest, today)
  const amount = readAmount(days?.rest ?? by.rest)
  const { measure, rest } = readMeasure(amount?.rest ?? days?.rest ?? by.rest)
  const named = readColumns(rest, table)
  const numeric = named.columns.find((at) => table.columns[at]?.type === 'number') ?? findOnlyNumberColumn(table)
  const conditions = [
    ...(days ? createDayConditions(table, named.columns, days.range) : []),
    ...(amount && numeric !== null ? [{ op: 'between' as const, column: numeric, ...amount.range }] : []),
    ...createWordConditions(named.rest, table),
  ]
  const isAboutBooks = casesPattern.test(question) || bookWords.some(({ pattern }) => pattern.test(question))
  const isBareFigure = measure.kind !== 'list' && listLeftoverWords(named.rest).length === 0 && !isAboutBooks
  const isAboutSheet = isBareFigure || /파일|시트|엑셀|표|첨부|행|줄/.test(question)
  if (by.column === null && named.columns.length === 0 && conditions.length === 0 && !isAboutSheet) return null
  const isExtreme = measure.order !== null && !/\d/.test(question)
  if (by.column !== null || measure.kind === 'sum' || measure.kind === 'average') {
    const how = measure.kind === 'average' ? 'average' : 'sum'
    return {
      tool: 'sheet_sum',
      input: { conditions, column: measure.kind === 'count' ? null : numeric, how, by: by.column },
    }
  }
  if (measure.kind === 'count' || /몇\s*(?:행|줄)/.test(question))
    return { tool: 'sheet_sum', input: { conditions, column: null, how: 'count', by: null } }
  const sort =
    measure.order === null || numeric === null
      ? null
      : { column: numeric, direction: measure.order === 'largest' ? ('desc' as const) : ('asc' as const) }
  return { tool: 'sheet_rows', input: { conditions, sort, limit: measure.limit ?? (isExtreme ? 5 : 20) } }
}

/** The column to group by: 거래처별, 지점마다. */
function readGrouping(question: string, { columns }: AttachedTable): { column: number | null; rest: string } {
  for (const at of listByLength(columns)) {
    const match = new RegExp(
      `${buildFlexiblePattern(columns[at]?.name ?? '')}\\s*(?:별로?|마다)(?=\\s|$|[,은는])`,
    ).exec(question)
    if (match) return { column: at, rest: blankOut(question, match.index, match[0].length) }
  }
  return { column: null, rest: question }
}

function readColumns(question: string, { columns }: AttachedTable): { columns: number[]; rest: string } {
  let rest = question
  const found: { at: number; index: number }[] = []
  for (const at of listByLength(columns)) {
    const match = new RegExp(buildFlexiblePattern(columns[at]?.name ?? '')).exec(rest)
    if (!match) continue
    found.push({ at, index: match.index })
    rest = blankOut(rest, match.index, match[0].length)
  }
  return { columns: found.toSorted((a, b) => a.index - b.index).map(({ at }) => at), rest }
}

/** Indexes of the named columns, longest name first: 청구금액 before 금액. */
function listByLength(columns: AttachedTable['columns']): number[] {
  return columns
    .map(({ name }, index) => ({ at: index, length: name.replace(/\s/g, '').length }))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length)
    .map(({ at }) => at)
}

function findOnlyNumberColumn({ columns }: AttachedTable): number | null {
  const numbers = columns.flatMap(({ type, name }, index) =>
    type === 'number' && !/번호|순번|^no\.?$|연번/i.test(name) ? [index] : [],
  )
  const amounts = numbers.filter((at) => /금액|합계|비용|요금|보수|가격|원$/.test(columns[at]?.name ?? ''))
  return amounts[0] ?? (numbers.length === 1 ? (numbers[0] ?? null) : null)
}

function createDayConditions(
  { columns }: AttachedTable,
  named: readonly number[],
  { from, to }: { from: string | null; to: string | null },
): SheetCondition[] {
  const dates = columns.flatMap(({ type }, index) => (type === 'date' ? [index] : []))
  const column = named.find((at) => dates.includes(at)) ?? dates[0]
  return column === undefined ? [] : [{ op: 'between', column, from, to }]
}

/** Words found in cells, as conditions on the column that contains them most often. */
function createWordConditions(rest: string, table: AttachedTable): SheetCondition[] {
  return listLeftoverWords(rest).flatMap(({ word, typed }): SheetCondition[] => {
    for (const text of new Set([typed, word])) {
      const counts = table.columns.map(
        (_, index) => table.rows.filter((row) => contains(row[index] ?? null, text)).length,
      )
      const maxCount = Math.max(0, ...counts)
      if (maxCount > 0) return [{ op: 'contains', column: counts.indexOf(maxCount), text }]
    }
    return []
  })
}

function contains(cell: string | number | null, text: string): boolean {
  return (
    typeof cell === 'string' && cell.replace(/\s/g, '').toLowerCase().includes(text.replace(/\s/g, '').toLowerCase())
  )
}
