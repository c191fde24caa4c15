import { z } from 'zod'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { parseFieldPath } from '#contract/books/references.ts'
import { type AnswerCell, type AnswerPart, shownRows, type TablePart } from '#contract/chat/answer.ts'
import { filterSchema, type Query } from '#contract/records/query.ts'
import { type GroupedRecords, groupingSchema } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { caseStates, createCaseStateFilters, deriveCaseState } from '#domain/real-estate/case-state.ts'
import { stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import type { FoundRecords, Knowledge, OfficeData, OfficeRecord } from '../knowledge.ts'
import { findFieldByPath } from '../record-filters.ts'
import { candidateKeys, chooseColumns } from './choose-columns.ts'
import {
  createListLink,
  createRecordLink,
  findLabel,
  formatConditions,
  formatFieldValue,
  formatLabelled,
  formatLeaders,
  formatRecordCount,
  getReadableLabel,
  resolveCellKind,
  toAnswerCell,
} from './format-answer.ts'
import { findQuestionError, type RecordQuestion, recordQuestionSchema, toQuery } from './record-question.ts'
import type { Tool, ToolResult } from './tool.ts'

const findSchema = recordQuestionSchema.extend({
  limit: z.int().min(1).max(shownRows).default(shownRows),
  /** Fields to show in addition to the default ones. */
  show: z.array(z.string()).max(8).default([]),
  /** Amounts whose sum the sentence names; they are shown, too. */
  sums: z.array(z.string()).max(8).default([]),
  /** Orders by the sum of `sums` of each record, and shows that sum instead of them. */
  rank: z.enum(['largest', 'smallest']).optional(),
})

/**
 * Finds records of a book: their number, the first ones as a table, and the sums of their amounts.
 */
export const findRecords: Tool<typeof findSchema> = {
  name: 'find_records',
  description: 'Finds records of one book of the office, counts them exactly and shows the first rows.',
  parameters: findSchema,
  isOffered: hasOffice,
  label: ({ collection }) => `${getBook(collection).label}에서 찾고 있습니다.`,
  async run(input, { office }) {
    const error = office ? findQuestionError(office, input, ...input.show, ...input.sums) : 'not permitted'
    if (!office || error !== null) return createRefusal(error ?? '')
    if (!input.sums.every((path) => isAmount(input.collection, path))) return createRefusal('not an amount')
    return await runFind(office, input)
  },
}

const sumSchema = recordQuestionSchema.extend({
  /** Fields to add up; empty counts records. */
  sums: z.array(z.string()).max(8).default([]),
  by: groupingSchema.nullable().default(null),
  /** Adds the average of the records that have a value. */
  average: z.boolean().default(false),
  /** The figure by which groups are sorted, largest first; absent: by name. */
  largest: z.enum(['count', 'sum']).optional(),
  /** Adds the share of each group in the number of all, in percent. */
  share: z.boolean().default(false),
  /** The conditions of all records of which these are a part; adds their share in percent. */
  whole: z.array(filterSchema).max(10).optional(),
  /** Sorts the smallest group first instead. */
  smallestFirst: z.boolean().default(false),
})

/** Adds up amounts or counts records of a book, in total or by the values of a field. */
export const sumRecords: Tool<typeof sumSchema> = {
  name: 'sum_records',
  description:
    'Counts records and adds up amounts of one book, over all that a question finds or by the values of a field (of days: by month or year).',
  parameters: sumSchema,
  isOffered: hasOffice,
  label: ({ collection }) => `${getBook(collection).label}에서 더하고 있습니다.`,
  async run(input, { office }) {
    const { collection, sums, by } = input
    const error = office ? findQuestionError(office, input, ...sums, ...(by ? [by.field] : [])) : 'not permitted'
    if (!office || error !== null) return createRefusal(error ?? '')
    if (input.whole?.some(({ field }) => findFieldByPath(collection, field) === null))
      return createRefusal('unknown field')
    if (!sums.every((path) => isAmount(collection, path))) return createRefusal('not an amount')
    return await runSum(office, input)
  },
}

function isAmount(collection: CollectionName, path: string): boolean {
  return ['won', 'number'].includes(findFieldByPath(collection, path)?.kind ?? '')
}

export function hasOffice({ office }: Knowledge): boolean {
  return office !== null
}

/** The answer to a model that called a tool wrongly; the rules never do. */
export function createRefusal(reason: string): ToolResult {
  return { parts: [], text: `error: ${reason}` }
}

/** The first records that a call finds, in its order. */
export async function listRanked(
  office: OfficeData,
  input: z.output<typeof findSchema>,
  { limit, amounts = [] }: { readonly limit: number; readonly amounts?: readonly string[] },
): Promise<FoundRecords> {
  const { collection, rank, sums } = input
  const options = { limit: rank ? maxRanked : limit, sums: [...amounts, ...sums] }
  const all = await office.find(collection, toQuery(input), options)
  if (!rank) return all
  const sign = rank === 'largest' ? -1 : 1
  const weigh = ({ record }: OfficeRecord) => sign * weighRecord(record, sums)
  return { ...all, rows: all.rows.toSorted((a, b) => weigh(a) - weigh(b)).slice(0, limit) }
}

function weighRecord(record: OfficeRecord['record'], sums: readonly string[]): number {
  return addUp(sums.map((key) => Number(record[key] ?? 0)))
}

async function runFind(office: OfficeData, input: z.output<typeof findSchema>): Promise<ToolResult> {
  const { collection, rank } = input
  const query = toQuery(input)
  const columns = chooseColumns(collection, query, [...(rank ? [] : input.sums), ...input.show])
  const amounts = columns.filter(({ kind }) => kind === 'won').map(({ key }) => key)
  const listed = await listRanked(office, input, { limit: input.limit, amounts })
  const paths = columns.map(({ key }) => key)
  const found = { ...listed, rows: await readReferred(office, collection, { paths, rows: listed.rows }) }
  if (rank && found.count > maxRanked) return createRefusal('too many: add a condition')
  const added = { sums: found.sums.slice(amounts.length) }
  const firstRowsPhrase =
    (rank || input.sort.length > 0) && found.rows.length < found.count ? ` 가운데 앞의 ${found.rows.length}건` : ''
  const sentence = `${formatConditionPhrase(input, query, rank)}${formatRecordCount(collection, found.count)}${firstRowsPhrase}${formatSumPhrase(input, added)}입니다.`
  const isInOwnOrder = input.sort.every(({ field }) => input.filters.some((filter) => filter.field === field))
  const total =
    !rank && amounts.length > 0 && found.count > 1 && isInOwnOrder
      ? buildTotalRow(columns, amounts, found.sums)
      : undefined
  const table: TablePart = {
    kind: 'table',
    title: getReadableLabel(collection),
    columns: [
      ...columns.map((field) => ({ label: field.label, kind: resolveCellKind(field) })),
      ...(rank ? [{ label: '비용 합계', kind: 'won' as const }] : []),
    ],
    rows: found.rows.map((row) => [
      ...columns.map((field) => toAnswerCell(field, row)),
      ...(rank ? [weighRecord(row.record, input.sums)] : []),
    ]),
    ...linkRows(collection, found),
    ...(total && { total }),
    count: found.count,
    link: createListLink(collection, query, null),
  }
  const parts: AnswerPart[] =
    found.count === 0 ? [{ kind: 'sources', title: '출처', links: [createListLink(collection, query, null)] }] : [table]
  const ids = found.rows.map(({ record }) => ({ id: record.id, version: record.version }))
  const omission = await formatOmission(office, collection)
  return {
    parts: [{ kind: 'text', text: `${sentence}${omission}` }, ...parts],
    text: `${formatLabelled(table, ids)}${omission}`,
  }
}

/** The rows with the values at these paths that are fields of the records they refer to. */
export async function readReferred(
  office: OfficeData,
  collection: CollectionName,
  { paths, rows }: { readonly paths: readonly string[]; readonly rows: readonly OfficeRecord[] },
): Promise<readonly OfficeRecord[]> {
  let read = rows
  for (const path of paths) {
    const { by = null, key = '', collection: to = collection } = parseFieldPath(collection, path) ?? {}
    if (by === null) continue
    const ids = [...new Set(rows.flatMap(({ record }) => (typeof record[by] === 'string' ? [record[by]] : [])))]
    const found = await Promise.all(
      ids.map(async (id) => [id, (await office.findRecord(to, id))?.record[key] ?? null] as const),
    )
    const values = new Map(found)
    read = read.map((row) => ({
      ...row,
      record: { ...row.record, [path]: values.get(String(row.record[by])) ?? null },
    }))
  }
  return read
}

/** Rough cap on records that are ordered here, because a query orders by one field only. */
const maxRanked = 5000

/** A link per row; the card screen opens no single record. */
function linkRows(collection: CollectionName, { rows }: FoundRecords): Pick<TablePart, 'rowLinks'> {
  if (collection === 'card-usage') return {}
  return { rowLinks: rows.map(({ record }) => createRecordLink(collection, record.id)) }
}

/**
 * A table of the records that a requested change may mean: the fields that tell them apart, without
 * sums. `changed`: the field to change.
 */
export function createCandidateTable(
  { collection, query }: { collection: CollectionName; query: Query },
  found: FoundRecords,
  { changed, today }: { changed: Field; today: string },
): TablePart {
  const columns = chooseColumns(collection, query, [...(candidateKeys[collection] ?? []), changed.key]).filter(
    ({ kind, key }) => kind !== 'won' || key === changed.key,
  )
  const hasDerivedState = collection === caseBook
  return {
    kind: 'table',
    title: getReadableLabel(collection),
    columns: [
      ...columns.map((field) => ({ label: field.label, kind: resolveCellKind(field) })),
      ...(hasDerivedState ? [{ label: '상태', kind: 'text' as const }] : []),
    ],
    rows: found.rows.map((row) => [
      ...columns.map((field) => toAnswerCell(field, row)),
      ...(hasDerivedState ? [formatCaseState(deriveCaseState(row.record, today))] : []),
    ]),
    ...linkRows(collection, found),
    count: found.count,
    link: createListLink(collection, query, null),
  }
}

function formatCaseState(state: ReturnType<typeof deriveCaseState>): string {
  return caseStates.find(({ value }) => value === state)?.label ?? state
}

async function formatOmission(office: OfficeData, collection: CollectionName): Promise<string> {
  return (await office.hasStoppedRecords(collection)) ? ` ${stoppedLeftOutText}` : ''
}

function formatConditionPhrase(
  { collection, sort }: RecordQuestion,
  query: Query,
  rank?: 'largest' | 'smallest',
): string {
  const [first] = sort
  const direction = rank === 'largest' || first?.direction === 'desc' ? '내림차순' : '오름차순'
  const order = rank ? `비용 합계 ${direction}` : first ? `${findLabel(collection, first.field)} ${direction}` : ''
  const text = [formatConditions(collection, query), order].filter((sentence) => sentence !== '').join(' · ')
  return text === '' ? '' : `${text}: `
}

function buildTotalRow(columns: readonly Field[], amounts: readonly string[], sums: readonly number[]) {
  const cells = columns.map(({ key }) => {
    const index = amounts.indexOf(key)
    return index < 0 ? null : (sums[index] ?? 0)
  })
  return cells[0] === null ? ['합계', ...cells.slice(1)] : cells
}

async function runSum(office: OfficeData, input: z.output<typeof sumSchema>): Promise<ToolResult> {
  const { collection, sums, by, average, share } = input
  const query = toQuery(input)
  const added = await office.sum(collection, query, { sums, by })
  const counts = average ? await countValues(office, input) : null
  const hasGrandTotal = sums.length > 1
  const columns: TablePart['columns'] = [
    ...(by ? [{ label: formatGroupingLabel(input), kind: 'text' as const }] : []),
    { label: '건수', kind: 'number' },
    ...(share ? [shareColumn] : []),
    ...sums.map((path) => toTableColumn(input, path)),
    ...(hasGrandTotal ? [{ label: '합계', kind: 'won' as const }] : []),
    ...(average
      ? sums.map((path) => ({ ...toTableColumn(input, path), label: `평균 ${findLabel(collection, path)}` }))
      : []),
  ]
  const toTableRow = (label: string, group: Pick<GroupedRecords, 'count' | 'sums'>, divisors: readonly number[]) => [
    ...(by ? [label] : []),
    group.count,
    ...(share ? [toPercent(group.count, added.count)] : []),
    ...group.sums,
    ...(hasGrandTotal ? [addUp(group.sums)] : []),
    ...(average ? group.sums.map((sum, index) => (divisors[index] ? Math.round(sum / divisors[index]) : null)) : []),
  ]
  const total = toTableRow('합계', added, counts?.total ?? [])
  const groups = sortGroups(added.groups, input)
  const lines = groups.map((group) =>
    toTableRow(formatGroupLabel(input, group), group, counts?.byGroup.get(group.value) ?? []),
  )
  const table: TablePart = {
    kind: 'table',
    title: getReadableLabel(collection),
    columns,
    rows: by ? lines.slice(0, shownRows) : [total],
    ...(by && { total }),
    count: by ? groups.length : 1,
    link: createListLink(collection, query, by),
  }
  const sentence = `${formatConditionPhrase(input, query)}${formatRecordCount(collection, added.count)}${formatGroupCount(input, groups.length)}${formatSumPhrase(input, added)}입니다.${formatFirstGroup(input, groups)}${share ? formatShares(lines) : ''}${await formatPart(office, input, added.count)}`
  const emptyPart: AnswerPart = { kind: 'sources', title: '출처', links: [createListLink(collection, query, by)] }
  const isEmptyResult = by !== null && groups.length === 0
  const omission = await formatOmission(office, collection)
  return {
    parts: [{ kind: 'text', text: `${sentence}${omission}` }, isEmptyResult ? emptyPart : table],
    text: `${formatLabelled(table)}${omission}`,
  }
}

/** The share of these records in all: 전체 600건의 6.8%입니다. */
async function formatPart(office: OfficeData, input: z.output<typeof sumSchema>, count: number): Promise<string> {
  if (!input.whole) return ''
  const query = toQuery({ ...input, filters: input.whole })
  const all = await office.sum(input.collection, query, { sums: [], by: null })
  return ` ${formatConditionPhrase(input, query)}${formatRecordCount(input.collection, all.count)}의 ${toPercent(count, all.count)}%입니다.`
}

const shareColumn = { label: '비율(%)', kind: 'number' as const }

/** The shares of the groups in words: 완료 42.3%, 취소 3.1%. */
function formatShares(lines: readonly (readonly AnswerCell[])[]): string {
  if (lines.length > maxShares) return ''
  const shares = lines.map(([label, , percent]) => `${label} ${percent}%`)
  return shares.length === 0 ? '' : ` ${shares.join(', ')}입니다.`
}

const maxShares = 8

/** With one decimal. */
function toPercent(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 1000) / 10
}

/** Names the group that comes first, and how many are equal to it: 미수금이 가장 많은 구간은? */
function formatFirstGroup(input: z.output<typeof sumSchema>, groups: GroupedRecords['groups']): string {
  const { largest, smallestFirst, collection, by } = input
  const [first] = groups
  if (!largest || !first || groups.length < 2) return ''
  const measure = ({ count, sums }: GroupedRecords['groups'][number]) => (largest === 'count' ? count : addUp(sums))
  const isMoney = largest === 'sum' && findFieldByPath(collection, input.sums[0] ?? '')?.kind === 'won'
  return formatLeaders(
    groups.filter((group) => measure(group) === measure(first)).map((group) => formatGroupLabel(input, group)),
    `${formatNumber(measure(first))}${isMoney ? '원' : '건'}`,
    { smallestFirst, isPerson: findFieldByPath(collection, by?.field ?? '')?.isPerson === true },
  )
}

/** The number of distinct groups; not mentioned for months and years. */
function formatGroupCount(input: z.output<typeof sumSchema>, count: number): string {
  const { collection, by } = input
  if (!by || by.part) return ''
  const isPerson = findFieldByPath(collection, by.field)?.isPerson === true
  return `, ${formatGroupingLabel(input)} ${formatNumber(count)}${isPerson ? '명' : '개'}`
}

function formatSumPhrase(
  { collection, sums }: Pick<z.output<typeof sumSchema>, 'collection' | 'sums'>,
  added: Pick<GroupedRecords, 'sums'>,
): string {
  if (sums.length === 0) return ''
  const field = findFieldByPath(collection, sums[0] ?? '')
  const name = sums.length === 1 ? (field?.label ?? '') : '비용'
  return `, ${name} 합계 ${formatNumber(addUp(added.sums))}${field?.kind === 'won' ? '원' : ''}`
}

function addUp(sums: readonly number[]): number {
  return sums.reduce((total, sum) => total + sum, 0)
}

function toTableColumn({ collection }: RecordQuestion, path: string): TablePart['columns'][number] {
  return {
    label: findLabel(collection, path),
    kind: findFieldByPath(collection, path)?.kind === 'won' ? 'won' : 'number',
  }
}

function formatGroupingLabel({ collection, by }: z.output<typeof sumSchema>): string {
  const label = findLabel(collection, by?.field ?? '')
  return by?.part ? `${label} ${by.part === 'month' ? '월' : '연도'}` : label
}

function formatGroupLabel(
  { collection, by }: z.output<typeof sumSchema>,
  { value, label }: GroupedRecords['groups'][number],
) {
  if (value === null) return '없음'
  const field = findFieldByPath(collection, by?.field ?? '')
  return String((field && field.kind === 'enum' ? formatFieldValue(field, value) : label) ?? value)
}

export function sortGroups(groups: GroupedRecords['groups'], { largest, smallestFirst }: z.output<typeof sumSchema>) {
  if (!largest) return groups
  const sorted = groups.toSorted((a, b) =>
    largest === 'count' ? b.count - a.count : addUp(b.sums) - addUp(a.sums) || b.count - a.count,
  )
  return smallestFirst ? sorted.toReversed() : sorted
}

/**
 * The number of records with a value in each summed field, because averages leave out empty ones.
 */
async function countValues(office: OfficeData, input: z.output<typeof sumSchema>) {
  const answers = await Promise.all(
    input.sums.map((field) =>
      office.sum(
        input.collection,
        { ...toQuery(input), filters: [...input.filters, { op: 'between', field, from: null, to: null }] },
        { sums: [], by: input.by },
      ),
    ),
  )
  const byGroup = new Map<unknown, number[]>()
  for (const [at, { groups }] of answers.entries())
    for (const { value, count } of groups) {
      const counts = byGroup.get(value) ?? []
      counts[at] = count
      byGroup.set(value, counts)
    }
  return { total: answers.map(({ count }) => count), byGroup }
}

const caseStatesSchema = recordQuestionSchema.omit({ collection: true, sort: true }).extend({
  /** Adds the share of each state, in percent. */
  share: z.boolean().default(false),
})
export type CaseStatesInput = z.output<typeof caseStatesSchema>

/**
 * Counts real-estate cases by state. The record has no state field (real-estate/case-state.ts), so
 * grouping can't do this.
 */
export const countCaseStates: Tool<typeof caseStatesSchema> = {
  name: 'case_states',
  description:
    'How many real-estate cases are completed, in progress, delayed and waiting: they have no status field. Deposit cases are grouped by `status` instead.',
  parameters: caseStatesSchema,
  isOffered: hasOffice,
  label: () => '등기 사건의 상태를 세고 있습니다.',
  async run(input, { office }) {
    const bookQuery = { collection: caseBook, sort: [], ...input }
    const error = office ? findQuestionError(office, bookQuery) : 'not permitted'
    if (!office || error !== null) return createRefusal(error ?? '')
    const query = toQuery(bookQuery)
    const { whole: total, byState } = await countStates(office, input)
    const table = {
      kind: 'table' as const,
      title: getReadableLabel(caseBook),
      count: caseStates.length,
      columns: [
        { label: '상태', kind: 'text' as const },
        { label: '건수', kind: 'number' as const },
        ...(input.share ? [shareColumn] : []),
      ],
      rows: caseStates.map(({ value, label }) => [
        label,
        byState[value],
        ...(input.share ? [toPercent(byState[value], total)] : []),
      ]),
      total: ['합계', total, ...(input.share ? [toPercent(total, total)] : [])],
      link: createListLink(caseBook, query, null),
    }
    const condition = formatConditions(caseBook, query)
    const sentence = `${condition === '' ? '' : `${condition}: `}${formatRecordCount(caseBook, total)}, 상태 ${caseStates.length}개입니다.${input.share ? formatShares(table.rows) : ''}`
    return { parts: [{ kind: 'text', text: sentence }, table], text: formatLabelled(table) }
  },
}

const caseBook = 'real-estate' as const

/** Cases in no other state are waiting. */
async function countStates(office: OfficeData, { filters, search }: Pick<CaseStatesInput, 'filters' | 'search'>) {
  const count = async (more: CaseStatesInput['filters']) => {
    const query = toQuery({ collection: caseBook, filters: [...filters, ...more], search, sort: [] })
    return (await office.sum(caseBook, query, { sums: [], by: null })).count
  }
  const [total, completed, in_progress, delayed] = await Promise.all([
    count([]),
    count(createCaseStateFilters('completed', office.today)),
    count(createCaseStateFilters('in_progress', office.today)),
    count(createCaseStateFilters('delayed', office.today)),
  ])
  return {
    whole: total,
    byState: { completed, in_progress, delayed, waiting: total - completed - in_progress - delayed },
  }
}
