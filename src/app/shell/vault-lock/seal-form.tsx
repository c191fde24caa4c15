import type { KyInstance } from 'ky'
import { useEffect, useRef, useState } from 'react'
import { holdUserKeys, replaceCopy } from '#app/records/offline-copy/copy-keys.ts'
import { closeOfflineCopy } from '#app/records/offline-copy/current-copy.ts'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { sealingKeyPath, sealingKeySchema } from '#contract/person-numbers/sealed-number.ts'
import { copyKeyPath, copyKeySchema } from '#contract/session/session.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { readChoice, writeChoice } from '#mirror/synced-books/sync-choice.ts'
import { resealCopy, sealWaiting, type VaultServer } from '#mirror/vault/make-vault.ts'
import { removeOfflineCopy } from '#mirror/vault/vault-database.ts'
import { createSeals, fromBase64 } from '#mirror/vault/vault-keys.ts'
import { useNewPin } from './new-pin-fields.tsx'
import { PinFrame } from './pin-form.tsx'
import { useAreaChoice } from './synced-areas-form.tsx'

interface SealFormProps {
  userId: string
  onFactorNeeded?: () => void
  /**
   * Also asks what this device should store, if that hasn't been chosen yet, before everything is
   * copied to it.
   */
  shouldChooseAreas?: boolean
}

/**
 * Chooses the PIN that seals the user's copy on this device. Afterwards its keys are in memory, and
 * callers waiting for the copy open it.
 */
export function SealForm({ userId, onFactorNeeded, shouldChooseAreas = false }: SealFormProps) {
  const api = useApi()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { pin, fields, check } = useNewPin(first)
  const isChoiceUnset = useIsAreaChoiceUnset(userId) && shouldChooseAreas
  const choice = useAreaChoice(null, null)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function seal() {
    setRefusal(choice.error)
    if (!check() || choice.error !== '') return
    setIsBusy(true)
    // Save the choice before the keys exist: callers waiting for them open the copy at once.
    if (isChoiceUnset) await writeChoice(createBrowserRuntime(), userId, choice.areas)
    const result = await toResult(sealCopy(api, userId, pin))
    setIsBusy(false)
    if (result.ok) return
    if (result.problem.code === 'second_factor_needed' && onFactorNeeded) return onFactorNeeded()
    setRefusal(formatRefusal(result.problem))
  }
  return (
    <PinFrame label="PIN으로 잠그기" isBusy={isBusy} onSubmit={seal}>
      {fields}
      {isChoiceUnset ? choice.fields : null}
      {refusal === '' ? null : (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}

/** Whether the user hasn't chosen yet what this device stores. */
function useIsAreaChoiceUnset(userId: string): boolean {
  const [isUnset, setIsUnset] = useState(false)
  useEffect(() => {
    const storedChoice = readChoice(createBrowserRuntime(), userId)
    void storedChoice.then(({ revision }) => setIsUnset(revision === 0)).catch(() => undefined)
  }, [userId])
  return isUnset
}

/**
 * Seals the user's copy on this device with a PIN, for the first time or after it was dropped.
 * Deletes the unsealed copy and downloads it again; seals waiting edits where they are. For a
 * dropped vault, the server returns the key of those edits. Needs the server.
 * @throws the error of the server call; nothing has changed then
 */
async function sealCopy(api: KyInstance, userId: string, pin: string): Promise<void> {
  const runtime = createBrowserRuntime()
  const keys = await resealCopy({ runtime, userId, pin, server: vaultServer(api) })
  // From here on, opening the copy again asks for its keys.
  await closeOfflineCopy()
  replaceCopy(userId)
  await removeOfflineCopy(runtime, userId)
  await sealWaiting(createBrowserRuntime(createSeals(keys)), userId)
  holdUserKeys(userId, keys)
}

function vaultServer(api: KyInstance): VaultServer {
  return {
    sealingKey: async () => sealingKeySchema.parse(await api.get(sealingKeyPath).json()),
    async returnOutboxKey({ keyId, box }) {
      const result = await api.post(copyKeyPath, { json: { key_id: keyId, box } }).json()
      return fromBase64(copyKeySchema.parse(result).key)
    },
  }
}
