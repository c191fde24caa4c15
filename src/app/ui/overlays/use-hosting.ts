import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { joinDialogs, type DialogHost, type HostedQuestion } from './dialog-hosts.ts'
import { placeShownToasts } from './place-toasts.ts'

interface Asked {
  readonly question: HostedQuestion
  /** Had the focus before. */
  readonly before: Element | null
}

/**
 * What an open dialog is asked: the question in place of its buttons, and where that is drawn.
 * Afterwards the focus is where it was.
 */
export function useHosting(isOpen: boolean) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const unanswered = useRef<HostedQuestion | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const host: DialogHost = {
      ask(question) {
        unanswered.current = question
        setAsked({ question, before: document.activeElement })
      },
      settle(question) {
        if (unanswered.current === question) unanswered.current = null
        setAsked((now) => (now?.question === question ? null : now))
      },
    }
    const leave = joinDialogs(host)
    return () => {
      leave()
      // A dialog that goes while it is asked answers as Escape does; one that goes because of the
      // answer has it in the same turn.
      queueMicrotask(() => unanswered.current?.onClose())
    }
  }, [isOpen])
  useEffect(() => {
    if (!asked) return undefined
    return () => {
      if (asked.before instanceof HTMLElement && asked.before.isConnected) asked.before.focus()
    }
  }, [asked])
  const question = asked?.question ?? null
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
