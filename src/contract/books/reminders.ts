import { date, text } from './field-builders.ts'
import type { Book } from './field.ts'
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
  card: { title: 'note', note: 'person', day: 'due_on' },
  groups: { basic: '기본정보' },
  fields: [
    text('note', '내용', 300, { pinned: true, required: true, width: 280, grows: true, searched: true }),
    date('due_on', '다시 볼 날', { required: true, width: 112 }),
    text('person', '담당자', 50, { width: 112, searched: true, repeats: true, isPerson: true, carries: true }),
    date('done_on', '처리일', { width: 112 }),
    text('memo', '비고', 1000, { width: 240, searched: true }),
  ],
  importTitles: {
    note: ['할 일', '메모', '제목'],
    due_on: ['기한', '날짜', '일자'],
    person: ['담당', '담당 직원'],
    done_on: ['완료일', '처리 일자'],
    memo: ['참고', '특이사항'],
  },
} as const satisfies Book
