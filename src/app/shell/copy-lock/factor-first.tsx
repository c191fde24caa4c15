import { useState } from 'react'
import { FactorPlace } from '../../session/second-factor/factor-place.tsx'
import { RecoveryCodes } from '../../session/second-factor/recovery-codes.tsx'
import { SecondStep } from '../../session/second-factor/second-step.tsx'
import { Enrol, useFactorAnswer } from '../lock/factor-unlock.tsx'

/** The second step where the screens that ask for it cannot stand yet: the server hands keys to nobody without it. */
export function FactorFirst({ onPassed }: { onPassed(): void }) {
  const { answer, isBusy, reload } = useFactorAnswer()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onPassed} />
  return (
    <FactorPlace answer={answer} isBusy={isBusy} onRetry={reload}>
      {(status) =>
        status.needs === 'enrol' ? (
          <Enrol status={status} onDone={(given) => (given ? setCodes(given) : onPassed())} />
        ) : (
          <SecondStep status={status} onPassed={onPassed} />
        )
      }
    </FactorPlace>
  )
}
