import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import type { TakeOut } from '#contract/trail/take-out.ts'
import { saveReason } from './last-reason.ts'
import { TakeOutDialog, type TakeOutQuestion } from './take-out-dialog.tsx'

type AskTakeOut = (question: TakeOutQuestion) => Promise<TakeOut | null>

const TakeOutContext = createContext<AskTakeOut | null>(null)

/** Asks for the reason of an export; null: cancelled. Only inside a `TakeOutProvider`. */
export function useAskTakeOut(): AskTakeOut {
  const ask = use(TakeOutContext)
  if (!ask) throw new Error('useAskTakeOut needs a TakeOutProvider above it')
  return ask
}

/** Renders the one dialog that `useAskTakeOut` opens. */
export function TakeOutProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<{ question: TakeOutQuestion; answer(takeOut: TakeOut | null): void } | null>(
    null,
  )
  const ask = useCallback<AskTakeOut>(
    (question) =>
      new Promise((resolve) => {
        setPending((before) => {
          before?.answer(null)
          return { question, answer: resolve }
        })
      }),
    [],
  )
  function settle(takeOut: TakeOut | null) {
    if (takeOut) saveReason(takeOut)
    pending?.answer(takeOut)
    setPending(null)
  }
  return (
    <TakeOutContext value={useMemo(() => ask, [ask])}>
      {children}
      {pending ? <TakeOutDialog question={pending.question} onAnswer={settle} /> : null}
    </TakeOutContext>
  )
}
