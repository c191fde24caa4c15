import { createContext, type ReactNode, use, useCallback, useId, useMemo, useRef, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { ScopeChoice } from '#app/ui/fields/scope-choice.tsx'
import { QuestionDialog } from '#app/ui/overlays/question-dialog.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { exportReasons, type ExportTerms, findUnmaskedError } from '#contract/trail/export-reason.ts'
import { exportNote, getLastReason, rememberReason, useReasonChoice } from './reason-choice.tsx'

type PromptExportReason = (question: ExportReasonQuestion) => Promise<ExportAnswer | null>

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
    answer(exportTerms: ExportAnswer | null): void
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
  function settle(exportTerms: ExportAnswer | null) {
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

interface ExportAnswer extends ExportTerms {
  /** Only the checked records of the list. */
  readonly areChecked: boolean
}

interface ExportReasonQuestion {
  /** The action: 엑셀 내보내기, 파일로 저장. */
  readonly title: string
  /** Label of the confirm button. */
  readonly actionName: string
  /** What the file will contain, as a sentence (`export-scope.ts`); '' when that is unknown. */
  readonly scope: string
  /** Number of checked records, which can be exported alone; absent: none. */
  readonly checkedCount?: number
  /** Whether the file is masked by default and may be exported unmasked. */
  readonly canUnmask: boolean
}

/** Asks for a reason out of a few, preselected and focused so that Enter confirms. */
function ExportReasonDialog({
  question: { title, actionName, scope, checkedCount = 0, canUnmask },
  onAnswer,
}: {
  question: ExportReasonQuestion
  onAnswer(exportTerms: ExportAnswer | null): void
}) {
  const form = useId()
  const confirmButton = useRef<HTMLButtonElement>(null)
  const choice = useReasonChoice({ reasons: exportReasons, getInitialReason: getLastReason })
  const [isMasked, setIsMasked] = useState(true)
  const [areChecked, setAreChecked] = useState(checkedCount > 0)
  const description = areChecked ? `선택한 ${formatNumber(checkedCount)}건을 내보냅니다.` : scope

  function answer() {
    const reason = choice.read()
    if (reason === null) return
    const exportTerms = { reason, isMasked, areChecked }
    const refused = findUnmaskedError(exportTerms)
    if (refused !== null) return choice.setError(refused)
    onAnswer(exportTerms)
  }

  return (
    <QuestionDialog
      title={title}
      {...(description !== '' && { description })}
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
        {checkedCount > 0 ? (
          <ScopeChoice
            legend="내보낼 범위"
            checkedCount={checkedCount}
            listCount={null}
            areChecked={areChecked}
            onChosen={setAreChecked}
          />
        ) : null}
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
