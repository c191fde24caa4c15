import type { realEstateDescription } from '#contract/books/real-estate.ts'
import { normaliseForSearch } from '#domain/search-text.ts'
import type { ImportedBook } from '../documents/import/import-excel.ts'
import { shownText } from '../documents/import/read-field.ts'
import type { FieldReaders } from '../documents/import/read-rows.ts'
import { readGroups, type GroupRow } from './list-case-book.ts'
import { realEstateCollection } from './collections.ts'
import { requireCaseBookAccess } from './policy.ts'

type ImportedKey = (typeof realEstateDescription.fields)[number]['key'] | 'id'

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

/** `POST /api/mysql/realestate/import_excel/`: entries of the case book, their groups by name. */
export const caseBookImport: ImportedBook = {
  collection: realEstateCollection,
  path: '/api/mysql/realestate/import_excel',
  tag: '사건부',
  otherTitles,
  neededKey: 'group_id',
  exampleTitles: '사업구간(그룹), 소유자, 등기목적',
  sharedKeys: ['group_id', 'owner'],
  words: { book: '사건부', record: '사건' },
  policy: requireCaseBookAccess,
  fieldReaders: async (db) => groupReader(await readGroups(db)),
}

function groupReader(groups: readonly GroupRow[]): FieldReaders {
  const ids = groupIds(groups)
  return {
    group_id: (cell) => {
      const name = shownText(cell).trim()
      if (name === '') return { message: '사업구간(그룹) 정보가 없습니다.' }
      const id = ids.get(plainName(name)) ?? ids.get(name)
      return id === undefined ? { message: `등록되지 않은 사업구간(그룹)입니다: ${name}` } : { value: id }
    },
  }
}

/** By name and by id; a name borne by two groups means the newer one, as in the list of unique fields. */
function groupIds(groups: readonly GroupRow[]): Map<string, string> {
  // Ids of version 7 rise with time.
  const oldestFirst = groups.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return new Map(oldestFirst.flatMap(({ id, name }) => [[plainName(name), id] as const, [id, id] as const]))
}

function plainName(name: string): string {
  return normaliseForSearch(name).replace(/\s+/g, '')
}
