import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { formatNumber } from '#contract/text/format-number.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { Button } from '../buttons/button.tsx'
import { useLatest } from '../hooks/use-latest.ts'
import { useConfirmClose } from '../overlays/confirm.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import {
  type BulkEditDeps,
  type BulkEditFlow,
  type BulkStep,
  createBulkEditFlow,
  type StepProgress,
} from './bulk-edit-flow.ts'
import type { BulkEditProps, SendingState } from './bulk-edit-props.ts'
import { BulkResult } from './bulk-result.tsx'
import { ChooseFields } from './choose-fields.tsx'
import { type FieldChoices, readChoices } from './field-choices.ts'
import { PlanPreview } from './plan-preview.tsx'
import type { ValueTally } from './value-tally.ts'

/**
 * 일괄 수정: choose fields and see their current values, preview the changes, apply them, see the
 * result. Render it while it is open. It closes itself when the server has accepted everything; the
 * changes don't depend on it staying open.
 */
export function BulkEditDialog(props: BulkEditProps) {
  const { flow, step, tally } = useBulkEditFlow(props)
  const [choices, setChoices] = useState<FieldChoices>({})
  const formId = useId()
  const [areErrorsShown, setErrorsShown] = useState(false)
  const follows = props.follows ?? noFollows
  const today = props.today()
  const parsedChoices = readChoices(choices, { columns: props.fields, follows, today })
  const focus = useFocusStep(step.name)
  const { onClose } = props
  const savedOutcome = step.name === 'applied' && step.outcome.savedCount > 0 ? step.outcome : null
  const close = useCallback(() => onClose(savedOutcome), [onClose, savedOutcome])
  useCloseWhenDone(step, close)
  const isDirty = Object.keys(choices).length > 0 && step.name !== 'applied'
  const cancel = useConfirmClose(isDirty, close)

  function preview() {
    setErrorsShown(true)
    if (parsedChoices.kind === 'wishes' && step.name === 'choosing') void flow.preview(parsedChoices.updates)
  }

  return (
    <Dialog
      open
      isSticky
      width="wide"
      title={tally ? `일괄 수정(${formatNumber(tally.countRows())}건 선택)` : '일괄 수정'}
      onClose={() => (step.name === 'applying' ? undefined : void cancel())}
      actions={
        <Actions
          flow={flow}
          step={step}
          focus={focus}
          formId={formId}
          onClose={() => void cancel()}
          onUndone={() => onClose(null)}
        />
      }
    >
      {isChoosing(step) ? (
        <ChooseFields
          id={formId}
          follows={follows}
          today={today}
          choices={choices}
          tally={tally}
          read={parsedChoices}
          shouldShowErrors={areErrorsShown}
          fields={props.fields}
          groups={props.groups}
          onChoices={setChoices}
          onSubmit={preview}
        />
      ) : null}
      {step.name === 'unreadable' ? (
        <p role="alert" className="text-danger">
          데이터를 불러오는데 문제가 발생했습니다.
        </p>
      ) : null}
      {step.name === 'planned' ? <PlanPreview {...step} fields={props.fields} captionOf={props.captionOf} /> : null}
      {step.name === 'reading' || step.name === 'planning' ? (
        <ProgressLine label="데이터를 불러오는 중..." progress={step.progress} isLate />
      ) : null}
      {step.name === 'applying' ? (
        <ProgressLine label={step.isStopping ? '멈추는 중...' : '변경하는 중...'} progress={step.progress} />
      ) : null}
      {step.name === 'applied' ? <BulkResult applied={step} captionOf={props.captionOf} /> : null}
    </Dialog>
  )
}

const noFollows: readonly DerivedField[] = []

/** The fields stay visible while records are read. */
function isChoosing({ name }: BulkStep): boolean {
  return name === 'reading' || name === 'choosing'
}

interface ActionsProps {
  flow: BulkEditFlow
  step: BulkStep
  focus: React.RefObject<HTMLButtonElement | null>
  /** Its submission shows the preview. */
  formId: string
  onClose(): void
  onUndone(): void
}

/**
 * The buttons of a step. The harmless one gets the focus when a step begins, so holding Enter
 * doesn't run through the steps.
 */
function Actions({ flow, step, focus, formId, onClose, onUndone }: ActionsProps) {
  switch (step.name) {
    case 'reading':
    case 'choosing':
      return (
        <>
          <Button onClick={onClose}>취소</Button>
          <Button ref={focus} tone="primary" type="submit" form={formId} isBusy={step.name === 'reading'}>
            미리보기
          </Button>
        </>
      )
    case 'planning':
      return (
        <Button ref={focus} onClick={flow.stop}>
          취소
        </Button>
      )
    case 'planned': {
      const count = step.plan.changes.length
      return (
        <>
          <Button onClick={onClose}>취소</Button>
          <Button ref={focus} onClick={flow.back}>
            뒤로
          </Button>
          <Button tone="primary" disabled={count === 0} onClick={() => void flow.apply()}>
            {formatNumber(count)}건 변경
          </Button>
        </>
      )
    }
    case 'applying':
      return (
        <Button ref={focus} isBusy={step.isStopping} onClick={flow.stop}>
          멈추기
        </Button>
      )
    case 'applied':
      return <ResultActions flow={flow} step={step} focus={focus} onClose={onClose} onUndone={onUndone} />
    case 'unreadable':
      return (
        <Button ref={focus} onClick={onClose}>
          닫기
        </Button>
      )
  }
}

function ResultActions({
  flow,
  step: { outcome, left },
  focus,
  onClose,
  onUndone,
}: Omit<ActionsProps, 'formId' | 'step'> & { step: Extract<BulkStep, { name: 'applied' }> }) {
  return (
    <>
      {outcome.savedCount > 0 ? (
        <Button
          onClick={() => {
            onUndone()
            outcome.undo()
          }}
        >
          되돌리기
        </Button>
      ) : null}
      {left > 0 ? <Button onClick={() => void flow.apply()}>나머지 {formatNumber(left)}건 변경</Button> : null}
      <Button ref={focus} tone="primary" onClick={onClose}>
        닫기
      </Button>
    </>
  )
}

function ProgressLine({
  label,
  progress,
  isLate = false,
}: {
  label: string
  progress: StepProgress
  isLate?: boolean
}) {
  const { done, total } = progress
  return (
    <div className={`tabular mt-3 text-ink-2 ${isLate ? 'appears-late' : ''}`}>
      <p role="status">{label}</p>
      <progress aria-label={label} className="h-2 w-full accent-primary" value={done} max={Math.max(1, total)} />
      <p aria-hidden>
        {formatNumber(done)} / {formatNumber(total)}건
      </p>
    </div>
  )
}

/**
 * Every step but the first moves the focus to its own button, because the button pressed before is
 * gone.
 */
function useFocusStep(name: BulkStep['name']): React.RefObject<HTMLButtonElement | null> {
  const focus = useRef<HTMLButtonElement>(null)
  const last = useRef<BulkStep['name']>('reading')
  useEffect(() => {
    const isOpening = last.current === 'reading' && name === 'choosing'
    if (last.current !== name && !isOpening) focus.current?.focus()
    last.current = name
  }, [name])
  return focus
}

/** Closes the dialog when everything succeeded, or when the rest only waits for the network. */
function useCloseWhenDone(step: BulkStep, onClose: () => void): void {
  const outcome = step.name === 'applied' ? step.outcome : null
  const sending = useSyncExternalStore(
    outcome?.sending.subscribe ?? noSubscription,
    outcome?.sending.getState ?? (() => nothingSent),
  )
  const isFullySaved = step.name === 'applied' && step.left === 0 && step.plan.refused.length === 0
  const isFinished = sending.waiting === 0 || !sending.isReachable
  const isDone = isFullySaved && outcome?.failure === null && sending.failures.length === 0 && isFinished
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
}

const nothingSent: SendingState = { waiting: 0, isReachable: true, failures: [] }
const noSubscription = () => () => undefined

/** Starts a bulk edit when the dialog opens and stops it when the dialog closes. */
function useBulkEditFlow(deps: BulkEditDeps): { flow: BulkEditFlow; step: BulkStep; tally: ValueTally | null } {
  const latest = useLatest(deps)
  const [flow] = useState(() => createBulkEditFlow(latest))
  const step = useSyncExternalStore(flow.subscribe, flow.getStep)
  const tally = useSyncExternalStore(flow.subscribe, flow.getTally)
  useEffect(() => {
    void flow.begin()
    return () => flow.stop()
  }, [flow])
  return { flow, step, tally }
}
