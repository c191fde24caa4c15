import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { UnbrokenMarks } from '../display/unbroken-marks.tsx'
import { controlSelector, Dialog, type DialogProps } from './dialog.tsx'
import { runSaveKey } from './save-key.ts'
import { type DialogHost, getTopDialog, type HostedQuestion } from './use-host-question.ts'

type QuestionDialogProps = Pick<
  DialogProps,
  'title' | 'description' | 'children' | 'actions' | 'initialFocus' | 'returnsFocus' | 'onClose'
>

/**
 * A question before an action. Over an open dialog it replaces that dialog's buttons, and Escape
 * returns to the dialog. Otherwise it opens a separate dialog.
 */
export function QuestionDialog(props: QuestionDialogProps) {
  const [host] = useState(getTopDialog)
  return host ? <HostedDialogQuestion {...props} host={host} /> : <Dialog open width="narrow" {...props} />
}

function HostedDialogQuestion({ host, ...props }: QuestionDialogProps & { host: DialogHost }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const onClose = useRef(props.onClose)
  useLayoutEffect(() => {
    onClose.current = props.onClose
  })
  useLayoutEffect(() => {
    const question: HostedQuestion = { onClose: () => onClose.current(), onSlot: setSlot }
    host.ask(question)
    return () => host.settle(question)
  }, [host])
  return slot ? createPortal(<QuestionBody {...props} />, slot) : null
}

function QuestionBody({ title, description, children, actions, initialFocus }: QuestionDialogProps) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = initialFocus?.current ?? body.current?.querySelector<HTMLElement>(controlSelector)
    first?.focus()
    body.current?.scrollIntoView({ block: 'nearest' })
  }, [initialFocus])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that bubble from its fields and buttons
    <div
      ref={body}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onKeyDown={({ nativeEvent, currentTarget }) => runSaveKey(nativeEvent, currentTarget)}
      className="flex flex-col gap-3"
    >
      <div>
        <p id={`${id}-title`} className="font-semibold text-balance">
          <UnbrokenMarks text={title} />
        </p>
        {description ? (
          <div id={`${id}-text`} className="mt-1 whitespace-pre-line text-ink-2">
            {description}
          </div>
        ) : null}
        {children}
      </div>
      {actions ? (
        <div data-actions className="flex flex-wrap justify-end gap-2">
          {actions}
        </div>
      ) : null}
    </div>
  )
}
