import { useRef, type RefObject } from 'react'
import { letterFieldNames } from '#domain/deposit-cases/letter-fields.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { applyEdit, insertText } from '#app/ui/text-editing/text-edit.ts'
import { TextToolbar, toolKeys } from '#app/ui/text-editing/text-toolbar.tsx'
import { letterTools } from './letter-tools.ts'

interface LetterTextAreaProps {
  area?: RefObject<HTMLTextAreaElement | null>
  value: string
  onValue(value: string): void
  error: string | undefined
  /** Text inserted for a field of the case: its value, or its placeholder. */
  pieceFor(name: string): string
}

const fieldChoices = [
  { value: '', label: '항목 넣기' },
  ...letterFieldNames.map((name) => ({ value: name, label: name })),
]

/** Text of a letter or template, with tools to format items and insert fields of the case. */
export function LetterTextArea({ area, value, onValue, error, pieceFor }: LetterTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const target = area ?? own
  function putIn(name: string) {
    const text = target.current
    if (text === null || name === '') return
    applyEdit(text, insertText(pieceFor(name))(text.value, text.selectionStart, text.selectionEnd))
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TextToolbar label="본문 도구" area={target} tools={letterTools} />
        <div className="w-36">
          <Select label="항목 넣기" isLabelHidden value="" choices={fieldChoices} onValue={putIn} />
        </div>
      </div>
      <TextArea
        ref={target}
        label="본문"
        isRequired
        rows={12}
        maxLength={10_000}
        hint="1. 가. 1) 가)의 들여쓰기와 ‘끝.’ 표시는 인쇄할 때 맞춰집니다. {표} 자리에는 소유자와 부동산의 표시가 들어갑니다."
        value={value}
        onValue={onValue}
        onKeyDown={toolKeys(letterTools)}
        error={error}
      />
    </div>
  )
}
