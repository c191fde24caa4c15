import { type ReactNode, useId } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog, type DialogProps } from '#app/ui/overlays/dialog.tsx'
import { useDirtyDialog } from './dirty-dialog.ts'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'width'> {
  /** Names the form when leaving would lose its input; the title by default. */
  name?: string
  isDirty: boolean
  isBusy: boolean
  submitLabel: string
  /** 취소 by default. */
  closeLabel?: string
  /** Layout of the fields. */
  className: string
  children: ReactNode
  onSubmit(): void
  onClose(): void
}

/** A dialog with one form: two buttons, and a question before typed values are lost. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    name = title,
    isDirty,
    isBusy,
    submitLabel,
    closeLabel = '취소',
    className,
    children,
    onSubmit,
  } = props
  const id = useId()
  const close = useDirtyDialog(isDirty, name, props.onClose)
  return (
    <Dialog
      open
      title={title}
      description={props.description}
      width={props.width ?? 'regular'}
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
        id={id}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
