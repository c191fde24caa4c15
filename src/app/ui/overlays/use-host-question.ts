import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { placeToastsAfterLayout } from './toast.tsx'

interface OpenQuestion {
  readonly question: HostedQuestion
  /** The element that had the focus before. */
  readonly previousFocus: Element | null
}

/**
 * The question shown in place of an open dialog's buttons, and the slot it is rendered in. Restores
 * the focus afterwards.
 */
export function useHostQuestion(isOpen: boolean) {
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion | null>(null)
  const pendingQuestion = useRef<HostedQuestion | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const host: DialogHost = {
      ask(question) {
        pendingQuestion.current = question
        setOpenQuestion({ question, previousFocus: document.activeElement })
      },
      settle(question) {
        if (pendingQuestion.current === question) pendingQuestion.current = null
        setOpenQuestion((current) => (current?.question === question ? null : current))
      },
    }
    const removeDialog = addDialog(host)
    return () => {
      removeDialog()
      // A dialog that closes while the question is open counts as Escape. One that closes because
      // of the answer has settled it in the same tick.
      queueMicrotask(() => pendingQuestion.current?.onClose())
    }
  }, [isOpen])
  useEffect(() => {
    if (!openQuestion) return undefined
    return () => {
      if (openQuestion.previousFocus instanceof HTMLElement && openQuestion.previousFocus.isConnected)
        openQuestion.previousFocus.focus()
    }
  }, [openQuestion])
  const question = openQuestion?.question ?? null
  const slot = useCallback(
    (element: HTMLElement | null) => {
      question?.onSlot(element)
      // After the question is rendered there.
      if (element) placeToastsAfterLayout()
    },
    [question],
  )
  return { question, slot }
}

/** An open dialog that can put a question in place of its buttons. */
export interface DialogHost {
  ask(question: HostedQuestion): void
  /** The question was answered or removed. */
  settle(question: HostedQuestion): void
}

export interface HostedQuestion {
  /** The safe answer: called on Escape, a press outside and when the dialog closes. */
  onClose(): void
  /** The element the question is rendered in; null once it is removed. */
  onSlot(slot: HTMLElement | null): void
}

/** Open dialogs, the topmost last. All parts of the app share one stack per page. */
const openDialogs: DialogHost[] = []

/** Adds the dialog to the stack; returns the function that removes it. */
function addDialog(host: DialogHost): () => void {
  openDialogs.push(host)
  return () => {
    const index = openDialogs.lastIndexOf(host)
    if (index !== -1) openDialogs.splice(index, 1)
  }
}

export function getTopDialog(): DialogHost | null {
  return openDialogs.at(-1) ?? null
}
