import { expect, test } from 'vitest'
import { listProjectFiles, readProjectFile } from './project-files.ts'

/** Dialogs with fields that may close at once, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/app/ui/column-layout/column-manager.tsx': 'a search among the columns',
  'src/app/records/actions/deleted-records-dialog.tsx': 'a search in the list',
  'src/app/records/papers/paper-viewer.tsx': 'its fields save when they lose the focus',
  'src/app/features/admin/rates/rate-dialog.tsx': 'use-rate-form.ts asks',
  'src/app/features/admin/task-monitor/monitor-table.tsx': 'filters of the list',
  'src/app/features/deposit-cases/letter-dialog.tsx': 'its draft is there when it opens again',
  'src/app/shell/vault-lock/copy-section.tsx': 'a PIN, which is typed again',
  'src/app/shell/vault-lock/pin-form.tsx': 'a PIN, which is typed again',
}

const dialog = /<Dialog\s/
const field = /<(?:TextField|TextArea|AmountField|DateField|SuggestField|LetterTextArea|FieldEditor)\s/
const guard = /\b(?:useDirtyDialog|useConfirmClose|confirmDiscard)\b/

/** `FormDialog` asks itself, so its fields are none of the other dialogs of a file. */
const formDialog = /<FormDialog\s[\s\S]*?<\/FormDialog>/g

function losesTyping(code: string): boolean {
  const others = code.replace(formDialog, '')
  return dialog.test(others) && field.test(others) && !guard.test(others)
}

const losingDialogs = listProjectFiles('src/app/**/*.tsx').filter(
  (path) => !path.endsWith('.test.tsx') && losesTyping(readProjectFile(path)),
)

test('a dialog with fields asks before it closes with typed values', () => {
  expect(losingDialogs.filter((path) => !(path in exceptions))).toEqual([])
})

test('every listed exception is still a dialog with fields that does not ask', () => {
  expect(Object.keys(exceptions).filter((path) => !losingDialogs.includes(path))).toEqual([])
})

test('a dialog with a field is reported unless it asks', () => {
  const form = '<Dialog open onClose={onClose}><TextField label="사유" /></Dialog>'
  expect(losesTyping(form)).toBe(true)
  expect(losesTyping(`const close = useDirtyDialog(isDirty, title, onClose)\n${form}`)).toBe(false)
  expect(losesTyping('<Dialog open onClose={onClose}>text</Dialog>')).toBe(false)
  const guarded = '<FormDialog title="추가"><TextField label="사유" /></FormDialog>'
  expect(losesTyping(`<Dialog open>text</Dialog>${guarded}`)).toBe(false)
  expect(losesTyping(`${form}${guarded}`)).toBe(true)
})
