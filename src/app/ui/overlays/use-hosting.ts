import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { joinDialogs, type DialogHost, type HostedQuestion } from './dialog-hosts.ts'
import { placeShownToasts } from './place-toasts.ts'

interface OpenQuestion {
  readonly question: HostedQuestion
  /** Had the focus before. */
  readonly before: Element | null
}

/**
 * What an open dialog is asked: the question in place of its buttons, and where that is drawn.
 * Afterwards the focus is where it was.
 */
export function useHosting(isOpen: boolean) {
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
