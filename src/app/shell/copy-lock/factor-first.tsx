import { useState, type ReactNode } from 'react'
import { RecoveryCodes } from '../../session/second-factor/recovery-codes.tsx'
import { FactorSteps, factorTexts, useFactorAnswer } from '../lock/factor-unlock.tsx'
import { ClosedPanel } from './closed-panel.tsx'

interface FactorFirstProps {
  /** What is said while nobody knows yet whether the step is needed: the words of what comes after it. */
  texts: { title: string; lead: string }
  /** A way back beneath the step, if there is one. */
  back: ReactNode
  /** What comes after it, told how to ask for the step once more, and whether the server can be reached at all. */
  children(after: { onFactorNeeded(): void; isUnreachable: boolean }): ReactNode
}

/** The second step before what the server hands to nobody without it, where the screens that ask for it cannot stand yet. */
export function FactorFirst({ texts, back, children }: FactorFirstProps) {
  const standing = useFactorAnswer()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { answer, reload } = standing
  // Whether it is needed cannot be asked without a network; then what comes after it says that it needs one.
  const needs = answer?.ok ? answer.value.needs : null
  if (answer && needs === null && codes === null)
    return children({ onFactorNeeded: reload, isUnreachable: !answer.ok && answer.isUnreachable })
  const reason = codes ? 'enrol' : needs
  const goOn = () => {
    setCodes(null)
    reload()
  }
  return (
    <ClosedPanel {...(reason === null ? texts : factorTexts(reason))}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={goOn} />
      ) : (
        <FactorSteps standing={standing} onPassed={reload} onCodes={setCodes} />
      )}
      {back}
    </ClosedPanel>
  )
}
