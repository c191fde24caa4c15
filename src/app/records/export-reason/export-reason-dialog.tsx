import { createContext, type ReactNode, use, useCallback, useId, useMemo, useRef, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { QuestionDialog } from '#app/ui/overlays/question-dialog.tsx'
import { exportReasons, type ExportTerms, findUnmaskedError } from '#contract/trail/export-reason.ts'
import { exportNote, getLastReason, rememberReason, useReasonChoice } from './reason-choice.tsx'

type PromptExportReason = (question: ExportReasonQuestion) => Promise<ExportTerms | null>

const ExportReasonContext = createContext<PromptExportReason | null>(null)

/** Asks for the reason of an export; null: cancelled. Only inside an `ExportReasonProvider`. */
export function useExportReasonPrompt(): PromptExportReason {
  const prompt = use(ExportReasonContext)
  if (!prompt) throw new Error('useExportReasonPrompt needs an ExportReasonProvider above it')
  return prompt
}

/** Renders the one dialog that `useExportReasonPrompt` opens. */
export function ExportReasonProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<{
    question: ExportReasonQuestion
    answer(exportTerms: ExportTerms | null): void
  } | null>(null)
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
  function settle(exportTerms: ExportTerms | null) {
    if (exportTerms) rememberReason(exportTerms)
    pending?.answer(exportTerms)
    setPending(null)
  }
  return (
    <ExportReasonContext value={useMemo(() => prompt, [prompt])}>
      {children}
      {pending ? <ExportReasonDialog question={pending.question} onAnswer={settle} /> : null}
    </ExportReasonContext>
  )
}

interface ExportReasonQuestion {
  /** The action: 엑셀 내보내기, 파일로 저장. */
  readonly title: string
  /** Label of the confirm button. */
  readonly actionName: string
  /** What the file will contain, as a sentence (`export-scope.ts`); '' when that is unknown. */
  readonly scope: string
  /** Whether the file is masked by default and may be exported unmasked. */
  readonly canUnmask: boolean
}

/** Asks for a reason out of a few, preselected and focused so that Enter confirms. */
function ExportReasonDialog({
  question: { title, actionName, scope, canUnmask },
  onAnswer,
}: {
  question: ExportReasonQuestion
  onAnswer(exportTerms: ExportTerms | null): void
}) {
  const form = useId()
  const confirmButton = useRef<HTMLButtonElement>(null)
  const choice = useReasonChoice({ reasons: exportReasons, getInitialReason: getLastReason })
  const [isMasked, setIsMasked] = useState(true)

  function answer() {
    const reason = choice.read()
    if (reason === null) return
    const exportTerms = { reason, isMasked }
    const refused = findUnmaskedError(exportTerms)
    if (refused !== null) return choice.setError(refused)
    onAnswer(exportTerms)
  }

  return (
    <QuestionDialog
      title={title}
      {...(scope !== '' && { description: scope })}
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
              onChange={(event) => setIsMasked(!event.target.checked)}
            />
            연락처·계좌·주소를 가리지 않고 내보내기
          </label>
        ) : null}
        <p className="text-label text-ink-3">{exportNote}</p>
      </form>
    </QuestionDialog>
  )
}
