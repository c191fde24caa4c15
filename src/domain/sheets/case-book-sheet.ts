import type { RealEstateGroup, RealEstateRecord } from '#contract/books/real-estate.ts'
import { realEstateDescription, realEstateGroupDescription } from '#contract/books/real-estate.ts'
import { describeSheet, fieldColumn, sumOrEmpty, type SourcedColumn } from './record-sheet.ts'
import { markColumns } from './sheet-mark.ts'

export type SheetGroup = Pick<
  RealEstateGroup,
  'id' | 'name' | 'trust_corporate_name' | 'office' | 'region' | 'type' | 'manager'
>

type Source = { record: RealEstateRecord; group: SheetGroup | undefined }

const moneyKeys = ['fees', 'fees_vat', 'proof', 'tax', 'stamp'] as const

const columns: readonly SourcedColumn<Source>[] = [
  groupColumn('name', '사업구간(그룹)'),
  groupColumn('trust_corporate_name'),
  groupColumn('office'),
  groupColumn('region'),
  groupColumn('type'),
  groupColumn('manager'),
  recordColumn('regi_date'),
  recordColumn('owner'),
  recordColumn('owner_address'),
  recordColumn('housing_reg_date'),
  recordColumn('purpose'),
  ...moneyKeys.map((key) => recordColumn(key)),
  {
    header: '합계',
    kind: 'won',
    width: 14,
    summed: true,
    cell: ({ record }) => sumOrEmpty(moneyKeys.map((key) => record[key])),
  },
  recordColumn('receipted_at'),
  recordColumn('created_at'),
  recordColumn('registrated_at'),
  ...markColumns<Source>(({ record }) => record),
]

/**
 * The case book as a sheet, identical from the server and the offline browser. A group not on this
 * device yet leaves its cells empty.
 */
export const caseBookSheet = describeSheet('사건부', columns)

/** File names with today's date. */
export function caseBookFileNames(today: string): { ascii: string; korean: string } {
  const file = `case-book_${today}.xlsx`
  return { ascii: file, korean: file }
}

function groupColumn(key: Exclude<keyof SheetGroup, 'id'>, header?: string): SourcedColumn<Source> {
  const label = realEstateGroupDescription.fields.find((field) => field.key === key)?.label ?? key
  return {
    header: header ?? label,
    kind: 'text',
    width: key === 'name' ? 28 : 14,
    cell: ({ group }) => group?.[key] ?? null,
  }
}

function recordColumn(
  key: Exclude<(typeof realEstateDescription.fields)[number]['key'], 'group_id'>,
): SourcedColumn<Source> {
  const field = realEstateDescription.fields.find((one) => one.key === key)
  if (field === undefined) throw new Error(`the case book has no field ${key}`)
  return fieldColumn(field, ({ record }) => record[key])
}
