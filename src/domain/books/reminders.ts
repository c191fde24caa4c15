import { type BookRules, textIn } from './book-rules.ts'

/** Reminders 다시 보기 wait until their 처리일. */
export const reminderRules: BookRules = {
  captionOf: (record) => textIn(record, 'note') || '메모',
  deadline: {
    day: 'due_on',
    days: 3,
    isOpen: ({ done_on: doneOn }) => doneOn === null,
    names: ['note', 'person'],
  },
  subjectOf: (record) => textIn(record, 'person'),
}
