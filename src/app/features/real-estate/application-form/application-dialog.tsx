import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { findCommand } from '#app/ui/data-table/commands/key-commands.ts'
import { useConfirmClose } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import {
  advanceAfterSave,
  advanceAfterSkip,
  type ApplicationBatch,
  type BatchStep,
  formatProgress,
  hasMore,
  isBatch,
  stepBack,
} from './application-batch.ts'
import { ApplicationFields } from './application-fields.tsx'
import { useApplicationForm } from './use-application-form.ts'

interface ApplicationDialogProps {
  /** In the order of writing; a single unit gets no progress display. */
  unitIds: readonly string[]
  history: ActionHistory
  onClose(): void
}

/** 등기신청서 작성: one form, or the forms of the chosen units one after another. */
export function ApplicationDialog({ unitIds, history, onClose }: ApplicationDialogProps) {
  const [batch, setBatch] = useState<ApplicationBatch>({ unitIds, index: 0 })
  const unitId = batch.unitIds[batch.index] ?? ''
  // Each unit gets a fresh form.
  return <UnitForm key={unitId} unitId={unitId} batch={batch} history={history} onClose={onClose} onBatch={setBatch} />
}

interface UnitFormProps extends Omit<ApplicationDialogProps, 'unitIds'> {
  unitId: string
  batch: ApplicationBatch
  onBatch(batch: ApplicationBatch): void
}

function UnitForm({ unitId, batch, history, onBatch, onClose }: UnitFormProps) {
  const toast = useToast()
  const form = useApplicationForm({ unitId, history })
  const id = useId()
  const element = useRef<HTMLFormElement>(null)

  function goToStep({ batch: next, message }: BatchStep) {
    toast[message.kind](message.text)
    if (next) onBatch(next)
    else onClose()
  }

  const isLoaded = form.draft !== null
  useEffect(() => {
    // Moves focus into the form once the unit is loaded; before that there were only buttons.
    if (isLoaded) element.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [isLoaded])
  const close = useConfirmClose(form.isDirty, onClose)
  const skipUnit = useConfirmClose(form.isDirty, () => goToStep(advanceAfterSkip(batch)))
  const goBack = useConfirmClose(form.isDirty, () => onBatch(stepBack(batch).batch))

  async function save(event: FormEvent) {
    event.preventDefault()
    if (form.isSaving) return
    if (await form.save()) return goToStep(advanceAfterSave(batch))
    // After the errors are rendered.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  function goToPreviousUnit() {
    const { message } = stepBack(batch)
    if (message) toast[message.kind](message.text)
    else void goBack()
  }

  /**
   * Plain Enter does not submit, because it is easily pressed while filling in the long form.
   * Ctrl+Enter and Ctrl+S do.
   */
  function onKeyDown(event: KeyboardEvent) {
    if (isImeKey(event)) return
    const isSave = findCommand(event.nativeEvent, 'detail') === 'detail-save'
    if (!isSave && event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }

  return (
    <Dialog
      open
      isSticky
      width="wide"
      title={isBatch(batch) ? `등기신청서 작성 (${formatProgress(batch)})` : '등기신청서 작성'}
      onClose={() => void close()}
      headActions={
        isBatch(batch) ? (
          <>
            <Button onClick={goToPreviousUnit}>이전</Button>
            <Button onClick={() => void skipUnit()}>건너뛰기</Button>
          </>
        ) : null
      }
      actions={
        <>
          <Button onClick={() => void close()}>{isBatch(batch) ? '전체 취소' : '취소'}</Button>
          <Button tone="primary" type="submit" form={id} title="Ctrl+Enter" isBusy={form.isSaving}>
            {form.isSaving ? '저장 중...' : hasMore(batch) ? '저장 후 다음' : '신청서 작성'}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that bubble from its fields */}
      <form ref={element} id={id} noValidate onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
        <ApplicationFields form={form} />
      </form>
    </Dialog>
  )
}
