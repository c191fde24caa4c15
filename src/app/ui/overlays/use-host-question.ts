import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { placeShownToasts } from './toast.tsx'

interface OpenQuestion {
  readonly question: HostedQuestion
  /** Had the focus before. */
  readonly before: Element | null
}

/**
 * What an open dialog is asked: the question in place of its buttons, and where that is drawn.
 * Afterwards the focus is where it was.
 */
export function useHostQuestion(isOpen: boolean) {
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion | null>(null)
  const pendingQuestion = useRef<HostedQuestion | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const host: DialogHost = {
      ask(question) {
        pendingQuestion.current = question
        setOpenQuestion({ question, before: document.activeElement })
      },
      settle(question) {
        if (pendingQuestion.current === question) pendingQuestion.current = null
        setOpenQuestion((current) => (current?.question === question ? null : current))
      },
    }
    const leave = joinDialogs(host)
    return () => {
      leave()
      // A dialog that goes while it is asked answers as Escape does; one that goes because of the
      // answer has it in the same turn.
      queueMicrotask(() => pendingQuestion.current?.onClose())
    }
  }, [isOpen])
  useEffect(() => {
    if (!openQuestion) return undefined
    return () => {
      if (openQuestion.before instanceof HTMLElement && openQuestion.before.isConnected) openQuestion.before.focus()
    }
  }, [openQuestion])
  const question = openQuestion?.question ?? null
  const slot = useCallback(
    (element: HTMLElement | null) => {
      question?.onSlot(element)
      // Once the question is drawn there.
      if (element) requestAnimationFrame(placeShownToasts)
    },
    [question],
  )
  return { question, slot }
}

/** An open dialog that can put a question in place of its buttons. */
export interface DialogHost {
  ask(question: HostedQuestion): void
  /** The question is answered, or gone. */
  settle(question: HostedQuestion): void
}

export interface HostedQuestion {
  /** Called by Escape, a press outside and the end of the dialog: the safe answer. */
  onClose(): void
  /** Where the question is drawn; null once it is no more. */
  onSlot(slot: HTMLElement | null): void
}

/**
 * Open dialogs, the topmost last. One page has one stack of them, whichever part of the app opened
 * them.
 */
const open: DialogHost[] = []

/** Joins the stack; answers how it leaves. */
function joinDialogs(host: DialogHost): () => void {
  open.push(host)
  return () => {
    const index = open.lastIndexOf(host)
    if (index !== -1) open.splice(index, 1)
  }
}

export function topDialog(): DialogHost | null {
  return open.at(-1) ?? null
}
