import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { UnbrokenMarks } from '../display/unbroken-marks.tsx'
import { runSaveKey } from './save-key.ts'
import { placeToastsAfterLayout } from './toast.tsx'
import { useHostQuestion } from './use-host-question.ts'

export interface DialogProps {
  open: boolean
  /**
   * Called for Escape, the close button and a press outside; the caller decides whether to close.
   */
  onClose(): void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons next to the title that lead elsewhere. */
  headActions?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  width?: 'narrow' | 'regular' | 'wide'
  /**
   * Element focused on opening; by default the first control of the content, else the first button.
   */
  initialFocus?: RefObject<HTMLElement | null>
  /** False when closing: the caller moves the focus itself. Default: it returns to the opener. */
  returnsFocus?: () => boolean
  /** Only its buttons close it, for work that a press outside would lose. */
  isSticky?: boolean
}

export const controlSelector = ['input', 'select', 'textarea', 'button', 'a[href]']
  .map((kind) => `${kind}:not(:disabled, [tabindex="-1"])`)
  .join()

function findFirstControl(popup: HTMLElement | null, part: string): HTMLElement | null {
  return popup?.querySelector(part)?.querySelector<HTMLElement>(controlSelector) ?? null
}

const widths = { narrow: 'max-w-[420px]', regular: 'max-w-[560px]', wide: 'max-w-[960px]' }

/**
 * A modal dialog, only for what must interrupt the work. A question about it (question-dialog.tsx)
 * replaces its buttons; the rest of the dialog waits for the answer.
 */
export function Dialog(props: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const { question, slot } = useHostQuestion(props.open)
  const close = question?.onClose ?? props.onClose
  // The close button comes first, but nobody opens a dialog to close it; and its tooltip would take
  // the first Escape.
  const first = (how: string) =>
    (how === 'touch'
      ? null
      : (findFirstControl(popup.current, '[data-content]') ?? findFirstControl(popup.current, '[data-actions]'))) ??
    true
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open) => !open && close()}
      disablePointerDismissal={props.isSticky ?? false}
    >
      <Base.Portal>
        {/* On the popup's own level, so a dialog over another dims the one below. */}
        <Base.Backdrop className="fixed inset-0 z-50 bg-veil transition-opacity duration-140 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={props.initialFocus ?? first}
          finalFocus={props.returnsFocus}
          onKeyDown={({ nativeEvent, currentTarget }) => runSaveKey(nativeEvent, currentTarget)}
          className={`float-in fixed inset-x-4 top-[calc((100dvh-var(--keyboard,0px))/2)] z-50 mx-auto flex max-h-[calc(100dvh-var(--keyboard,0px)-48px)] -translate-y-1/2 flex-col low:max-h-[calc(100dvh-var(--keyboard,0px)-16px)] low:overflow-y-auto low:overscroll-contain rounded-panel border bg-paper-raised text-ink shadow-float ${widths[props.width ?? 'regular']}`}
        >
          <div inert={question !== null} className="flex shrink-0 items-start gap-2 px-5 pt-4">
            <Base.Title className="flex-1 py-0.5 text-title font-semibold text-balance">
              <UnbrokenMarks text={props.title} />
            </Base.Title>
            {props.headActions}
            {props.isSticky ? null : (
              <IconButton label="닫기" icon={<X size={18} strokeWidth={1.5} />} onClick={props.onClose} />
            )}
          </div>
          <div
            data-content
            inert={question !== null}
            className="overflow-auto px-5 pt-2 pb-5 low:shrink-0 low:overflow-visible"
          >
            {props.description ? (
              <Base.Description render={<div />} className="whitespace-pre-line text-ink-2">
                {props.description}
              </Base.Description>
            ) : null}
            {props.children}
          </div>
          {props.actions ? (
            <div
              ref={placeToastsAfterLayout}
              data-actions
              data-below-toasts
              hidden={question !== null}
              className="flex shrink-0 flex-wrap justify-end gap-2 border-t px-5 py-3"
            >
              {props.actions}
            </div>
          ) : null}
          {question ? (
            <div
              ref={slot}
              data-below-toasts
              className="max-h-3/4 shrink-0 overflow-auto rounded-b-panel border-t bg-paper-sunk px-5 py-3 low:max-h-none"
            />
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
