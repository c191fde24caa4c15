import type { CardUsageRecord } from '#contract/books/card-usage.ts'
import { depositCaseBook, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { titleBook } from '#contract/books/master-data.ts'
import { quickDeliveryBook, type QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import {
  realEstateBook,
  type RealEstateGroup,
  realEstateGroupBook,
  type RealEstateRecord,
} from '#contract/books/real-estate.ts'
import { mandateFields } from '#contract/books/shared-fields.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { parseAmount, parsePurpose } from '#domain/card-usage/card-usage.ts'
import { toExcelMoment } from '#domain/dates/office-date.ts'
import { isTopUp } from '#domain/quick-delivery/quick-balance.ts'
import {
  createFieldColumn,
  createRowIdColumns,
  describeSheet,
  type SheetCell,
  type SourcedColumn,
  sumOrEmpty,
} from './record-sheet.ts'

export type SheetGroup = Pick<
  RealEstateGroup,
  'id' | 'name' | 'trust_corporate_name' | 'office' | 'region' | 'type' | 'manager'
>

interface CaseBookRow {
  record: RealEstateRecord
  group: SheetGroup | undefined
}

const moneyKeys = ['fees', 'fees_vat', 'proof', 'tax', 'stamp'] as const

const caseColumns: readonly SourcedColumn<CaseBookRow>[] = [
  createGroupColumn('name', '사업구간(그룹)'),
  createGroupColumn('trust_corporate_name'),
  createGroupColumn('office'),
  createGroupColumn('region'),
  createGroupColumn('type'),
  createGroupColumn('manager'),
  createRecordColumn('regi_date'),
  createRecordColumn('owner'),
  createRecordColumn('owner_address'),
  createRecordColumn('housing_reg_date'),
  createRecordColumn('purpose'),
  ...moneyKeys.map((key) => createRecordColumn(key)),
  {
    header: '합계',
    kind: 'won',
    width: 14,
    summed: true,
    cell: ({ record }) => sumOrEmpty(moneyKeys.map((key) => record[key])),
  },
  createRecordColumn('receipted_at'),
  createRecordColumn('created_at'),
  createRecordColumn('registrated_at'),
  ...mandateFields.map(({ key }) => createRecordColumn(key)),
  ...createRowIdColumns<CaseBookRow>(({ record }) => record),
]

/**
 * The case book as a sheet, identical from the server and the offline browser. A group not on this
 * device yet leaves its cells empty.
 */
export const caseBookSheet = describeSheet('사건부', caseColumns)

/** File names with today's date. */
export function buildCaseBookFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `case-book_${today}.xlsx`, korean: `등기사건부_${today}.xlsx` }
}

function createGroupColumn(key: Exclude<keyof SheetGroup, 'id'>, header?: string): SourcedColumn<CaseBookRow> {
  const label = realEstateGroupBook.fields.find((field) => field.key === key)?.label ?? key
  return {
    header: header ?? label,
    kind: 'text',
    width: key === 'name' ? 28 : 14,
    cell: ({ group }) => group?.[key] ?? null,
  }
}

function createRecordColumn(
  key: Exclude<(typeof realEstateBook.fields)[number]['key'], 'group_id'>,
): SourcedColumn<CaseBookRow> {
  const field = realEstateBook.fields.find((candidate) => candidate.key === key)
  if (field === undefined) throw new Error(`the case book has no field ${key}`)
  return createFieldColumn(field, ({ record }) => record[key])
}

const depositColumns: readonly SourcedColumn<DepositCaseRecord>[] = [
  ...depositCaseBook.fields.flatMap((field) => {
    const column = createFieldColumn<DepositCaseRecord>(field, (record) => record[field.key])
    return field.key === 'stamp' ? [column, createSumColumn()] : [column]
  }),
  ...createRowIdColumns<DepositCaseRecord>((record) => record),
]

/** The deposit register as a sheet, identical from the server and the offline browser. */
export const depositSheet = describeSheet('공탁사건부', depositColumns)

function createSumColumn(): SourcedColumn<DepositCaseRecord> {
  return {
    header: '합계',
    kind: 'won',
    width: 14,
    summed: true,
    cell: (record) => sumOrEmpty(costKeys.map((key) => record[key])),
  }
}

/** The fields a row of the sheet needs. */
export type SheetUse = Pick<
  CardUsageRecord,
  'id' | 'version' | 'created_at' | 'store_name' | 'pay' | 'purpose' | 'note' | 'approve_num'
>

/**
 * The screen's columns and the content of its expanded rows; amount and purpose as shown, not as
 * received.
 */
const useColumns: readonly SourcedColumn<SheetUse>[] = [
  { header: '일시', kind: 'instant', width: 17, cell: ({ created_at: instant }) => toExcelMoment(instant) },
  { header: '사용처', kind: 'text', width: 32, cell: ({ store_name: store }) => store },
  { header: '금액', kind: 'won', width: 13, summed: true, cell: ({ pay }) => parseAmount(pay) },
  { header: '구분', kind: 'text', width: 8, cell: ({ purpose }) => parsePurpose(purpose) },
  { header: '내용', kind: 'text', width: 40, cell: ({ note }) => note },
  { header: '승인번호', kind: 'text', width: 14, cell: ({ approve_num: number }) => number },
  ...createRowIdColumns<SheetUse>((use) => use),
]

/** Card usage as a sheet, identical from server and device. */
export const cardUsageSheet = describeSheet('카드사용내역', useColumns)

export function buildCardUsageFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `card-usage_${today}.xlsx`, korean: `카드사용내역_${today}.xlsx` }
}

interface QuickLine {
  readonly record: QuickDeliveryRecord
  readonly balance: number | null
}

const describedQuickColumns = quickDeliveryBook.fields.flatMap((field): SourcedColumn<QuickLine>[] => {
  const column = createFieldColumn<QuickLine>(field, ({ record }) => record[field.key])
  if (field.key === 'created_at') return [{ ...column, width: 18 }]
  if (field.key !== 'amount') return [column]
  return [
    { header: column.header, kind: column.kind, width: column.width, cell: column.cell },
    { ...column, header: '사용액', cell: ({ record }) => (isTopUp(record) ? null : record.amount) },
    { ...column, header: '충전액', cell: ({ record }) => (isTopUp(record) ? record.amount : null) },
    { header: '잔액', kind: 'won', width: column.width, cell: ({ balance }) => balance },
  ]
})

const deliveryColumns: readonly SourcedColumn<QuickLine>[] = [
  ...describedQuickColumns,
  ...createRowIdColumns<QuickLine>(({ record }) => record),
]

/**
 * Quick-delivery records as a sheet: charges and top-ups in separate columns, so that each adds up,
 * and the balance after the record. The sheet also contains kind, amount and id, so that it can be
 * imported again.
 */
export const deliverySheet = describeSheet('퀵기록', deliveryColumns)

/** A title with the names of what it belongs to. */
export interface NamedTitle {
  readonly title: AnyRecord
  readonly names: Readonly<Record<'project_name' | 'manager_name' | 'department_name' | 'company_name', string>>
}

const titleColumns: readonly SourcedColumn<NamedTitle>[] = [
  buildDescribedColumn('name'),
  buildNameColumn('프로젝트', 'project_name'),
  buildNameColumn('관리자', 'manager_name'),
  buildNameColumn('부서', 'department_name'),
  buildNameColumn('회사', 'company_name'),
  buildDescribedColumn('status'),
  { ...buildDescribedColumn('progress_percentage'), header: '진행률(%)' },
  buildDescribedColumn('description'),
  createInstantColumn('등록일', 'inserted_at'),
  createInstantColumn('수정일', 'updated_at'),
  ...createRowIdColumns<NamedTitle>(({ title }) => title),
]

/** The titles 목록 as a sheet with the screen's columns, identical from server and device. */
export const titleSheet = {
  ...describeSheet('목록', titleColumns),
  /** The last row is the number of titles, because nothing in them adds up. */
  total: () => {
    let rows = 0
    return {
      add(): void {
        rows += 1
      },
      row: (): SheetCell[] => [`총 ${formatNumber(rows)}건`, ...Array<null>(titleColumns.length - 1).fill(null)],
    }
  },
}

function buildDescribedColumn(key: string): SourcedColumn<NamedTitle> {
  const field = (titleBook.fields as readonly Field[]).find((candidate) => candidate.key === key)
  if (!field) throw new Error(`titles have no field ${key}`)
  return createFieldColumn(field, ({ title }) => title[key] ?? null)
}

function buildNameColumn(header: string, name: keyof NamedTitle['names']): SourcedColumn<NamedTitle> {
  return { header, kind: 'text', width: 18, cell: ({ names }) => names[name] }
}

function createInstantColumn(header: string, key: 'inserted_at' | 'updated_at'): SourcedColumn<NamedTitle> {
  return { header, kind: 'instant', width: 17, cell: ({ title }) => toExcelMoment(title[key]) }
}
