import { realEstateDescription } from '#contract/records/real-estate.ts'
import type { ReadCell } from '../documents/xlsx/sheet.ts'

export type ImportedKey = (typeof realEstateDescription.fields)[number]['key'] | 'id'

export interface ImportColumn {
  /** As it stands in the file. */
  readonly header: string
  /** Null: the column is not imported (신탁회사 belongs to the group, 합계 is computed, 순번 counts rows). */
  readonly key: ImportedKey | null
  readonly label: string | null
}

export interface HeaderRow {
  /** Index of the header row; the data starts below it. */
  readonly index: number
  readonly columns: readonly ImportColumn[]
}

/**
 * Finds the row of column titles and what each title means: offices put a letterhead or a title above their tables, so the first twenty rows are looked
 * at and the one with the most known titles wins. Null when no row names the group and at least one more field.
 */
export function findHeaderRow(rows: readonly (readonly ReadCell[])[]): HeaderRow | null {
  const candidates = rows.slice(0, searchedRows).map((row, index) => ({ index, columns: mapColumns(row) }))
  const best = candidates.toSorted((a, b) => countKnown(b.columns) - countKnown(a.columns) || a.index - b.index)[0]
  if (best === undefined || countKnown(best.columns) < 2) return null
  return best.columns.some(({ key }) => key === 'group_id') ? best : null
}

const searchedRows = 20

function countKnown(columns: readonly ImportColumn[]): number {
  return columns.filter(({ key }) => key !== null).length
}

/** Of two columns with the same meaning the first one counts. */
function mapColumns(row: readonly ReadCell[]): ImportColumn[] {
  const taken = new Set<ImportedKey>()
  return Array.from(row, (cell) => {
    const header = typeof cell === 'string' ? cell.normalize('NFC').trim() : ''
    const key =
      keysByTitle.get(plainTitle(header)) ?? keysByTitle.get(plainTitle(header.replace(/\(.*?\)/g, ''))) ?? null
    if (key === null || taken.has(key)) return { header, key: null, label: null }
    taken.add(key)
    return { header, key, label: labelOf(key) }
  })
}

export function labelOf(key: ImportedKey): string {
  return realEstateDescription.fields.find((field) => field.key === key)?.label ?? '번호'
}

/** Other words for the same column, as offices write them (research/domain.md §3.2). */
const otherTitles: Readonly<Record<ImportedKey, readonly string[]>> = {
  id: ['번호', '고유 ID'],
  group_id: ['사업구간', '그룹', '사업구간명', '단지명', '현장명', 'group', 'business_section'],
  regi_date: ['등기신청일'],
  owner: ['소유자(위임인)', '위임인', '소유자명', '소유자 성명'],
  owner_address: ['주소', '소유자의 주소'],
  housing_reg_date: ['임대주택등록', '임대사업자 등록일'],
  purpose: ['등기목적(사건명)', '사건명', '목적'],
  fees: ['보수', '보수액', '법무사 보수', '수수료'],
  fees_vat: ['부가가치세', 'VAT', '보수 부가세'],
  proof: ['제증명료', '제증명 비용'],
  tax: ['공과금 계', '세금'],
  stamp: ['증지/인지', '증지,인지', '인지·증지', '증지', '인지', '증지대', '인지대'],
  receipted_at: ['서류접수', '서류 접수 일자'],
  created_at: ['등기접수', '등기 접수 일자'],
  registrated_at: ['등기필증수령', '등기필정보 수령일', '필증 수령일'],
}

const keysByTitle: ReadonlyMap<string, ImportedKey> = new Map(
  [...realEstateDescription.fields.map(({ key }) => key), 'id' as const].flatMap((key) =>
    [key, labelOf(key), ...otherTitles[key]].map((title) => [plainTitle(title), key] as const),
  ),
)

/** Spaces, line breaks, full-width letters, middle dots and the star of required fields make no difference. */
function plainTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·ㆍ・*/,_()[\]]/g, '')
}
