import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog, type DialogProps } from '#app/ui/overlays/dialog.tsx'
import { useDirtyDialog } from './dirty-dialog.ts'

interface FormDialogProps extends Omit<DialogProps, 'open' | 'actions' | 'isSticky'> {
  isDirty: boolean
  isBusy: boolean
  submitLabel: string
  closeLabel?: string
  /** Layout of the fields. */
  className: string
  children: ReactNode
  onSubmit(): void
}

/**
 * A dialog with one form and its two buttons. Asks before typed values are lost, and moves to the
 * first field in which `onSubmit` finds an error.
 */
export function FormDialog(props: FormDialogProps) {
  const { isDirty, isBusy, submitLabel, closeLabel = '취소', className, children, onSubmit, ...dialog } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const close = useDirtyDialog(isDirty, dialog.title, dialog.onClose)
  return (
    <Dialog
      {...dialog}
      open
      isSticky={isDirty}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>{closeLabel}</Button>
          <Button tone="primary" type="submit" form={id} isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
          // After the errors are rendered.
          requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
