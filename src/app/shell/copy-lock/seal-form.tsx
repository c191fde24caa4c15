import { useEffect, useRef, useState } from 'react'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { readChoice, writeChoice } from '#mirror/held/held-choice.ts'
import { answerOf } from '../../session/answer-of.ts'
import { useApi } from '../../session/api.tsx'
import { useCopyScope } from './copy-scope-fields.tsx'
import { useNewPin } from './new-pin-fields.tsx'
import { PinFrame } from './pin-frame.tsx'
import type { KyInstance } from 'ky'
import { copyKeyPath, copyKeySchema } from '#contract/session/copy-key.ts'
import { sealingKeyPath, sealingKeySchema } from '#contract/numbers/party-number.ts'
import { removeCopyOf } from '#mirror/vault/drop-vault.ts'
import { fromBase64 } from '#mirror/vault/byte-text.ts'
import { resealCopy, type VaultServer } from '#mirror/vault/reseal-copy.ts'
import { sealWaiting } from '#mirror/vault/seal-waiting.ts'
import { sealsOf } from '#mirror/vault/vault-keys.ts'
import { holdKeys, replaceCopy } from '../../records/copy/copy-keys.ts'
import { closeOfflineCopy } from '../../records/copy/opened-copy.ts'

interface SealFormProps {
  userId: string
  onFactorNeeded?: () => void
  /**
   * Also asks what this device should store, if that hasn't been chosen yet, before everything is
   * copied to it.
   */
  asksHeld?: boolean
}

/**
 * Chooses the PIN that seals the user's copy on this device. Afterwards its keys are in memory, and
 * callers waiting for the copy open it.
 */
export function SealForm({ userId, onFactorNeeded, asksHeld = false }: SealFormProps) {
  const api = useApi()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { pin, fields, check } = useNewPin(first)
  const isUnchosen = useIsUnchosen(userId) && asksHeld
  const scope = useCopyScope(null, null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function seal() {
    setRefusal(scope.fault)
    if (!check() || scope.fault !== '') return
    setBusy(true)
    // Save the choice before the keys exist: callers waiting for them open the copy at once.
    if (isUnchosen) await writeChoice(browserRuntime(), userId, scope.sections)
    const answer = await answerOf(sealCopy(api, userId, pin))
    setBusy(false)
    if (answer.ok) return
    if (answer.problem.code === 'second_factor_needed' && onFactorNeeded) return onFactorNeeded()
    setRefusal(answer.problem.message)
  }
  return (
    <PinFrame label="PIN으로 잠그기" isBusy={isBusy} onSubmit={seal}>
      {fields}
      {isUnchosen ? scope.fields : null}
      {refusal === '' ? null : (
        <p role="alert" className="text-seal">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}

/** Whether the user hasn't chosen yet what this device stores. */
function useIsUnchosen(userId: string): boolean {
  const [isUnchosen, setUnchosen] = useState(false)
  useEffect(() => {
    const found = readChoice(browserRuntime(), userId)
    void found.then(({ revision }) => setUnchosen(revision === 0)).catch(() => undefined)
  }, [userId])
  return isUnchosen
}

/**
 * Seals the user's copy on this device with a PIN, for the first time or after it was dropped.
 * Deletes the unsealed copy and downloads it again; seals waiting edits where they are. For a
 * dropped vault, the server returns the key of those edits. Needs the server.
 * @throws the error of the server call; nothing has changed then
 */
async function sealCopy(api: KyInstance, userId: string, pin: string): Promise<void> {
  const runtime = browserRuntime()
  const keys = await resealCopy({ runtime, userId, pin, server: vaultServer(api) })
  // From here on, opening the copy again asks for its keys.
  await closeOfflineCopy()
  replaceCopy(userId)
  await removeCopyOf(runtime, userId)
  await sealWaiting(browserRuntime(sealsOf(keys)), userId)
  holdKeys(userId, keys)
}

function vaultServer(api: KyInstance): VaultServer {
  return {
    sealingKey: async () => sealingKeySchema.parse(await api.get(sealingKeyPath).json()),
    async handBack({ keyId, box }) {
      const answer = await api.post(copyKeyPath, { json: { key_id: keyId, box } }).json()
      return fromBase64(copyKeySchema.parse(answer).key)
    },
  }
}
