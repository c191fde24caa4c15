import { useId, useRef, useState, createContext, use, useCallback, useMemo, type ReactNode } from 'react'
import { takeOutReasons, unmaskedFault, type TakeOut } from '#contract/trail/export-reason.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { QuestionDialog } from '#app/ui/overlays/question-dialog.tsx'
import { lastReason, takeOutNote, useReasonChoice, saveReason } from './reason-choice.tsx'

type PromptExportReason = (question: TakeOutQuestion) => Promise<TakeOut | null>

const TakeOutContext = createContext<PromptExportReason | null>(null)

/** Asks for the reason of an export; null: cancelled. Only inside a `TakeOutProvider`. */
export function useExportReasonPrompt(): PromptExportReason {
  const prompt = use(TakeOutContext)
  if (!prompt) throw new Error('useAskTakeOut needs a TakeOutProvider above it')
  return prompt
}

/** Renders the one dialog that `useExportReasonPrompt` opens. */
export function TakeOutProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<{ question: TakeOutQuestion; answer(takeOut: TakeOut | null): void } | null>(
    null,
  )
  const prompt = useCallback<PromptExportReason>(
    (question) =>
      new Promise((resolve) => {
        setPending((before) => {
          before?.answer(null)
          return { question, answer: resolve }
        })
      }),
    [],
  )
  function settle(takeOut: TakeOut | null) {
    if (takeOut) saveReason(takeOut)
    pending?.answer(takeOut)
    setPending(null)
  }
  return (
    <TakeOutContext value={useMemo(() => prompt, [prompt])}>
      {children}
      {pending ? <TakeOutDialog question={pending.question} onAnswer={settle} /> : null}
    </TakeOutContext>
  )
}

interface TakeOutQuestion {
  /** The action: 엑셀 내보내기, 파일로 저장. */
  readonly title: string
  /** Label of the confirm button. */
  readonly actionName: string
  /** Whether the file is masked by default and may be exported unmasked. */
  readonly canUnmask: boolean
}

/** Asks for a reason out of a few, preselected and focused so that Enter confirms. */
function TakeOutDialog({
  question: { title, actionName, canUnmask },
  onAnswer,
}: {
  question: TakeOutQuestion
  onAnswer(takeOut: TakeOut | null): void
}) {
  const form = useId()
  const confirmButton = useRef<HTMLButtonElement>(null)
  const choice = useReasonChoice(takeOutReasons, lastReason)
  const [isMasked, setMasked] = useState(true)

  function answer() {
    const reason = choice.read()
    if (reason === null) return
    const takeOut = { reason, isMasked }
    const refused = unmaskedFault(takeOut)
    if (refused !== null) return choice.setFault(refused)
    onAnswer(takeOut)
  }

  return (
    <QuestionDialog
      title={title}
      initialFocus={confirmButton}
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button onClick={() => onAnswer(null)}>취소</Button>
          <Button ref={confirmButton} type="submit" form={form} tone="primary">
            {actionName}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="mt-3 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          answer()
        }}
      >
        {choice.fields}
        {canUnmask ? (
          <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-primary coarse:size-5"
              checked={!isMasked}
              onChange={(event) => setMasked(!event.target.checked)}
            />
            연락처·계좌·주소를 가리지 않고 내보내기
          </label>
        ) : null}
        <p className="text-label text-ink-3">{takeOutNote}</p>
      </form>
    </QuestionDialog>
  )
}
