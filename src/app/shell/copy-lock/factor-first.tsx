import { useState } from 'react'
import { RecoveryCodes } from '../../session/second-factor/recovery-codes.tsx'
import { FactorSteps, useFactorAnswer } from '../lock/factor-unlock.tsx'

/** The second step where the screens that ask for it cannot stand yet: the server hands keys to nobody without it. */
export function FactorFirst({ onPassed }: { onPassed(): void }) {
  const standing = useFactorAnswer()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onPassed} />
  return <FactorSteps standing={standing} onPassed={onPassed} onCodes={setCodes} />
}
