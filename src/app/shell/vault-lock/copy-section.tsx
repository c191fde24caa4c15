import { useState } from 'react'
import { lockCopy } from '#app/records/offline-copy/copy-keys.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useSyncedAreas } from '#app/records/synced-books/use-synced-books.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { getAreaName, workAreas } from '#contract/records/work-areas.ts'
import { maxPinLength } from '#domain/devices/copy-pin.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { changePin } from '#mirror/vault/open-vault.ts'
import { formatCopyEnd } from './copy-badge.tsx'
import { useNewPin } from './new-pin-fields.tsx'
import { PinFrame } from './pin-form.tsx'
import { SealForm } from './seal-form.tsx'
import { SyncedAreasForm } from './synced-areas-form.tsx'

/** 이 기기의 오프라인 사본: whether it is sealed, until when it may be used, and its lock. */
export function CopySection({ userId }: { userId: string }) {
  const { lastSyncAt } = useSyncStatus()
  const [openDialog, setOpenDialog] = useState<'seal' | 'pin' | 'areas' | null>(null)
  const isSealed = useOfflineCopy().seals !== undefined
  const syncedAreas = useSyncedAreas()
  const close = () => setOpenDialog(null)
  return (
    <section aria-labelledby="copy-on-device" className="flex flex-col gap-3 border-t border-rule-strong pt-5">
      <h2 id="copy-on-device" className="text-section font-semibold">
        이 기기의 오프라인 사본
      </h2>
      <p className="measure text-ink-2">
        {isSealed
          ? `업무 자료가 PIN으로 암호화되어 있습니다. ${formatCopyEnd(lastSyncAt)} 사용할 수 있으며, 서버에 연결될 때마다 72시간씩 연장됩니다.`
          : '업무 자료가 암호화되지 않은 채 이 기기에 저장됩니다. 태블릿처럼 들고 다니는 기기는 PIN으로 잠그세요.'}
      </p>
      <p className="text-ink-2">
        보관하는 업무:{' '}
        {syncedAreas
          ? workAreas
              .filter((area) => syncedAreas.includes(area))
              .map(getAreaName)
              .join(', ')
          : '모든 업무'}
      </p>
      <div data-screen-only className="flex flex-wrap gap-2">
        {isSealed ? (
          <>
            <Button onClick={lockCopy}>지금 잠그기</Button>
            <Button onClick={() => setOpenDialog('pin')}>PIN 변경</Button>
          </>
        ) : (
          <Button onClick={() => setOpenDialog('seal')}>PIN으로 잠그기</Button>
        )}
        <Button onClick={() => setOpenDialog('areas')}>보관할 업무 선택</Button>
      </div>
      <Dialog
        open={openDialog !== null}
        width="narrow"
        {...(openDialog ? labels[openDialog] : { title: '' })}
        onClose={close}
      >
        {openDialog === 'pin' ? <PinChangeForm userId={userId} onChanged={close} /> : null}
        {openDialog === 'seal' ? <SealForm userId={userId} /> : null}
        {openDialog === 'areas' ? <SyncedAreasForm onDone={close} /> : null}
      </Dialog>
    </section>
  )
}

const labels = {
  pin: { title: 'PIN 변경' },
  seal: {
    title: '오프라인 사본 잠그기',
    description:
      '이 기기에 저장된 자료를 지우고 암호화하여 다시 받습니다. 전송하지 않은 작업은 그대로 이어집니다. 브라우저를 새로 열 때마다 PIN을 입력합니다.',
  },
  areas: {
    title: '보관할 업무 선택',
    description:
      '선택하지 않은 업무의 자료는 이 기기에서 바로 삭제됩니다. 전송하지 않은 작업은 남아 그대로 전송됩니다. 새로 선택한 업무의 자료는 서버에 연결되면 받습니다.',
  },
} as const

/**
 * Changes the PIN of the copy. Works without a network. A wrong current PIN counts like one at the
 * lock.
 */
function PinChangeForm({ userId, onChanged }: { userId: string; onChanged(): void }) {
  const [currentPin, setCurrentPin] = useState('')
  const { pin, fields, check } = useNewPin()
  const [isWrong, setIsWrong] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function change() {
    if (!check()) return
    setIsBusy(true)
    const isChanged = await changePin(createBrowserRuntime(), userId, { pin: currentPin, newPin: pin })
    setIsBusy(false)
    setIsWrong(!isChanged)
    if (isChanged) onChanged()
  }
  return (
    <PinFrame label="변경" isBusy={isBusy} onSubmit={change}>
      <TextField
        label="지금 PIN"
        type="password"
        maxLength={maxPinLength}
        value={currentPin}
        onValue={setCurrentPin}
        error={isWrong ? 'PIN이 맞지 않습니다.' : undefined}
      />
      {fields}
    </PinFrame>
  )
}
