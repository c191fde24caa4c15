import { choice, date, reference, text, won } from './field-builders.ts'
import type { Book, RecordOf } from './field.ts'
import { createNounTexts } from './wordings.ts'

/** Business trips 출장: who went where for which case, and what it cost. */
export const businessTripBook = {
  name: 'business-trips',
  label: '출장 기록',
  ...createNounTexts('출장', '이'),
  path: '/api/staff/business-trips/',
  screen: { path: '/staff/business-trips' },
  filters: [{ key: 'purpose', field: 'purpose', op: 'equals' }],
  groups: { basic: '기본정보' },
  fields: [
    text('place', '행선지', 100, { required: true, searched: true }),
    date('went_on', '출장일', { width: 104 }),
    choice('purpose', '용무', { width: 96 }, [
      { value: 'filing', label: '접수', tone: 'info' },
      { value: 'pick_up', label: '수령', tone: 'good' },
      { value: 'meeting', label: '상담' },
    ]),
    reference('manager', '담당자', 'managers.name', { width: 112 }),
    won('cost', '교통비', { width: 112 }),
    text('note', '비고', 500, { width: 240, searched: true }),
  ],
  importTitles: { place: ['장소', '방문지'], cost: ['비용'] },
} as const satisfies Book

export type BusinessTripRecord = RecordOf<typeof businessTripBook>
