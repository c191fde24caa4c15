import { useState } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import type { FieldValue } from '#contract/books/field.ts'
import { toReadableKey } from '#contract/person-numbers/sealed-number.ts'
import type { FieldConflict } from '#contract/problem.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { type ConflictQuestion, listConflictQuestions, toPlainValue } from './conflict-questions.ts'
import { findField } from './entry-state.ts'
import { formatEntryValue, type NameOf } from './entry-texts.ts'

type ConflictSide = 'mine' | 'theirs'

/**
 * Conflict of two users on the same field: both values side by side, with name and time, and one
 * decision for fields that belong together.
 */
export function ConflictChoice({ entry, nameOf }: { entry: EntryView; nameOf: NameOf }) {
  const { outbox } = useOfflineCopy()
  const questions = listConflictQuestions(entry)
  const [choice, setChoice] = useState<Record<string, ConflictSide>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isComplete = questions.every(([{ field }]) => choice[field] !== undefined)

  async function settle() {
    setIsBusy(true)
    await outbox.resolveConflict(entry.opId, choice)
    setIsBusy(false)
  }

  return (
    <div className="flex flex-col gap-3">
      {questions.map((question) => {
        const [{ field }] = question
        return (
          <ConflictField
            key={field}
            entry={entry}
            question={question}
            selectedSide={choice[field]}
            nameOf={nameOf}
            onChoose={(selectedSide) => setChoice((before) => ({ ...before, [field]: selectedSide }))}
          />
        )
      })}
      <div>
        <Button tone="primary" disabled={!isComplete} isBusy={isBusy} onClick={() => void settle()}>
          선택한 값으로 저장
        </Button>
      </div>
    </div>
  )
}

interface ConflictFieldProps {
  entry: EntryView
  /** The fields decided by this choice. */
  question: ConflictQuestion
  selectedSide: ConflictSide | undefined
  nameOf: NameOf
  onChoose(choice: ConflictSide): void
}

function ConflictField({ entry, question, selectedSide, nameOf, onChoose }: ConflictFieldProps) {
  const [first] = question
  const name = `${entry.opId}-${first.field}`
  const formatConflictValues = (valueOf: (conflict: FieldConflict) => FieldValue) =>
    question
      .map((conflict) =>
        formatEntryValue(findField(entry.collection, getReadableKey(conflict)), valueOf(conflict), nameOf),
      )
      .join(' · ')
  // For a resident number, shows its masked form: 900101-1****** against 850505-2******.
  const getReadableKey = ({ field }: FieldConflict) => toReadableKey(entry.collection, field)
  const isNumber = (conflict: FieldConflict) => getReadableKey(conflict) !== conflict.field
  const values: { choice: ConflictSide; title: string; text: string }[] = [
    {
      choice: 'mine',
      title: '내 값',
      text: formatConflictValues((conflict) => entry.changes[getReadableKey(conflict)]?.new ?? null),
    },
    {
      choice: 'theirs',
      title: `상대 값 · ${first.changed_by} ${formatMoment(first.changed_at)}`,
      text: formatConflictValues((conflict) =>
        toPlainValue(isNumber(conflict) ? entry.problem?.current?.[getReadableKey(conflict)] : conflict.theirs),
      ),
    },
  ]
  return (
    <fieldset>
      <legend className="mb-1 text-label font-semibold text-ink-2">
        {question.flatMap(({ field }) => findField(entry.collection, field)?.label ?? []).join(' · ')}{' '}
        <span className="font-normal text-ink-3">
          (처음 값{' '}
          {formatConflictValues((conflict) =>
            isNumber(conflict) ? (entry.changes[getReadableKey(conflict)]?.old ?? null) : toPlainValue(conflict.base),
          )}
          )
        </span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {values.map((value) => (
          <div
            key={value.choice}
            className="flex items-start gap-2 rounded-control border border-rule-strong px-3 py-2 has-checked:border-primary has-checked:bg-primary-wash"
          >
            <input
              type="radio"
              id={`${name}-${value.choice}`}
              name={name}
              checked={selectedSide === value.choice}
              onChange={() => onChoose(value.choice)}
              className="mt-1 accent-primary"
            />
            <label htmlFor={`${name}-${value.choice}`} className="min-w-0 flex-1 cursor-pointer">
              <span className="block text-label text-ink-3">{value.title}</span>
              <span className="tabular block font-medium">{value.text}</span>
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
