import { useRef, useState } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { Button } from '#app/ui/buttons/button.tsx'
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
  return <OneForm key={unitId} {...{ unitId, batch, history, onClose }} onBatch={setBatch} />
}

interface OneFormProps extends Omit<ApplicationDialogProps, 'unitIds'> {
  unitId: string
  batch: Batch
  onBatch(batch: Batch): void
}

function OneForm({ unitId, batch, history, onBatch, onClose }: OneFormProps) {
  const toast = useToast()
  const form = useApplicationForm({ unitId, history })
  const close = useCloseOrAsk(form.isDirty, onClose)
  const body = useRef<HTMLDivElement>(null)

  function go({ batch: next, said }: BatchStep) {
    toast[said.kind](said.text)
    if (next) onBatch(next)
    else onClose()
  }

  async function save() {
    if (await form.save()) return go(afterSave(batch))
    // After it was drawn: what is wrong is marked by then.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  function back() {
    const { batch: before, said } = previous(batch)
    if (said) toast[said.kind](said.text)
    else onBatch(before)
  }

  return (
    <Dialog
      open
      isSticky
      width="wide"
      title={isBatch(batch) ? `등기신청서 작성 (${progressText(batch)})` : '등기신청서 작성'}
      onClose={() => void close()}
      actions={
        <>
          {isBatch(batch) ? (
            <span className="mr-auto flex gap-2">
              <Button onClick={back}>이전</Button>
              <Button onClick={() => go(skip(batch))}>건너뛰기</Button>
            </span>
          ) : null}
          <Button onClick={() => void close()}>{isBatch(batch) ? '전체 취소' : '취소'}</Button>
          <Button tone="primary" isBusy={form.isSaving} onClick={() => void save()}>
            {form.isSaving ? '저장 중...' : hasMore(batch) ? '저장 후 다음' : '신청서 작성'}
          </Button>
        </>
      }
    >
      <div ref={body}>
        <ApplicationFields form={form} />
      </div>
    </Dialog>
  )
}
