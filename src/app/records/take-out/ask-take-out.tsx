import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import type { TakeOut } from '#contract/trail/take-out.ts'
import { rememberReason } from './last-reason.ts'
import { TakeOutDialog, type TakeOutQuestion } from './take-out-dialog.tsx'

type Ask = (question: TakeOutQuestion) => Promise<TakeOut | null>

const TakeOutContext = createContext<Ask | null>(null)

/** Asks for the reason of an export; null: cancelled. Only inside a `TakeOutProvider`. */
export function useAskTakeOut(): Ask {
  const ask = use(TakeOutContext)
  if (!ask) throw new Error('useAskTakeOut needs a TakeOutProvider above it')
  return ask
}

/** Renders the one dialog that `useAskTakeOut` opens. */
export function TakeOutProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: TakeOutQuestion; answer(given: TakeOut | null): void } | null>(null)
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked((before) => {
          before?.answer(null)
          return { question, answer: resolve }
        })
      }),
    [],
  )
  function settle(given: TakeOut | null) {
    if (given) rememberReason(given)
    asked?.answer(given)
    setAsked(null)
  }
  return (
    <TakeOutContext value={useMemo(() => ask, [ask])}>
      {children}
      {asked ? <TakeOutDialog question={asked.question} onAnswer={settle} /> : null}
    </TakeOutContext>
  )
}
