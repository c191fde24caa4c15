import { type KeyboardEvent, type RefObject, useId, useRef } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { chatFileKinds, chatLimits } from '#contract/chat/chat-texts.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { AttachedFile } from './conversation.ts'

interface ChatComposerProps {
  draft: string
  isAnswering: boolean
  /** Text below the box about what happens to the input. */
  note: string
  inputRef: RefObject<HTMLTextAreaElement | null>
  onDraft(text: string): void
  onSend(): void
  onStop(): void
  file: AttachedFile | null
  onAttach(file: File): void
  onDetach(): void
  onSheet: ((name: string) => void) | null
}

/**
 * The input box. Enter sends and Shift+Enter starts a new line, except during IME composition. The
 * box grows with its text.
 */
export function ChatComposer(props: ChatComposerProps) {
  const { draft, isAnswering, note, inputRef, onDraft, onSend, onStop, file, onAttach, onDetach } = props
  const noteId = useId()
  const remaining = chatLimits.promptLength - draft.trim().length
  const isBlank = draft.trim() === ''
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isImeKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onSend()
  }
  return (
    <form
      aria-label="질문 보내기"
      data-screen-only
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {file ? <FileChip file={file} isAnswering={isAnswering} onDetach={onDetach} onSheet={props.onSheet} /> : null}
      <div className="flex items-end gap-2">
        <AttachButton isDisabled={isAnswering} onAttach={onAttach} />
        <textarea
          ref={inputRef}
          rows={1}
          value={draft}
          aria-label="질문"
          aria-describedby={noteId}
          placeholder="질문을 적어 주세요"
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-[30dvh] min-h-11 coarse:min-h-12 w-full min-w-0 resize-none rounded-control border border-rule-strong bg-paper-raised px-3 py-2.5 text-[16px] leading-[22px] text-ink"
        />
        {isAnswering ? (
          <Button size="xl" onClick={onStop}>
            중지
          </Button>
        ) : (
          <Button type="submit" tone="primary" size="xl" disabled={isBlank || remaining < 0}>
            보내기
          </Button>
        )}
      </div>
      <p id={noteId} className={`text-label ${remaining < 0 ? 'text-danger' : 'text-ink-3'}`}>
        {remaining < 500
          ? `${formatNumber(chatLimits.promptLength)}자까지 보낼 수 있습니다. ${remaining < 0 ? `${formatNumber(-remaining)}자가 넘쳤습니다.` : `${formatNumber(remaining)}자 남았습니다.`}`
          : note}
      </p>
    </form>
  )
}

interface FileChipProps extends Pick<ChatComposerProps, 'isAnswering' | 'onDetach' | 'onSheet'> {
  file: AttachedFile
}

/**
 * The attached file, sent with every question until it is removed. For a workbook, another sheet
 * can be chosen.
 */
function FileChip({ file: { name, sheet }, isAnswering, onDetach, onSheet }: FileChipProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 text-label">
      <span className="min-w-0 truncate rounded-control border bg-paper-sunk px-2 py-1">첨부: {name}</span>
      {sheet && onSheet ? (
        <Select
          label="시트"
          isLabelHidden
          isDisabled={isAnswering}
          value={sheet.name}
          choices={sheet.all.map((value) => ({ value, label: value }))}
          onValue={onSheet}
        />
      ) : null}
      <Button tone="transparent" size="sm" onClick={onDetach}>
        첨부 빼기
      </Button>
    </div>
  )
}

function AttachButton({ isDisabled, onAttach }: { isDisabled: boolean; onAttach(file: File): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={chatFileKinds.join(',')}
        aria-label="첨부할 파일"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Allows choosing the same file again.
          event.target.value = ''
          if (file) onAttach(file)
        }}
      />
      <Button size="xl" disabled={isDisabled} onClick={() => input.current?.click()}>
        첨부
      </Button>
    </>
  )
}
