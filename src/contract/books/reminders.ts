import { choice, date, text } from './field-builders.ts'
import type { Book, RecordOf } from './field.ts'
import { createNounTexts } from './wordings.ts'

/** 다시 보기: what somebody should look at again on a day. */
export const reminderBook = {
  name: 'reminders',
  label: '다시 보기',
  ...createNounTexts('메모', '가'),
  path: '/api/staff/reminders/',
  screen: { path: '/staff/reminders' },
  order: [
    { field: 'done_on', direction: 'asc', empty: 'first' },
    { field: 'due_on', direction: 'asc' },
  ],
  // The key of the case books, so that the calendar filters all three by one name.
  filters: [{ key: 'business_manager', label: '담당자', field: 'person', op: 'contains' }],
  searchHint: '내용·담당자, 초성',
  card: { title: 'note', note: 'person', place: 'case_name', state: 'repeats', day: 'due_on', amount: 'done_on' },
  groups: { basic: '기본정보' },
  fields: [
    text('note', '내용', 300, { pinned: true, required: true, width: 280, grows: true, searched: true }),
    date('due_on', '다시 볼 날', { required: true, width: 112 }),
    text('person', '담당자', 50, { width: 112, searched: true, repeats: true, isPerson: true, carries: true }),
    choice('repeats', '되풀이', { width: 88 }, [
      { value: 'weekly', label: '매주' },
      { value: 'monthly', label: '매월' },
      { value: 'yearly', label: '매년' },
    ]),
    text('case_name', '사건', 200, { width: 160, searched: true }),
    date('done_on', '처리일', { width: 112 }),
    text('memo', '비고', 1000, { width: 240, searched: true }),
    // Keeps the 31st, or 29 February, of a series whose day is in a shorter month now.
    date('repeats_from', '되풀이 기준일', { width: 120, shown: false }),
    // The case it was made from. It stays when the case is deleted.
    choice('case_book', '사건 장부', { isFixed: true, width: 96, shown: false }, [
      { value: 'real-estate', label: '사건부' },
      { value: 'deposit-cases', label: '공탁 사건' },
    ]),
    text('case_id', '사건 번호', 36, { isFixed: true, width: 120, shown: false }),
  ],
  importTitles: {
    note: ['할 일', '메모', '제목'],
    due_on: ['기한', '날짜', '일자'],
    person: ['담당', '담당 직원'],
    done_on: ['완료일', '처리 일자'],
    memo: ['참고', '특이사항'],
    repeats: ['반복'],
    case_name: ['관련 사건', '사건명'],
  },
} as const satisfies Book

export type Reminder = RecordOf<typeof reminderBook>
