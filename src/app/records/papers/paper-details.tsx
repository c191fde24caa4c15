import { Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { isImeKey } from '#app/ui/composition.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { kindLabel, paperKinds, paperOf, sizeText } from './paper-words.ts'
import type { PapersTarget } from './papers-target.ts'
import { usePaperActions } from './use-paper-actions.ts'

interface PaperDetailsProps {
  row: SourceRow
  target: PapersTarget
  onDeleted(): void
}

/** Description of a document, edited in place. Saves when a field loses the focus. */
export function PaperDetails({ row, target, onDeleted }: PaperDetailsProps) {
  const paper = paperOf(row)
  const { change, remove } = usePaperActions(target)
  const choices = paperKinds.map(({ value, label }) => ({ value, label }))
  const isLocked = row.stopped === 'locked'
  return (
    <fieldset disabled={isLocked} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {isLocked ? <p className="text-ink-2 sm:col-span-2">{stoppedEditText}</p> : null}
      <EditableText
        label="제목"
        maxLength={200}
        value={paper.name}
        onSave={(name) => void change(row, { name })}
        isRequired
      />
      <Select
        label="종류"
        value={paper.paper_kind}
        choices={choices}
        onValue={(paper_kind) => void change(row, { paper_kind })}
      />
      <div className="sm:col-span-2">
        <EditableText
          label="메모"
          maxLength={1000}
          value={paper.memo ?? ''}
          onSave={(memo) => void change(row, { memo: memo || null })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <p className="tabular mr-auto text-label text-ink-3">
          {kindLabel(paper)} · {sizeText(paper.size)}
        </p>
        <Button
          tone="transparent"
          className="text-seal"
          icon={<Trash2 size={16} strokeWidth={1.5} aria-hidden />}
          onClick={() => void remove(row).then((isDone) => isDone && onDeleted())}
        >
          서류 삭제
        </Button>
      </div>
    </fieldset>
  )
}

interface EditableTextProps {
  label: string
  value: string
  maxLength: number
  isRequired?: boolean
  onSave(text: string): void
}

/** A text saved on blur or Enter. Shows a colleague's change unless the user is typing here. */
function EditableText({ label, value, maxLength, isRequired, onSave }: EditableTextProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function settle() {
    const text = typed?.trim()
    setTyped(null)
    const isMissing = isRequired === true && text === ''
    if (text !== undefined && text !== value && !isMissing) onSave(text)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isImeKey(event) && event.key === 'Enter') settle()
  }
  return (
    <TextField
      label={label}
      maxLength={maxLength}
      onKeyDown={onKeyDown}
      {...(isRequired && { isRequired })}
      value={typed ?? value}
      onValue={setTyped}
      onBlur={settle}
    />
  )
}
