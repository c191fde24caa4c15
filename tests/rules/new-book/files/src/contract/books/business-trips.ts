import type { Book, RecordOf } from './field.ts'
import type { Wording } from './wordings.ts'

/** Business trips 출장: who went where for which case, and what it cost. */
export const businessTripBook = {
  name: 'business-trips',
  label: '출장 기록',
  noun: '출장',
  path: '/api/staff/business-trips/',
  screen: { path: '/staff/business-trips' },
  filters: [{ key: 'purpose', field: 'purpose', op: 'equals' }],
  deleteQuestion: "'{subject}' 출장을 삭제하시겠습니까?",
  wordings: { create: tripWording('추가'), update: tripWording('수정'), delete: tripWording('삭제') },
  groups: { basic: '기본정보' },
  fields: [
    { key: 'place', label: '행선지', kind: 'text', group: 'basic', required: true, maxLength: 100, searched: true },
    { key: 'went_on', label: '출장일', kind: 'date', group: 'basic', width: 104 },
    {
      key: 'purpose',
      label: '용무',
      kind: 'enum',
      group: 'basic',
      width: 96,
      choices: [
        { value: 'filing', label: '접수', tone: 'info' },
        { value: 'pick_up', label: '수령', tone: 'good' },
        { value: 'meeting', label: '상담' },
      ],
    },
    {
      key: 'manager',
      label: '담당자',
      kind: 'reference',
      group: 'basic',
      width: 112,
      refers: { collection: 'managers', label: 'name' },
    },
    { key: 'cost', label: '교통비', kind: 'won', group: 'basic', min: 0, width: 112 },
    { key: 'note', label: '비고', kind: 'text', group: 'basic', maxLength: 500, width: 240, searched: true },
  ],
  titles: { place: ['장소', '방문지'], cost: ['비용'] },
} as const satisfies Book

export type BusinessTripRecord = RecordOf<typeof businessTripBook>

function tripWording(name: string): Wording {
  return {
    step: `출장 ${name}`,
    done: `출장이 ${name}되었습니다.`,
    failed: `${name} 실패: 알 수 없는 오류`,
    failedBecause: `${name} 실패: {reason}`,
  }
}
