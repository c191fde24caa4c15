import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { isImeKey } from '#app/ui/composition.ts'
import { commandOf } from '#app/ui/data-table/commands/key-commands.ts'
import { useCloseOrAsk } from '#app/ui/overlays/close-or-ask.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  afterSave,
  hasMore,
  isBatch,
  previous,
  progressText,
  skip,
  type Batch,
  type BatchStep,
} from './application-batch.ts'
import { ApplicationFields } from './application-fields.tsx'
import { useApplicationForm } from './use-application-form.ts'

interface ApplicationDialogProps {
  /** In the order in which they are written; one is no batch. */
  unitIds: readonly string[]
  history: ActionHistory
  onClose(): void
}

/** 등기신청서 작성 (spec 2 §2 "Application form modal", §4 "Batch flow"): one form, or one after the other for the chosen units. */
export function ApplicationDialog({ unitIds, history, onClose }: ApplicationDialogProps) {
  const [batch, setBatch] = useState<Batch>({ unitIds, index: 0 })
  const unitId = batch.unitIds[batch.index] ?? ''
  // Another unit is another form.
  return <OneForm key={unitId} unitId={unitId} batch={batch} history={history} onClose={onClose} onBatch={setBatch} />
}

interface OneFormProps extends Omit<ApplicationDialogProps, 'unitIds'> {
  unitId: string
  batch: Batch
  onBatch(batch: Batch): void
}

function OneForm({ unitId, batch, history, onBatch, onClose }: OneFormProps) {
  const toast = useToast()
  const form = useApplicationForm({ unitId, history })
  const id = useId()
  const element = useRef<HTMLFormElement>(null)

  function go({ batch: next, said }: BatchStep) {
    toast[said.kind](said.text)
    if (next) onBatch(next)
    else onClose()
  }

  const isThere = form.draft !== null
  useEffect(() => {
    // Until the unit was read there were only buttons to begin at.
    if (isThere) element.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [isThere])
  const close = useCloseOrAsk(form.isDirty, onClose)
  const pass = useCloseOrAsk(form.isDirty, () => go(skip(batch)))
  const goBack = useCloseOrAsk(form.isDirty, () => onBatch(previous(batch).batch))

  async function save(event: FormEvent) {
    event.preventDefault()
    if (form.isSaving) return
    if (await form.save()) return go(afterSave(batch))
    // After it was drawn: what is wrong is marked by then.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  function back() {
    const { said } = previous(batch)
    if (said) toast[said.kind](said.text)
    else void goBack()
  }

  /** Enter goes with a field that is being filled: among so many it must not save a form that is half read. Ctrl+Enter and Ctrl+S do. */
  function press(event: KeyboardEvent) {
    if (isImeKey(event)) return
    const isSave = commandOf(event.nativeEvent, 'detail') === 'detail-save'
    if (!isSave && event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }

  return (
    <Dialog
      open
      isSticky
      width="wide"
      title={isBatch(batch) ? `등기신청서 작성 (${progressText(batch)})` : '등기신청서 작성'}
      onClose={() => void close()}
      headActions={
        isBatch(batch) ? (
          <>
            <Button onClick={back}>이전</Button>
            <Button onClick={() => void pass()}>건너뛰기</Button>
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Hears the keys of its fields; it is none itself. */}
      <form ref={element} id={id} noValidate onSubmit={(event) => void save(event)} onKeyDown={press}>
        <ApplicationFields form={form} />
      </form>
    </Dialog>
  )
}
