import { realEstateDescription } from '#contract/records/real-estate.ts'
import { vatFollowsFees, type RecordBook } from '#app/records/record-book.ts'

/** 사건부 of real estate (decision 14): its entries belong to a group. */
export const caseBook: RecordBook = {
  collection: 'real-estate',
  description: realEstateDescription,
  // People speak of an entry by its owner, else by its group.
  captionOf: ({ owner }, { group_id: group }) =>
    typeof owner === 'string' && owner !== '' ? owner : String(group?.['name'] ?? '사건'),
  sectionOf: (row) => String(row.joined['group_id']?.['name'] ?? caseBook.captionOf(row.record, row.joined)),
  // Spec 2 §5 "Case book".
  refusalOf: ({ group_id: group }, kind) => {
    if (group != null && group !== '') return {}
    return { group_id: kind === 'create' ? '사업구간(그룹)을 선택하세요.' : '사업구간(그룹) 정보가 없습니다.' }
  },
  follows: [vatFollowsFees],
}
