import type { KyInstance } from 'ky'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { holdUserKeys, replaceCopy } from '#app/records/offline-copy/copy-keys.ts'
import { closeOfflineCopy } from '#app/records/offline-copy/current-copy.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { formatPaperSize } from '#app/records/papers/paper-texts.ts'
import { useSyncedAreas } from '#app/records/synced-books/use-synced-books.ts'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { collectionNames } from '#contract/books/collections.ts'
import { sealingKeyPath, sealingKeySchema } from '#contract/person-numbers/sealed-number.ts'
import { getAreaName, getWorkArea, type WorkArea, workAreas } from '#contract/records/work-areas.ts'
import { copyKeyPath, copyKeySchema } from '#contract/session/session.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { findPinError, maxPinLength, minPinLength } from '#domain/devices/copy-pin.ts'
import type { OfflineCopy, StorageUsage } from '#mirror/offline-copy.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { readChoice, writeChoice } from '#mirror/synced-books/sync-choice.ts'
import { resealCopy, sealWaiting, type VaultServer } from '#mirror/vault/make-vault.ts'
import { removeOfflineCopy } from '#mirror/vault/vault-database.ts'
import { createSeals, fromBase64 } from '#mirror/vault/vault-keys.ts'
import { queryClient } from '../query-client.ts'
import { PinFrame } from './pin-form.tsx'

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
  const isUnchosen = useIsDeviceChoiceUnset(userId) && shouldChooseAreas
  const scope = useCopyScope(null, null)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function seal() {
    setRefusal(scope.error)
    if (!check() || scope.error !== '') return
    setIsBusy(true)
    // Save the choice before the keys exist: callers waiting for them open the copy at once.
    if (isUnchosen) await writeChoice(createBrowserRuntime(), userId, scope.areas)
    const result = await toResult(sealCopy(api, userId, pin))
    setIsBusy(false)
    if (result.ok) return
    if (result.problem.code === 'second_factor_needed' && onFactorNeeded) return onFactorNeeded()
    setRefusal(formatRefusal(result.problem))
  }
  return (
    <PinFrame label="PIN으로 잠그기" isBusy={isBusy} onSubmit={seal}>
      {fields}
      {isUnchosen ? scope.fields : null}
      {refusal === '' ? null : (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}

/** Whether the user hasn't chosen yet what this device stores. */
function useIsDeviceChoiceUnset(userId: string): boolean {
  const [isUnchosen, setIsUnchosen] = useState(false)
  useEffect(() => {
    const storedChoice = readChoice(createBrowserRuntime(), userId)
    void storedChoice.then(({ revision }) => setIsUnchosen(revision === 0)).catch(() => undefined)
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

/**
 * Form that chooses the areas of work this device stores offline. Calls `onDone` after the data
 * of deselected areas is deleted.
 */
export function SyncedAreasForm({ onDone }: { onDone(): void }) {
  const copy = useOfflineCopy()
  const [usages, setUsages] = useState<StorageUsages | null>(null)
  useEffect(() => void copy.measureStorage().then(setUsages, () => undefined), [copy])
  const { areas, error, fields } = useCopyScope(useSyncedAreas(), usages)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function saveScope() {
    setRefusal(error)
    if (error !== '') return
    setIsBusy(true)
    try {
      await copy.chooseAreas(areas)
      // Drops cached choice lists of screens that are no longer mounted.
      queryClient.removeQueries({ type: 'inactive' })
      onDone()
    } catch {
      setRefusal('이 기기에 저장하지 못했습니다. 저장 공간을 확인한 뒤 다시 시도해 주세요.')
    }
    setIsBusy(false)
  }
  return (
    <PinFrame label="적용" isBusy={isBusy} onSubmit={saveScope}>
      {fields}
      {refusal === '' ? null : (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}

type StorageUsages = Awaited<ReturnType<OfflineCopy['measureStorage']>>

/** The form's current choice. `areas` null: everything. */
interface CopyScope {
  readonly areas: readonly string[] | null
  /** Why the choice can't be saved; '' when it can. */
  readonly error: string
  readonly fields: React.ReactNode
}

/** Chooses what a device stores. `usages`: space used so far; null without a copy. */
function useCopyScope(start: readonly string[] | null, usages: StorageUsages | null): CopyScope {
  const [isChosen, setIsChosen] = useState(start !== null)
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(start ?? workAreas))
  const name = useId()
  const areas = isChosen ? workAreas.filter((area) => checked.has(area)) : null
  const toggle = (area: WorkArea, isOn: boolean) =>
    setChecked((before) => new Set([...before].filter((other) => other !== area).concat(isOn ? [area] : [])))
  const fields = (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 pt-3 text-label font-semibold">이 기기에 보관할 업무</legend>
      <ScopeOption name={name} label="모든 업무" isOn={!isChosen} onChoose={() => setIsChosen(false)} />
      <ScopeOption name={name} label="선택한 업무" isOn={isChosen} onChoose={() => setIsChosen(true)} />
      {isChosen ? (
        <ul className="ml-6">
          {workAreas.map((area) => (
            <li key={area}>
              <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-primary coarse:size-5"
                  checked={checked.has(area)}
                  onChange={(event) => toggle(area, event.target.checked)}
                />
                <span className="flex-1">{getAreaName(area)}</span>
                <span className="tabular text-label text-ink-3">{describeUsage(area, usages)}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
  const error = areas?.length === 0 ? '보관할 업무를 하나 이상 선택해 주세요.' : ''
  return { areas, error, fields }
}

function ScopeOption(props: { name: string; label: string; isOn: boolean; onChoose(): void }) {
  const { name, label, isOn, onChoose } = props
  return (
    <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
      <input
        type="radio"
        name={name}
        className="size-4 accent-primary coarse:size-5"
        checked={isOn}
        onChange={onChoose}
      />
      {label}
    </label>
  )
}

/** Empty when this device stores nothing of the area. */
function describeUsage(area: WorkArea, usages: StorageUsages | null): string {
  const areaCollections = collectionNames.filter((name) => getWorkArea(name) === area)
  const areaUsages = areaCollections.flatMap((name): StorageUsage[] => (usages?.[name] ? [usages[name]] : []))
  if (areaUsages.length === 0) return ''
  const count = areaUsages.reduce((sum, usage) => sum + usage.count, 0)
  const bytes = areaUsages.reduce((sum, usage) => sum + usage.bytes, 0)
  return `${formatNumber(count)}건 · 약 ${formatPaperSize(bytes)}`
}

interface NewPin {
  readonly pin: string
  /** The two input fields. */
  readonly fields: ReactNode
  /**
   * Whether the PIN is acceptable and both inputs match. From then on, errors show next to the
   * fields.
   */
  check(): boolean
}

/** Fields for choosing a PIN, entered twice. */
export function useNewPin(firstRef?: Ref<HTMLInputElement>): NewPin {
  const [pin, setPin] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTried, setIsTried] = useState(false)
  const pinError = findPinError(pin)
  const isDifferent = repeated !== pin
  const pinFieldProps = { type: 'password', autoComplete: 'new-password', maxLength: maxPinLength } as const
  const fields = (
    <>
      <TextField
        {...pinFieldProps}
        ref={firstRef}
        label="새 PIN"
        value={pin}
        onValue={setPin}
        error={isTried ? (pinError ?? undefined) : undefined}
        hint={`${minPinLength}자 이상, 숫자와 문자를 섞으면 더 안전합니다.`}
      />
      <TextField
        {...pinFieldProps}
        label="새 PIN 확인"
        value={repeated}
        onValue={setRepeated}
        error={isTried && isDifferent ? '두 PIN이 서로 다릅니다.' : undefined}
      />
    </>
  )
  function check(): boolean {
    setIsTried(true)
    return pinError === null && !isDifferent
  }
  return { pin, fields, check }
}
