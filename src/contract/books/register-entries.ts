import { choice, date, flag, number, text, won } from './field-builders.ts'
import type { Book, RecordOf } from './field.ts'
import { verificationChoices } from './shared-fields.ts'
import { createNounTexts } from './wordings.ts'

/**
 * The statutory register 법정 사건부 (법무사법 제22조, 법무사규칙 제35조): one entry a mandate, made by the server
 * from the two case books and never written by people.
 */
export const registerEntryBook = {
  name: 'register-entries',
  label: '법정 사건부',
  ...createNounTexts('기재', '가'),
  creatableBy: 'server',
  path: '/api/register/entries/',
  screen: { path: '/staff/register' },
  isLong: true,
  order: [
    { field: 'year', direction: 'desc' },
    { field: 'serial', direction: 'desc' },
  ],
  filters: [
    { key: 'book', field: 'book', op: 'one_of' },
    { key: 'verification', field: 'verification', op: 'one_of' },
  ],
  searchHint: '위임인·사건명·주소, 초성',
  card: {
    title: 'client',
    note: 'matter',
    section: 'serial',
    place: 'client_address',
    state: 'issue',
    day: 'mandated_on',
    amount: 'fee',
  },
  groups: { basic: '사건부' },
  fields: [
    // The year of `entered_on`; the numbers begin at 1 with each.
    number('year', '연도', { editable: false, required: true, min: 1900, scale: 0, width: 72, pinned: true }),
    // Given once and never changed.
    number('serial', '일련번호', { editable: false, min: 1, scale: 0, width: 88, pinned: true }),
    choice('book', '장부', { editable: false, required: true, width: 88 }, [
      { value: 'real-estate', label: '사건부' },
      { value: 'deposit-cases', label: '공탁 사건' },
    ]),
    text('case_id', '사건', 36, { editable: false, required: true, width: 120, shown: false }),
    date('mandated_on', '위임받은 연월일', { editable: false, required: true, width: 120 }),
    date('entered_on', '기재일', { editable: false, required: true, width: 112 }),
    text('matter', '사건명', 100, { editable: false, width: 140, grows: true, searched: true }),
    won('fee', '보수액', { editable: false, width: 104 }),
    text('client', '위임인 성명', 100, { editable: false, width: 120, searched: true, pinned: true }),
    date('client_birth', '위임인 생년월일', { editable: false, width: 120, shown: false }),
    // Clients besides the one named.
    number('client_others', '위임인 외 인원', { editable: false, min: 0, scale: 0, width: 112, shown: false }),
    text('client_address', '위임인 주소', 300, {
      editable: false,
      width: 220,
      grows: true,
      searched: true,
      masks: 'address',
      truncatesInMiddle: true,
    }),
    choice('verification', '위임인 확인방법', { editable: false, width: 136 }, verificationChoices),
    date('closed_on', '종결일자', { editable: false, width: 112 }),
    text('remark', '사건부 비고', 200, { editable: false, width: 160 }),
    // Its case was deleted; the entry keeps its number.
    flag('is_cancelled', '취소', { editable: false, width: 72 }),
    number('corrections', '정정 횟수', { editable: false, min: 0, scale: 0, width: 88, shown: false }),
    // The month is closed and the case now says something else.
    flag('differs', '사건과 다름', { editable: false, width: 96 }),
  ],
} as const satisfies Book

export type RegisterEntry = RecordOf<typeof registerEntryBook>
