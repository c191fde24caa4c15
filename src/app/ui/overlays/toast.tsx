import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { measureVisibleHeight } from '../browser/keyboard-inset.ts'

type ToastTone = 'success' | 'error' | 'warning' | 'info'

/** How long a toast stays, in ms; hovering or focusing it pauses the time. */
const toastDurations: Record<ToastTone, number> = { success: 2500, info: 2500, warning: 3000, error: 4000 }

export interface ToastOptions {
  /** In ms. Case book, master data and quick delivery use 2000. */
  duration?: number
  /** A second line below the message. */
  description?: string
  /** False: no close button; it closes on its own. */
  isClosable?: boolean
  /** One action on the toast, such as 실행 취소. */
  action?: { label: string; onSelect(): void }
}

export type ShowToast = Record<ToastTone, (message: string, options?: ToastOptions) => void>

/**
 * Short notices at the edge of the screen, announced politely. Showing the same message again
 * renews the visible toast.
 */
export function useToast(): ShowToast {
  const { add } = Base.useToastManager()
  return useMemo(() => {
    function show(tone: ToastTone) {
      return (message: string, options: ToastOptions = {}) => {
        const { action } = options
        add({
          id: `${tone}:${message}`,
          type: tone,
          // The message is the title, because Base UI renders a dialog, which needs a name for
          // screen readers.
          title: message,
          description: options.description,
          timeout: options.duration ?? toastDurations[tone],
          data: { isClosable: options.isClosable ?? true },
          // Set even when undefined, so that a renewed toast doesn't keep its previous action.
          actionProps: action && { children: action.label, onClick: action.onSelect },
        })
      }
    }
    return { success: show('success'), error: show('error'), warning: show('warning'), info: show('info') }
  }, [add])
}

/** Closes all visible toasts: what follows on the screen must not be covered by them. */
export function useCloseToasts(): () => void {
  const { close } = Base.useToastManager()
  return useCallback(() => close(), [close])
}

/** Maximum toasts visible at once; older ones are hidden until their time is over. */
const toastLimit = 3

/**
 * Renders the toasts at the bottom right, above pager and status line. The region exists before the
 * first toast, because screen readers need it.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider limit={toastLimit} timeout={toastDurations.success}>
      {children}
      <Base.Portal>
        <ToastRegion />
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastRegion() {
  const { toasts } = Base.useToastManager()
  const region = useRef<HTMLDivElement>(null)
  // Placed again for each new toast, because the pager may have moved.
  useLayoutEffect(() => {
    if (region.current && toasts.length > 0) placeToasts(region.current)
  })
  useEffect(() => {
    const updatePosition = () => region.current && placeToasts(region.current)
    addEventListener('resize', updatePosition)
    return () => removeEventListener('resize', updatePosition)
  }, [])
  const hasToasts = toasts.length > 0
  useEffect(() => {
    if (!hasToasts) return undefined
    // The table's input moves with the active cell, without a focus event.
    const events = ['keyup', 'pointerup', 'focusin'] as const
    for (const event of events) addEventListener(event, placeToastsAfterLayout)
    return () => events.forEach((event) => removeEventListener(event, placeToastsAfterLayout))
  }, [hasToasts])
  return (
    <Base.Viewport
      ref={region}
      aria-label="알림"
      data-screen-only
      data-toasts
      className="fixed right-4 bottom-12 z-60 flex w-[min(360px,calc(100vw-32px))] flex-col-reverse gap-2 max-sm:bottom-28"
    >
      <ToastList />
    </Base.Viewport>
  )
}

const toneStyles: Record<ToastTone, { icon: ReactNode; className: string }> = {
  success: { icon: <CircleCheck size={18} strokeWidth={1.5} aria-label="완료" />, className: 'text-good' },
  error: { icon: <CircleAlert size={18} strokeWidth={1.5} aria-label="오류" />, className: 'text-danger' },
  warning: { icon: <TriangleAlert size={18} strokeWidth={1.5} aria-label="주의" />, className: 'text-warn' },
  info: { icon: <Info size={18} strokeWidth={1.5} aria-label="안내" />, className: 'text-info' },
}

function ToastList() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => {
    const toneStyle = toneStyles[isTone(toast.type) ? toast.type : 'info']
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        className="float-in rounded-control border bg-paper-raised text-ink shadow-float data-[limited]:hidden"
      >
        <Base.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
          <span className={`mt-px shrink-0 ${toneStyle.className}`}>{toneStyle.icon}</span>
          <div className="min-w-0 flex-1 break-words whitespace-pre-line">
            <Base.Title className={toast.description ? 'font-semibold' : ''} render={<p />} />
            <Base.Description className="text-ink-2" />
          </div>
          <Base.Action className="rounded-control px-1.5 font-semibold text-primary hover:bg-paper-sunk" />
          {isClosable(toast.data) ? <CloseButton /> : null}
        </Base.Content>
      </Base.Root>
    )
  })
}

function CloseButton() {
  return (
    <Base.Close
      aria-label="알림 닫기"
      className="-my-0.5 flex size-6 items-center justify-center rounded-control text-ink-3 hover:bg-paper-sunk hover:text-ink coarse:-my-3 coarse:-mr-2 coarse:size-11"
    >
      <X size={14} strokeWidth={1.5} />
    </Base.Close>
  )
}

function isClosable(data: unknown): boolean {
  return !(typeof data === 'object' && data !== null && 'isClosable' in data && data.isClosable === false)
}

function isTone(type: string | undefined): type is ToastTone {
  return type !== undefined && type in toastDurations
}

/**
 * Elements at the bottom of a screen that toasts must not cover: pager, status line, bottom bar,
 * the figures of a selection, a dialog's buttons.
 */
const uncoveredSelector = '[data-below-toasts]'
const toastGap = 8
/** Px to the edge of the window, a panel or a dialog. */
const margin = 16
const toastWidth = { min: 240, max: 360 }

/** Distances of the toasts to the edges of the window, and their width, in px. */
interface ToastPosition {
  readonly right: number
  readonly bottom: number
  readonly width: number
}

/**
 * Moves visible toasts when something appears that they must not cover, such as a dialog's buttons.
 */
function placeShownToasts(): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  if (region) placeToasts(region)
}

/** The same once the screen has been laid out. */
export function placeToastsAfterLayout(): void {
  requestAnimationFrame(placeShownToasts)
}

function placeToasts(region: HTMLElement): void {
  const { right, bottom, width } = positionByDialog() ?? positionByPanel()
  region.style.right = `${right}px`
  region.style.width = `${width}px`
  region.style.bottom = `${bottomAboveFocus(bottom, region)}px`
}

/** Above the table row or the field that the user works on, if the toasts would cover it. */
function bottomAboveFocus(bottom: number, { offsetHeight: height, offsetLeft: left }: HTMLElement): number {
  const { activeElement } = document
  if (activeElement === null || activeElement.closest('[data-toasts]')) return bottom
  const focused = activeElement.getBoundingClientRect()
  const isBeside = activeElement.closest('[role=grid]') === null && focused.right <= left
  const isCovered = focused.bottom > innerHeight - bottom - height && focused.top < innerHeight - bottom
  const raised = innerHeight - focused.top + toastGap
  const hasRoom = raised + height <= innerHeight
  return isCovered && !isBeside && hasRoom ? raised : bottom
}

/**
 * Next to the open dialog, or in the free part of its button bar. Null without a dialog, and where
 * neither has room.
 */
function positionByDialog(): ToastPosition | null {
  const bars = [...document.querySelectorAll<HTMLElement>('[role$="dialog"] [data-actions]')]
  const bar = bars.at(-1)
  const dialog = bar?.closest('[role$="dialog"]')
  if (!bar || !dialog) return null
  const { left, right } = dialog.getBoundingClientRect()
  const besideWidth = innerWidth - right - 2 * margin
  if (besideWidth >= toastWidth.min)
    return { right: margin, bottom: bottomAbove(dialog), width: Math.min(toastWidth.max, besideWidth) }
  const firstButton = bar.firstElementChild?.getBoundingClientRect()
  const freeWidth = firstButton ? firstButton.left - left - 2 * margin : 0
  if (!firstButton || freeWidth < toastWidth.min) return null
  return {
    right: innerWidth - firstButton.left + margin,
    bottom: innerHeight - bar.getBoundingClientRect().bottom + toastGap,
    width: Math.min(toastWidth.max, freeWidth),
  }
}

/** At the bottom right, to the left of an open record. */
function positionByPanel(): ToastPosition {
  const panel = document.querySelector('[data-detail-panel]')?.getBoundingClientRect()
  const freeWidth = (panel?.left ?? innerWidth) - 2 * margin
  const isBeside = panel !== undefined && freeWidth >= toastWidth.min
  return {
    right: isBeside ? innerWidth - panel.left + margin : margin,
    bottom: bottomAbove(null),
    width: Math.min(toastWidth.max, isBeside ? freeWidth : innerWidth - 2 * margin),
  }
}

/** Above everything that toasts must not cover, except inside `skipped`. */
function bottomAbove(skipped: Element | null): number {
  const tops = [...document.querySelectorAll(uncoveredSelector)].flatMap((element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    // In a low window that scrolls, a pager in the middle would push the toasts out of view.
    const isAtBottom = height > 0 && bottom <= innerHeight + 1 && top > innerHeight / 2
    return isAtBottom && skipped?.contains(element) !== true ? [top] : []
  })
  return Math.max(margin + innerHeight - measureVisibleHeight(), ...tops.map((top) => innerHeight - top + toastGap))
}
